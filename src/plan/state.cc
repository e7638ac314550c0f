// state.cc - plans are made here, after the questions that can be refused.
#include "src/plan/state.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <memory>
#include <vector>

#include "ashlar/cast.h"
#include "src/base/cache_line.h"
#include "src/base/pool.h"
#include "src/base/require.h"
#include "src/format/elements.h"
#include "src/plan/cache.h"
#include "src/plan/cost.h"
#include "src/plan/detour.h"
#include "src/plan/fill.h"
#include "src/plan/run.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "convert";

/// Sources of fewer bytes are converted before a search ends.
constexpr Index kSearchBytes = 4 << 20;
/// A search among chunks takes about as long as the conversion does on one
/// thread, at most.
constexpr double kTimeToSearch = 1;
/// How much less other chunks have to cost, or two conversions.
constexpr double kBetter = 0.85;
constexpr double kLess = 0.8;

void check_words(const View& view) {
  if (view.format().is_block()) {
    throw Error(ErrorKind::unsupported, std::string(kWhere),
                concat(to_string(view),
                       " has scales beside its elements, and a plan moves "
                       "elements of one format"),
                "to(tensor, spec) quantises and dequantises");
  }
  const Element& element = view.format().element();
  const int bits = element.storage_bits;
  require(bits < 8 || bits % 8 == 0, ErrorKind::unsupported, kWhere,
          to_string(element), " has words of ", bits,
          " bits, which are neither whole bytes nor less than one");
}

/// A field of a record may have an element of its own.
void check_field(const View& view, const Side& side) {
  const Element& element = view.format().element();
  require(side.element_bits() == element.storage_bits, ErrorKind::unsupported,
          kWhere, "the data of ", to_string(view), " has words of ",
          side.element_bits(), " bits, but ", to_string(element), " has ",
          static_cast<int>(element.storage_bits));
}

void check_shapes(const View& from, const View& to) {
  require(from.shape() == to.shape(), ErrorKind::invalid, kWhere,
          "the shapes differ: from ", to_string(from), " to ", to_string(to));
}

/// Sorted by step, each axis must step over all that the ones before it reach.
void check_destination(const StridedArray& array) {
  if (array.shape.volume() == 0) return;
  std::vector<int> axes;
  for (int axis = 0; axis < array.shape.rank(); ++axis) {
    if (array.shape[axis] > 1) axes.push_back(axis);
  }
  const auto step = [&](int axis) { return std::abs(array.steps[axis]); };
  std::stable_sort(axes.begin(), axes.end(),
                   [&](int a, int b) { return step(a) < step(b); });
  Index reach = 1;
  for (const int axis : axes) {
    require(step(axis) > 0, ErrorKind::invalid, kWhere, "axis ", axis,
            " of the destination has step 0, so that its ", array.shape[axis],
            " elements would share one place");
    require(step(axis) >= reach, ErrorKind::invalid, kWhere, "axis ", axis,
            " of the destination has step ", array.steps[axis],
            ", but the axes with smaller steps take up ", reach,
            " elements: they could collide; convert into an array of its own");
    reach += step(axis) * (array.shape[axis] - 1);
  }
}

void check_padding(const View& to, const ConvertOptions& options) {
  require(!options.padding.is_filled() || to.has_everything(),
          ErrorKind::invalid, kWhere,
          "padding can only be filled in a whole tensor, not in ",
          to_string(to));
}

bool has_padding(const View& view, const Side& side) {
  return side.layout() != nullptr &&
         view.shape().volume() * side.element_bits() * side.copies() !=
             side.bytes() * 8;
}

bool has_units(const Side& side) {
  const std::vector<Term>& terms = side.terms();
  return std::any_of(terms.begin(), terms.end(),
                     [](const Term& term) { return term.is_unit; });
}

/// The lowest address, so that no bit has a negative number.
template <class Unit>
auto* base_of(std::span<const Unit> units) {
  return std::min_element(units.begin(), units.end(),
                          [](const Unit& a, const Unit& b) {
                            return std::less<>()(a.data(), b.data());
                          })
      ->data();
}

bool are_aligned(std::span<const std::span<std::byte>> units) {
  return std::all_of(units.begin(), units.end(), [](const auto& unit) {
    return reinterpret_cast<std::uintptr_t>(unit.data()) % kLineBytes == 0;
  });
}

/// For the last of several steps: padding that is to be filled was so before
/// anything moved.
ConvertOptions once_filled(ConvertOptions how) {
  if (how.padding.is_filled()) how.padding = {Padding::Kind::kept, 0};
  return how;
}

}  // namespace

std::byte Buffers::in_at(Index byte, Index unit_bytes) const {
  if (!are_apart()) return in[static_cast<std::size_t>(byte)];
  return in_units[static_cast<std::size_t>(byte / unit_bytes)]
                 [static_cast<std::size_t>(byte % unit_bytes)];
}

PlanState::PlanState(const View& from_view, const View& to_view,
                     const ConvertOptions& asked, Ways ways)
    : from(from_view),
      to(to_view),
      options(asked),
      in(from_view),
      out(to_view),
      ways_(ways) {
  check_words(from);
  check_words(to);
  check_field(from, in);
  check_field(to, out);
  check_shapes(from, to);
  if (to.array() != nullptr) check_destination(*to.array());
  check_padding(to, options);
  const Element& a = from.format().element();
  const Element& b = to.format().element();
  const std::int64_t count = from.shape().volume();
  is_empty = count == 0;
  fills = options.padding.is_filled() && has_padding(to, out);
  if (is_empty) return;
  if (!is_copy(a, b, options.policy)) {
    route.emplace(in_whole_bytes(a), in_whole_bytes(b), options.policy, count);
  }
  program = first_program(in, out);
  // Numbers that are drawn have an order of their own, see run_in_order.
  if (ways == Ways::any && !draws()) improve();
}

void PlanState::improve() {
  const double cost = cost_if_dear(*program, in, out);
  if (cost == 0) return;
  // Detours are found soon, and then there is less to look for.
  const auto detour_found =
      find_detour(from, to, in, out, *program, kLess * cost);
  const double most = detour_found
                          ? std::min(kBetter * cost, detour_found->cost / kLess)
                          : kBetter * cost;
  if (auto better = find_better(in, out, cost, most)) {
    program = std::move(better);
  } else if (detour_found) {
    make_detour(detour_found->middle);
  }
}

double PlanState::cost_if_dear(const Program& first, const Side& in_side,
                               const Side& out_side) const {
  const Index bytes = from.shape().volume() / 8 * in_side.element_bits();
  if (bytes < kSearchBytes) return 0;
  const double cost = cost_of(first, in_side.element_bits());
  return is_dear(cost, widths(in_side, out_side)) ? cost : 0;
}

std::optional<Program> PlanState::find_better(const Side& in_side,
                                              const Side& out_side,
                                              double cost_now,
                                              double most) const {
  const auto elements = static_cast<double>(from.shape().volume());
  return find_program(in_side, out_side, widths(in_side, out_side), gaps(),
                      {most, kTimeToSearch * cost_now * elements});
}

bool PlanState::draws() const {
  return route && options.policy.rounding == Rounding::stochastic;
}

void PlanState::make_detour(const View& middle) {
  const auto leg = [](const View& a, const View& b, const ConvertOptions& how) {
    return std::make_shared<const PlanState>(a, b, how, Ways::direct);
  };
  ConvertOptions moves = options;
  // Whatever the memory was used for before is nobody's business.
  moves.padding = {Padding::Kind::zero, 0};
  detour = Detour{leg(from, middle, moves), nullptr};
  detour->on = leg(middle, to, once_filled(options));
}

Widths PlanState::widths(const Side& in_side, const Side& out_side) const {
  Widths out_of;
  out_of.in_bits = in_side.element_bits();
  out_of.out_bits = out_side.element_bits();
  out_of.work_bytes = in_whole_bytes(from.format().element()).storage_bits / 8;
  out_of.has_cast = route.has_value();
  out_of.casts_lines =
      route && route->makes_lines() && out_of.out_bits < out_of.in_bits;
  return out_of;
}

Gaps PlanState::gaps() const {
  const bool is_free = options.padding.kind == Padding::Kind::undefined;
  return is_free ? Gaps::free : Gaps::kept;
}

Program PlanState::first_program(const Side& in_side,
                                 const Side& out_side) const {
  ChunkSize size;
  size.rows = rows_followed();
  return make_program(in_side, out_side, widths(in_side, out_side), size,
                      gaps());
}

const Program& PlanState::program_apart() const {
  std::call_once(once_, [&] {
    if (!has_units(in) && !has_units(out)) return;
    Side in_side = in;
    Side out_side = out;
    in_side.set_units(Units::apart);
    out_side.set_units(Units::apart);
    apart_ = first_program(in_side, out_side);
    if (ways_ == Ways::direct) return;
    const double cost = cost_if_dear(*apart_, in_side, out_side);
    if (cost == 0) return;
    auto better = find_better(in_side, out_side, cost, kBetter * cost);
    if (better) apart_ = std::move(better);
  });
  return apart_ ? *apart_ : *program;
}

/// Stochastic rounding draws by the index of an element, so that the layout
/// makes no difference: the numbers are put into that order for it.
void PlanState::run_in_order(const Buffers& buffers) const {
  const auto in_order = [](const View& view) {
    Spec plain;
    plain.shape = view.shape();
    plain.format = view.format();
    return plain;
  };
  ConvertOptions exact = options;
  exact.policy = {};
  const std::int64_t count = from.shape().volume();
  const Element& a = from.format().element();
  const Element& b = to.format().element();
  std::vector<std::byte> ordered(
      static_cast<std::size_t>(packed_bytes(a, count)));
  ConvertOptions gathered = exact;
  gathered.padding = {};
  const Plan gather = plan(from, in_order(from), gathered);
  if (buffers.are_apart()) {
    gather.run(buffers.in_units, std::vector{std::span(ordered)});
  } else {
    gather.run(buffers.in, ordered);
  }
  std::vector<std::byte> rounded(
      static_cast<std::size_t>(packed_bytes(b, count)));
  CastOptions how;
  how.policy = options.policy;
  how.threads = options.threads;
  cast(a, ordered, b, rounded, count, how);
  run_last_step(in_order(to), exact, rounded, buffers);
}

void PlanState::run_last_step(const View& last, const ConvertOptions& how,
                              std::span<const std::byte> bytes,
                              const Buffers& buffers) const {
  const auto step = cached_plan(last, to, once_filled(how));
  if (!buffers.are_apart()) return step->run({bytes, buffers.out, {}, {}});
  const std::vector units = {bytes};
  step->run({{}, {}, units, buffers.out_units});
}

void PlanState::run_detour(const Buffers& buffers) const {
  const Index bytes = detour->there->out.bytes();
  const std::shared_ptr<std::byte> memory = take_memory(bytes);
  const std::span<std::byte> middle(memory.get(),
                                    static_cast<std::size_t>(bytes));
  if (!buffers.are_apart()) {
    detour->there->run({buffers.in, middle, {}, {}});
    return detour->on->run({middle, buffers.out, {}, {}});
  }
  const std::vector written = {middle};
  const std::vector<std::span<const std::byte>> read = {middle};
  detour->there->run({{}, {}, buffers.in_units, written});
  detour->on->run({{}, {}, read, buffers.out_units});
}

void PlanState::run(const Buffers& buffers) const {
  if (fills) fill_padding(*this, buffers);
  if (is_empty) return;
  if (draws()) return run_in_order(buffers);
  if (detour) return run_detour(buffers);
  for (Index copy = 0; copy < out.copies(); ++copy) run_copy(buffers, copy);
}

void PlanState::run_copy(const Buffers& buffers, Index copy) const {
  const Program& steps = buffers.are_apart() ? program_apart() : *program;
  Job job{steps, in, out};
  job.route = route ? &*route : nullptr;
  job.threads = options.threads;
  job.store = kernels::store_for(
      static_cast<std::size_t>(to.shape().volume() * out.element_bits() / 8));
  const auto unit = static_cast<std::size_t>(out.copy_unit(copy));
  if (buffers.are_apart()) {
    job.in_units = buffers.in_units;
    job.out_units = buffers.out_units.subspan(unit);
    job.in = base_of(job.in_units);
    job.out = base_of(job.out_units);
    // Whether lines are whole is asked of all units or of none.
    if (!are_aligned(job.out_units)) job.store = kernels::Store::cached;
  } else {
    job.in = buffers.in.data();
    job.out =
        buffers.out.data() + unit * static_cast<std::size_t>(out.unit_bytes());
  }
  if (ashlar::run(job).happened()) fail_refused(*this, buffers);
}

}  // namespace ashlar
