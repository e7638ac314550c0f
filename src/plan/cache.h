// cache.h - plans are kept, for the next one who asks.
#pragma once

#include <memory>

#include "src/plan/state.h"

namespace ashlar {

/// The plan for these views: one that is kept, or a new one, which then is. A
/// spec asks for the same plan as the view of all of it.
std::shared_ptr<const PlanState> cached_plan(const Spec& from, const Spec& to,
                                             const ConvertOptions& options);
std::shared_ptr<const PlanState> cached_plan(const View& from, const View& to,
                                             const ConvertOptions& options);

/// How many plans are kept now, and at most.
std::size_t cached_plans();
inline constexpr std::size_t kMaxCachedPlans = 64;

}  // namespace ashlar
