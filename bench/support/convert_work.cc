// convert_work.cc - the bytes of a plan, and those of its elements.
#include "bench/support/convert_work.h"

#include <algorithm>
#include <cstddef>

namespace ashlar::bench {
namespace {

// So many elements of any format are whole cache lines.
constexpr std::int64_t kLineOfBits = 512;

std::int64_t line_bytes(const View& view) {
  const std::int64_t volume =
      (view.shape().volume() + kLineOfBits - 1) / kLineOfBits * kLineOfBits;
  return volume / 8 * view.format().bits();
}

}  // namespace

ConvertBytes convert_bytes(const Plan& plan) {
  return {std::max(plan.in_bytes(), line_bytes(plan.from())),
          std::max(plan.out_bytes(), line_bytes(plan.to()))};
}

Work convert_work(const Plan& plan, const HugeBuffer& in,
                  const HugeBuffer& out) {
  Work work;
  work.run = [plan, &in, &out] {
    plan.run({in.data(), static_cast<std::size_t>(plan.in_bytes())},
             {out.data(), static_cast<std::size_t>(plan.out_bytes())});
  };
  work.traffic = {in.data(), out.data(), line_bytes(plan.from()),
                  line_bytes(plan.to())};
  work.elements = static_cast<double>(plan.from().shape().volume());
  return work;
}

std::size_t integer_bytes(const Format& format) {
  if (format.kind() == ElementKind::floating) return 0;
  return static_cast<std::size_t>((format.bits() + 7) / 8);
}

}  // namespace ashlar::bench
