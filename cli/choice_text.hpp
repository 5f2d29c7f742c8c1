// Ranges, sensible strategies and judgements for people to read.
#pragma once

#include <string>
#include <vector>

#include "allnash/choice.hpp"
#include "arguments.hpp"

namespace allnash::cli {

/// What --ranges and --choose ask for, found; nothing else is.
Choices choices_for(const Arguments& arguments, const FlowGame& game, const FlowAnswer& answer,
                    const StopFlag& stop);
Choices choices_for(const Arguments& arguments, const Result& result, const StopFlag& stop);

std::string choices_text(const Choices& choices, const FlowGame& game);
std::string choices_text(const Choices& choices, const Result& result);

std::string judgement_text(const Judgement& judgement, const FlowGame& game, const Rational& value,
                           bool row, const std::vector<std::string>& repaired);
std::string judgement_text(const MixtureJudgement& judgement, bool row,
                           const std::vector<std::string>& repaired);
std::string judgement_text(const TableJudgement& judgement, const Result& result, bool row,
                           const std::vector<std::string>& repaired);

}  // namespace allnash::cli
