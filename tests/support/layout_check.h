// layout_check.h - compares bound layouts with the oracle and with images.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "ashlar/bound_layout.h"
#include "ashlar/error.h"
#include "ashlar/layout.h"
#include "tests/oracle/layout_oracle.h"
#include "tests/oracle/vendor_images.h"

namespace ashlar::test {

/// A shape whose axes have names: "h=100, w=70"; "" for rank 0.
struct NamedShape {
  Shape shape;
  AxisNames names;
};
NamedShape named_shape(std::string_view text);

/// The element code with this name.
Element element(std::string_view name);

/// Binds a text, sugar or digits, to "h=100, w=70".
BoundLayout bind_text(std::string_view layout, std::string_view shape,
                      std::string_view element_name = "f32");

/// The oracle for the same text.
LayoutOracle oracle_for(std::string_view layout, std::string_view shape,
                        std::string_view element_name = "f32");

/// The number of the field called `name`, or -1.
int field_number(const BoundLayout& layout, std::string_view name);

/// Does `layout` fill memory as the image says, and find everything there?
testing::AssertionResult matches(const BoundLayout& layout, const Image& image);

/// Is `layout` the oracle's function: the same units and sizes, every entry
/// of every field at the same place, no two elements at one place, and the
/// exact inverse at every position, padding included?
testing::AssertionResult agrees(const BoundLayout& layout,
                                const LayoutOracle& oracle);

/// What the error that `call` throws says, or "" if it throws none.
template <class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace ashlar::test
