// cache.cc - a bounded list of plans, the last used first.
#include "src/plan/cache.h"

#include <list>
#include <mutex>
#include <utility>

namespace ashlar {
namespace {

struct Cache {
  std::mutex mutex;
  std::list<std::shared_ptr<const PlanState>> plans;
};

Cache& cache() {
  static Cache instance;
  return instance;
}

}  // namespace

std::shared_ptr<const PlanState> cached_plan(const Spec& from, const Spec& to,
                                             const ConvertOptions& options) {
  const auto find = [&]() -> std::shared_ptr<const PlanState> {
    auto& plans = cache().plans;
    for (auto at = plans.begin(); at != plans.end(); ++at) {
      const PlanState& plan = **at;
      if (plan.options == options && plan.from == from && plan.to == to) {
        plans.splice(plans.begin(), plans, at);
        return plans.front();
      }
    }
    return nullptr;
  };
  {
    const std::lock_guard lock(cache().mutex);
    if (auto found = find()) return found;
  }
  // Made outside of the lock: it takes a while, and may throw.
  auto made = std::make_shared<const PlanState>(from, to, options);
  const std::lock_guard lock(cache().mutex);
  if (auto found = find()) return found;
  cache().plans.push_front(made);
  if (cache().plans.size() > kMaxCachedPlans) cache().plans.pop_back();
  return made;
}

std::size_t cached_plans() {
  const std::lock_guard lock(cache().mutex);
  return cache().plans.size();
}

}  // namespace ashlar
