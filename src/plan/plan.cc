// plan.cc - what convert.h promises: buffers are checked, plans are run.
#include <algorithm>
#include <utility>
#include <vector>

#include "ashlar/convert.h"
#include "src/base/apart.h"
#include "src/base/require.h"
#include "src/plan/cache.h"
#include "src/plan/explain.h"
#include "src/plan/state.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "convert";

void check_options(const ConvertOptions& options) {
  require(options.threads >= 0, ErrorKind::invalid, kWhere, options.threads,
          " threads, expected 0 or more");
}

/// Arrays with steps lie in buffers that may be larger.
void check_size(std::size_t found, std::int64_t needed, const View& view,
                std::string_view which) {
  const auto size = static_cast<std::size_t>(needed);
  const bool is_enough = view.array() != nullptr && found >= size;
  if (found == size || is_enough) return;
  fail(ErrorKind::invalid, kWhere, "the ", which, " has ", found,
       " bytes, but ", to_string(view), " takes ", needed);
}

template <class Unit>
void check_units(std::span<const Unit> units, const Side& side,
                 const View& view, std::string_view which) {
  require(std::ssize(units) == side.unit_count(), ErrorKind::invalid, kWhere,
          "there are ", units.size(), " buffers for the ", which, ", but ",
          to_string(view), " has ", side.unit_count(), " units");
  for (const Unit& unit : units) {
    check_size(unit.size(), side.unit_bytes(), view,
               side.unit_count() == 1 ? std::string_view(which)
                                      : std::string_view("buffer of a unit"));
  }
}

/// No byte of the output is in another buffer.
void check_apart(std::span<const std::span<const std::byte>> in,
                 std::span<const std::span<std::byte>> out) {
  struct Stretch {
    std::span<const std::byte> bytes;
    bool is_written = false;
  };
  std::vector<Stretch> all;
  for (const auto& unit : in) all.push_back({unit, false});
  for (const auto& unit : out) all.push_back({unit, true});
  std::erase_if(all, [](const Stretch& s) { return s.bytes.empty(); });
  std::sort(all.begin(), all.end(), [](const Stretch& a, const Stretch& b) {
    return std::less<>()(a.bytes.data(), b.bytes.data());
  });
  // Of those before, the ones that end last can reach this one.
  std::span<const std::byte> read;
  std::span<const std::byte> written;
  const auto end = [](std::span<const std::byte> bytes) {
    return bytes.data() + bytes.size();
  };
  for (const Stretch& each : all) {
    require(is_apart(each.bytes, written) &&
                (!each.is_written || is_apart(each.bytes, read)),
            ErrorKind::invalid, kWhere, "buffers overlap");
    auto& last = each.is_written ? written : read;
    if (last.empty() || std::less<>()(end(last), end(each.bytes))) {
      last = each.bytes;
    }
  }
}

}  // namespace

Plan::Plan(std::shared_ptr<const PlanState> state) : state_(std::move(state)) {}

const View& Plan::from() const { return state_->from; }
const View& Plan::to() const { return state_->to; }
const ConvertOptions& Plan::options() const { return state_->options; }
std::int64_t Plan::in_bytes() const { return state_->in.bytes(); }
std::int64_t Plan::out_bytes() const { return state_->out.bytes(); }
std::int64_t Plan::in_units() const { return state_->in.unit_count(); }
std::int64_t Plan::out_units() const { return state_->out.unit_count(); }
std::int64_t Plan::in_unit_bytes() const { return state_->in.unit_bytes(); }
std::int64_t Plan::out_unit_bytes() const { return state_->out.unit_bytes(); }
std::string Plan::explain() const { return explain_plan(*state_); }

void Plan::run(std::span<const std::byte> in, std::span<std::byte> out) const {
  check_size(in.size(), in_bytes(), from(), "input");
  check_size(out.size(), out_bytes(), to(), "output");
  Buffers buffers;
  buffers.in = in.first(static_cast<std::size_t>(in_bytes()));
  buffers.out = out.first(static_cast<std::size_t>(out_bytes()));
  require(is_apart(buffers.in, buffers.out), ErrorKind::invalid, kWhere,
          "input and output overlap");
  state_->run(buffers);
}

void Plan::run(std::span<const std::span<const std::byte>> in,
               std::span<const std::span<std::byte>> out) const {
  check_units(in, state_->in, from(), "input");
  check_units(out, state_->out, to(), "output");
  check_apart(in, out);
  Buffers buffers;
  buffers.in_units = in;
  buffers.out_units = out;
  state_->run(buffers);
}

Plan plan(const Spec& from, const Spec& to, const ConvertOptions& options) {
  check_options(options);
  return Plan(cached_plan(from, to, options));
}

Plan plan(const View& from, const View& to, const ConvertOptions& options) {
  check_options(options);
  return Plan(cached_plan(from, to, options));
}

void convert(const Spec& from, std::span<const std::byte> in, const Spec& to,
             std::span<std::byte> out, const ConvertOptions& options) {
  plan(from, to, options).run(in, out);
}

void convert(const View& from, std::span<const std::byte> in, const View& to,
             std::span<std::byte> out, const ConvertOptions& options) {
  plan(from, to, options).run(in, out);
}

}  // namespace ashlar
