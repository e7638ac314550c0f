// state.h - what a plan knows.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>

#include "ashlar/convert.h"
#include "src/cast/route.h"
#include "src/plan/program.h"
#include "src/plan/side.h"

namespace ashlar {

/// What a plan runs on: a buffer on either side, or one for each unit.
struct Buffers {
  std::span<const std::byte> in = {};
  std::span<std::byte> out = {};
  // Empty if there is one buffer.
  std::span<const std::span<const std::byte>> in_units = {};
  std::span<const std::span<std::byte>> out_units = {};

  bool are_apart() const { return !in_units.empty(); }
  /// A byte of the input, counted through its units.
  std::byte in_at(Index byte, Index unit_bytes) const;
};

/// Which ways there are from one side to the other.
enum class Ways : std::uint8_t { any, direct };

struct PlanState {
  PlanState(const View& from, const View& to, const ConvertOptions& options,
            Ways ways = Ways::any);

  void run(const Buffers& buffers) const;

  View from;
  View to;
  ConvertOptions options;
  Side in;
  Side out;
  bool is_empty = false;  ///< there are no elements
  bool fills = false;     ///< padding is to be filled
  std::optional<Route> route;
  std::optional<Program> program;
  /// Two plans that take less time than one, if there are such: by way of where
  /// the first of them ends. Neither makes a detour itself.
  struct Detour {
    std::shared_ptr<const PlanState> there;
    std::shared_ptr<const PlanState> on;
  };
  std::optional<Detour> detour;

 private:
  /// Whether a cast rounds at random.
  bool draws() const;
  void make_detour(const View& middle);
  Widths widths(const Side& in_side, const Side& out_side) const;
  Gaps gaps() const;
  Program first_program(const Side& in_side, const Side& out_side) const;
  /// 0 where a search would be worth nothing.
  double cost_if_dear(const Program& first, const Side& in_side,
                      const Side& out_side) const;
  /// Looks for something better than the first program; also for a detour.
  void improve();
  std::optional<Program> find_better(const Side& in_side, const Side& out_side,
                                     double cost_now, double most) const;
  /// The program for units that lie apart, made when it is first asked for.
  const Program& program_apart() const;
  void run_in_order(const Buffers& buffers) const;
  /// The last of several steps to the destination.
  void run_last_step(const View& from, const ConvertOptions& how,
                     std::span<const std::byte> in,
                     const Buffers& buffers) const;
  void run_detour(const Buffers& buffers) const;
  void run_copy(const Buffers& buffers, Index copy) const;

  Ways ways_;
  mutable std::once_flag once_;
  mutable std::optional<Program> apart_;
};

/// Says which element a cast has refused.
[[noreturn]] void fail_refused(const PlanState& plan, const Buffers& buffers);

}  // namespace ashlar
