// Spyre's device_size and dim_map.
#include "src/notation/spyre.h"

#include <algorithm>
#include <utility>

#include "src/base/checked.h"
#include "src/layout/lower.h"
#include "src/notation/notations.h"
#include "src/notation/plain.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "spyre";

void check(const SpyreDims& dims, int rank) {
  require(dims.device_size.size() == dims.dim_map.size(), ErrorKind::invalid,
          kWhere, "device_size has ", dims.device_size.size(),
          " entries, dim_map has ", dims.dim_map.size());
  require(dims.device_size.size() <= kMaxDigits, ErrorKind::limit, kWhere,
          "device_size has ", dims.device_size.size(), " entries, at most ",
          kMaxDigits, " are possible");
  for (const Index size : dims.device_size) {
    require(size >= 0, ErrorKind::invalid, kWhere, "device_size has the entry ",
            size, ", expected 0 or more");
  }
  for (const int axis : dims.dim_map) {
    require(axis >= -1 && axis < rank, ErrorKind::invalid, kWhere,
            "dim_map has the entry ", axis, ", expected -1 to ", rank - 1);
  }
}

/// How many indices of its axis one step of device dimension `at` covers.
Index step_of(const SpyreDims& dims, std::size_t at,
              std::string_view axis_name) {
  Index step = 1;
  for (std::size_t i = at + 1; i < dims.dim_map.size(); ++i) {
    if (dims.dim_map[i] != dims.dim_map[at]) continue;
    require(dims.device_size[i] > 0, ErrorKind::invalid, kWhere, "axis ",
            axis_name, " has a device dimension of size 0 inside another");
    step = checked_multiply(step, dims.device_size[i], kWhere);
  }
  return step;
}

TermText term_of(const SpyreDims& dims, std::size_t at, const Shape& shape,
                 const AxisNames& names) {
  const int axis = dims.dim_map[at];
  const Index size = dims.device_size[at];
  if (axis < 0) {
    require(size > 0, ErrorKind::invalid, kWhere,
            "a device dimension without an axis has size 0");
    return term("0", 1, 0, size);
  }
  const Index step = step_of(dims, at, names[axis]);
  const auto before = dims.dim_map.begin() + static_cast<std::ptrdiff_t>(at);
  const bool is_top = std::find(dims.dim_map.begin(), before, axis) == before;
  if (!is_top) return term(names[axis], step, size);
  const Index needed = div_up(shape[axis], step);
  require(size >= needed, ErrorKind::invalid, kWhere, "axis ", names[axis],
          " of size ", shape[axis], " needs ", needed, " steps of ", step,
          ", device_size has ", size);
  return term(names[axis], step, 0, size == needed ? 0 : size);
}

/// `name=[1, 2]`; the sign is only read where it can mean something.
template <class Number>
std::vector<Number> read_list(Cursor& in, std::string_view name,
                              std::string_view item) {
  if (!in.accept_word(name)) in.fail_expected(name);
  in.accept('=');
  in.expect('[', concat("after ", name));
  std::vector<Number> out;
  if (in.accept(']')) return out;
  do {
    const std::size_t begin = in.position();
    const bool is_negative = in.accept('-');
    const Index value = in.number(item);
    if (is_negative && (name != "dim_map" || value != 1)) {
      in.fail_at(begin, concat(item, " is -", value),
                 "only -1 in dim_map, no axis, is negative");
    }
    if (name == "dim_map" && value > kMaxRank) {
      in.fail_at(begin, concat("there is no axis ", value));
    }
    out.push_back(static_cast<Number>(is_negative ? -value : value));
    if (out.size() > kMaxDigits) {
      in.fail_at(begin, concat("more than ", kMaxDigits, " entries"));
    }
  } while (in.accept(','));
  in.expect(']', concat("after ", name));
  return out;
}

}  // namespace

Digits digits_of(const SpyreDims& dims, const Shape& shape,
                 const AxisNames& names) {
  check(dims, shape.rank());
  Digits digits;
  for (std::size_t i = 0; i < dims.dim_map.size(); ++i) {
    digits.memory.terms.push_back(term_of(dims, i, shape, names));
  }
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const bool is_placed =
        std::ranges::find(dims.dim_map, axis) != dims.dim_map.end();
    require(is_placed || shape[axis] == 1, ErrorKind::invalid, kWhere,
            "dim_map does not name axis ", axis, " of size ", shape[axis]);
  }
  return digits;
}

SpyreForm spyre_form(const BoundLayout& layout) {
  SpyreForm form;
  form.why_not = why_not_plain(layout);
  if (!form.why_not.empty()) return form;
  const std::vector<Factor> factors = factors_of(layout);
  form.why_not = why_not_descending(layout, factors);
  if (!form.why_not.empty()) return form;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    if (factors[i].leaves_gap()) return {{}, describe_gap(layout, factors, i)};
    form.dims.device_size.push_back(factors[i].alloc);
    form.dims.dim_map.push_back(factors[i].axis);
  }
  return form;
}

Digits read_spyre(Cursor& in, const Subject& subject) {
  SpyreDims dims;
  dims.device_size = read_list<Index>(in, "device_size", "a size");
  in.accept(',');
  dims.dim_map = read_list<int>(in, "dim_map", "an axis");
  return digits_of(dims, subject.shape, subject.names);
}

Written write_spyre(const BoundLayout& layout) {
  const SpyreForm form = spyre_form(layout);
  if (!form.why_not.empty()) return {{}, form.why_not};
  return {concat("device_size=[", join(form.dims.device_size, ","),
                 "] dim_map=[", join(form.dims.dim_map, ","), ']'),
          {}};
}

}  // namespace ashlar
