// check.h - reads, writes and compares layouts in other people's notations.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ashlar/error.h"
#include "ashlar/format.h"
#include "ashlar/layout.h"
#include "ashlar/notation.h"

namespace ashlar::test {

using Sizes = std::vector<Index>;

inline Element element_named(std::string_view name) {
  return parse_format(name).element();
}

/// The layout that `text` means for a tensor with default axis names.
inline BoundLayout read_bound(Notation notation, std::string_view text,
                              const Shape& shape,
                              std::string_view element = "f32") {
  const Element code = element_named(element);
  const AxisNames names;
  return bind(read_notation(notation, text, shape, names, code), shape, names,
              code);
}

/// The layout that a text of our own means.
inline BoundLayout bind_own(std::string_view text, const Shape& shape,
                            std::string_view element = "f32",
                            const AxisNames& names = AxisNames()) {
  return ashlar::bind(parse_layout(text), shape, names, element_named(element));
}

inline std::string written(Notation notation, const BoundLayout& layout) {
  const Translation out = write_notation(notation, layout);
  EXPECT_EQ(out.notation, notation);
  EXPECT_NE(out.text.empty(), out.why_not.empty());
  return out.text.empty() ? "cannot: " + out.why_not : out.text;
}

/// What `text` is when it is read and written again.
inline std::string read_and_written(Notation notation, std::string_view text,
                                    const Shape& shape,
                                    std::string_view element = "f32") {
  return written(notation, read_bound(notation, text, shape, element));
}

/// What the error that `call` throws says; "" if it throws none.
template <class Call>
std::string message_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

inline std::string read_error(Notation notation, std::string_view text,
                              const Shape& shape,
                              std::string_view element = "f32") {
  return message_of([&] { read_bound(notation, text, shape, element); });
}

/// Offset, in elements, of the element at an index.
using Formula = std::function<Index(Sizes)>;

/// Is `layout` the formula, element by element, in `slots` slots?
inline testing::AssertionResult follows(const BoundLayout& layout,
                                        const Formula& formula, Index slots) {
  const Index bits = layout.element_bits();
  if (layout.bits_per_unit() != slots * bits) {
    return testing::AssertionFailure()
           << layout.bits_per_unit() / bits << " slots, expected " << slots;
  }
  for (Index i = 0; i < layout.shape().volume(); ++i) {
    const Indices index = unravel(i, layout.shape());
    const Index expected = formula(Sizes(index.begin(), index.end()));
    const Index found = layout.position(index).bit / bits;
    if (found != expected) {
      return testing::AssertionFailure() << "element " << i << " is at "
                                         << found << ", expected " << expected;
    }
  }
  return testing::AssertionSuccess();
}

/// Does the text that is written for `layout` mean the same?
inline testing::AssertionResult comes_back(Notation notation,
                                           const BoundLayout& layout) {
  const Translation out = write_notation(notation, layout);
  const std::string what = std::string(name_of(notation)) + " of " +
                           to_string(to_digits(layout)) + " for " +
                           to_string(Shape(layout.shape().sizes())) + ": ";
  if (out.text.empty()) {
    return testing::AssertionFailure() << what << out.why_not;
  }
  const Element element = layout.fields()[0].element;
  const Shape shape(layout.shape().sizes());
  const BoundLayout back =
      bind(read_notation(notation, out.text, shape, layout.names(), element),
           shape, layout.names(), element);
  if (same_function(layout, back) == true) return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << what << out.text << " is " << to_string(to_digits(back));
}

}  // namespace ashlar::test
