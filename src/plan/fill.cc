// fill.cc - one code, over and over.
#include "src/plan/fill.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

#include "ashlar/cast.h"
#include "src/base/parallel.h"
#include "src/format/known.h"

namespace ashlar {
namespace {

void fill_all(std::span<std::byte> out, const Element& element,
              const ConvertOptions& options) {
  // Whole bytes and whole elements at once, some KiB of them.
  const auto repeat = std::lcm(8, static_cast<int>(element.storage_bits)) /
                      element.storage_bits * 512;
  std::vector<std::byte> pattern(
      static_cast<std::size_t>(packed_bytes(element, repeat)));
  if (options.padding.kind == Padding::Kind::fill) {
    const std::vector<double> values(static_cast<std::size_t>(repeat),
                                     options.padding.value);
    CastOptions one_thread;
    one_thread.policy = options.policy;
    one_thread.threads = 1;
    cast(kF64, std::as_bytes(std::span(values)), element, pattern, repeat,
         one_thread);
  }
  const auto size = static_cast<std::int64_t>(pattern.size());
  const auto total = static_cast<std::int64_t>(out.size());
  parallel_for(total, size * 64, options.threads,
               [&](std::int64_t begin, std::int64_t end) {
                 for (std::int64_t at = begin; at < end; at += size) {
                   std::memcpy(
                       out.data() + at, pattern.data(),
                       static_cast<std::size_t>(std::min(size, end - at)));
                 }
               });
}

}  // namespace

void fill_padding(const PlanState& plan, const Buffers& buffers) {
  const Element& element = plan.to.format().element();
  const auto size = static_cast<std::size_t>(plan.out.unit_bytes());
  const auto units = static_cast<std::size_t>(plan.out.unit_count());
  for (std::size_t i = 0; i < units; ++i) {
    fill_all(buffers.are_apart() ? buffers.out_units[i]
                                 : buffers.out.subspan(i * size, size),
             element, plan.options);
  }
}

}  // namespace ashlar
