// state.h - what a plan knows.
#pragma once

#include <optional>
#include <span>

#include "ashlar/convert.h"
#include "src/cast/route.h"
#include "src/plan/program.h"
#include "src/plan/side.h"

namespace ashlar {

struct PlanState {
  PlanState(const Spec& from, const Spec& to, const ConvertOptions& options);

  void run(std::span<const std::byte> source,
           std::span<std::byte> target) const;

  void run_in_order(std::span<const std::byte> source,
                    std::span<std::byte> target) const;

  Spec from;
  Spec to;
  ConvertOptions options;
  Side in;
  Side out;
  bool is_empty = false;  ///< there are no elements
  bool fills = false;     ///< padding is to be filled
  std::optional<Route> route;
  int pack_bits = 0;
  std::optional<Program> program;
};

/// Says which element a cast has refused.
[[noreturn]] void fail_refused(const PlanState& plan,
                               std::span<const std::byte> source);

}  // namespace ashlar
