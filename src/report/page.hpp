// The page's own text, made of the files in web/ when allnash is built.
#pragma once

#include <string_view>

namespace allnash::report {

extern const std::string_view page_start;  ///< up to where a line of the head may stand
extern const std::string_view page_body;   ///< from there to the data
extern const std::string_view page_end;    ///< what follows the data

}  // namespace allnash::report
