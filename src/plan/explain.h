// explain.h - a plan in words.
#pragma once

#include <string>

#include "src/plan/state.h"

namespace ashlar {

std::string explain_plan(const PlanState& plan);

}  // namespace ashlar
