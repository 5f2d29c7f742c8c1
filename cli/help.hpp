// The texts that explain the program. Options, methods and families come from their tables.
#pragma once

#include <string>

namespace allnash::cli {

/// The help of a command; of the program when it is empty. That of `solve` fits a screen.
std::string help_text(const std::string& command);
/// Every option of `solve`, with all there is to say of each.
std::string full_solve_help();

std::string family_list();
std::string method_list();
std::string option_list();

/// The option tables of the reference page.
std::string option_markdown();

}  // namespace allnash::cli
