// route.h - the fastest way from one element format to another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "ashlar/cast_policy.h"
#include "ashlar/element.h"
#include "src/cast/generic.h"
#include "src/kernels/float_codes.h"

namespace ashlar {

/// One way of casting whole words. It may be used by several threads.
class Step {
 public:
  virtual ~Step() = default;
  /// `count` elements of each row. False if something was refused; the codec
  /// then says what.
  virtual bool run(const std::byte* in, std::byte* out, std::size_t count,
                   const kernels::Rows& rows) const = 0;
  /// Whether short rows that make up lines are cast as fast as long ones.
  virtual bool makes_lines() const { return false; }
};

/// Whether a cast leaves every word as it is.
bool is_copy(const Element& from, const Element& to, const CastPolicy& policy);

/// How to cast arrays of one format to another: a kernel if there is one, and
/// packing around it for words narrower than a byte.
class Route {
 public:
  /// `count` is how many elements there will be: tables have to pay.
  Route(const Element& from, const Element& to, const CastPolicy& policy,
        std::int64_t count);

  /// As cast_generic.
  Refusal cast(const std::byte* in, std::byte* out, std::int64_t begin,
               std::int64_t end, std::int64_t first,
               kernels::Store store) const;

  /// `count` elements of each row, if neither format is narrower than a byte.
  /// Stochastic rounding needs to know which elements they are: not here.
  Refusal cast_rows(const std::byte* in, std::byte* out, std::int64_t count,
                    const kernels::Rows& rows) const;
  /// Whether these may as well be short, if they make up lines.
  bool makes_lines() const { return step_ && step_->makes_lines(); }

 private:
  bool cast_packed(const std::byte* in, std::byte* out,
                   std::size_t count) const;

  Element from_;
  Element to_;
  CastPolicy policy_;
  std::unique_ptr<const Step> step_;  ///< null if only the codec can do it
};

}  // namespace ashlar
