// plan.cc - what convert.h promises: checks, plans, and running them.
#include <cstring>
#include <optional>
#include <vector>

#include "ashlar/cast.h"
#include "ashlar/convert.h"
#include "src/base/apart.h"
#include "src/base/require.h"
#include "src/format/elements.h"
#include "src/plan/cache.h"
#include "src/plan/explain.h"
#include "src/plan/fill.h"
#include "src/plan/run.h"
#include "src/plan/state.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "convert";

BoundLayout bound(const Spec& spec) {
  BoundLayout layout = ashlar::bind(spec);
  const Element& element = spec.format.element();
  require(layout.element_bits() < 8 || layout.element_bits() % 8 == 0,
          ErrorKind::unsupported, kWhere, to_string(element), " has words of ",
          layout.element_bits(),
          " bits, which are neither whole bytes nor less than one");
  return layout;
}

void check_shapes(const Spec& from, const Spec& to) {
  const auto a = from.shape.sizes();
  const auto b = to.shape.sizes();
  require(std::equal(a.begin(), a.end(), b.begin(), b.end()),
          ErrorKind::invalid, kWhere, "the shapes differ: from ",
          to_string(from), " to ", to_string(to));
}

bool has_padding(const Side& side) {
  const BoundLayout& layout = side.layout();
  return layout.shape().volume() * layout.element_bits() * side.copies() !=
         layout.bytes() * 8;
}

}  // namespace

PlanState::PlanState(const Spec& from_spec, const Spec& to_spec,
                     const ConvertOptions& asked)
    : from(from_spec),
      to(to_spec),
      options(asked),
      in(bound(from_spec)),
      out(bound(to_spec)) {
  check_shapes(from, to);
  const Element& a = from.format.element();
  const Element& b = to.format.element();
  const std::int64_t count = from.shape.volume();
  is_empty = count == 0;
  fills = options.padding.kind != Padding::Kind::undefined && has_padding(out);
  if (is_empty) return;
  const Element work = in_whole_bytes(a);
  const Element target = in_whole_bytes(b);
  if (!is_copy(a, b, options.policy)) {
    route.emplace(work, target, options.policy, count);
  }
  pack_bits = b.storage_bits < 8 ? b.storage_bits : 0;
  const bool is_plain = !route && a.storage_bits >= 8;
  program = make_program(in, out, work.storage_bits / 8, is_plain);
}

/// Stochastic rounding draws by the index of an element, so that the layout
/// makes no difference: the numbers are put into that order for it.
void PlanState::run_in_order(std::span<const std::byte> source,
                             std::span<std::byte> target) const {
  const auto in_order = [](const Spec& spec) {
    Spec plain = spec;
    plain.layout = RowMajor{};
    plain.placement = {};
    return plain;
  };
  ConvertOptions exact = options;
  exact.policy = {};
  const auto bytes = [&](const Spec& spec) {
    return std::vector<std::byte>(static_cast<std::size_t>(
        packed_bytes(spec.format.element(), spec.shape.volume())));
  };
  std::vector<std::byte> ordered = bytes(from);
  convert(from, source, in_order(from), ordered, exact);
  std::vector<std::byte> rounded = bytes(to);
  CastOptions how;
  how.policy = options.policy;
  how.threads = options.threads;
  cast(from.format.element(), ordered, to.format.element(), rounded,
       from.shape.volume(), how);
  convert(in_order(to), rounded, to, target, exact);
}

void PlanState::run(std::span<const std::byte> source,
                    std::span<std::byte> target) const {
  if (route && options.policy.rounding == Rounding::stochastic) {
    return run_in_order(source, target);
  }
  if (fills) fill_all(target, to.format.element(), options);
  if (is_empty) return;
  Job job{*program, in, out, {}, nullptr, nullptr, {}, 0};
  job.emitter.route = route ? &*route : nullptr;
  job.emitter.pack_bits = pack_bits;
  job.in = source.data();
  job.threads = options.threads;
  job.store = kernels::store_for(target.size());
  for (Index copy = 0; copy < out.copies(); ++copy) {
    job.out = target.data() + out.copy_at(copy) / 8;
    if (ashlar::run(job).happened()) fail_refused(*this, source);
  }
}

const Spec& Plan::from() const { return state_->from; }
const Spec& Plan::to() const { return state_->to; }
const ConvertOptions& Plan::options() const { return state_->options; }
std::int64_t Plan::in_bytes() const { return state_->in.bytes(); }
std::int64_t Plan::out_bytes() const { return state_->out.bytes(); }
std::string Plan::explain() const { return explain_plan(*state_); }

void Plan::run(std::span<const std::byte> in, std::span<std::byte> out) const {
  const auto check = [](std::size_t found, std::int64_t needed,
                        const Spec& spec, std::string_view which) {
    require(found == static_cast<std::size_t>(needed), ErrorKind::invalid,
            kWhere, "the ", which, " has ", found, " bytes, but ",
            to_string(spec), " takes ", needed);
  };
  check(in.size(), in_bytes(), from(), "input");
  check(out.size(), out_bytes(), to(), "output");
  require(is_apart(in, out), ErrorKind::invalid, kWhere,
          "input and output overlap");
  state_->run(in, out);
}

Plan plan(const Spec& from, const Spec& to, const ConvertOptions& options) {
  require(options.threads >= 0, ErrorKind::invalid, kWhere, options.threads,
          " threads, expected 0 or more");
  Plan out;
  out.state_ = cached_plan(from, to, options);
  return out;
}

void convert(const Spec& from, std::span<const std::byte> in, const Spec& to,
             std::span<std::byte> out, const ConvertOptions& options) {
  plan(from, to, options).run(in, out);
}

}  // namespace ashlar
