// zDNN's three ways to fill pages of 32 sticks of 128 bytes.
#include <array>
#include <vector>

#include "src/base/checked.h"
#include "src/layout/lower.h"
#include "src/notation/notations.h"
#include "src/notation/plain.h"

namespace ashlar {
namespace {

constexpr Index kRows = 32;  // sticks of a page
constexpr int kRank = 4;

/// Four axes: n h w c for features and weights, h w c k for kernels.
struct Form {
  std::string_view name;
  Index only_bits;  // of an element; 0: 8, 16 or 32
};

constexpr std::array<Form, 3> kForms = {{
    {"4DFEATURE", 0},
    {"4DKERNEL", 16},
    {"4DWEIGHTS", 8},
}};

std::string why_not_for(const Form& form, const Shape& shape,
                        const Element& element) {
  if (shape.rank() != kRank) {
    return concat("zDNN has tensors of rank 4, this one has rank ",
                  shape.rank());
  }
  const Index bits = element.storage_bits;
  if (form.only_bits != 0 && bits != form.only_bits) {
    return concat(form.name, " has elements of ", form.only_bits,
                  " bits, this tensor has ", bits);
  }
  if (bits != 8 && bits != 16 && bits != 32) {
    return concat("zDNN has elements of 8, 16 or 32 bits, this tensor has ",
                  bits);
  }
  return {};
}

Digits digits_of(const Form& form, const AxisNames& names,
                 const Element& element) {
  const std::string_view a = names[0];
  const std::string_view b = names[1];
  const std::string_view c = names[2];
  const std::string_view d = names[3];
  const Index cells = 1024 / element.storage_bits;
  Digits out;
  std::vector<TermText>& terms = out.memory.terms;
  if (form.name == "4DKERNEL") {
    terms = {term(d, cells), term(a),           term(b),
             term(c, kRows), term(c, 1, kRows), term(d, 1, cells)};
  } else if (form.name == "4DWEIGHTS") {  // pairs of rows share a stick
    terms = {term(a),           term(d, cells / 2),
             term(b),           term(c, 2 * kRows),
             term(c, 2, kRows), term(d, 1, cells / 2),
             term(c, 1, 2)};
  } else {
    terms = {term(a),        term(d, cells),    term(b),
             term(c, kRows), term(c, 1, kRows), term(d, 1, cells)};
  }
  return out;
}

}  // namespace

Digits read_zdnn(Cursor& in, const Subject& subject) {
  in.peek();
  const std::size_t begin = in.position();
  if (in.number_ahead() && in.number("a format") == 4 && in.name_ahead()) {
    const std::string name = concat('4', in.name("a format"));
    for (const Form& form : kForms) {
      if (form.name != name) continue;
      if (std::string why = why_not_for(form, subject.shape, subject.element);
          !why.empty()) {
        in.fail_at(begin, why);
      }
      return digits_of(form, subject.names, subject.element);
    }
  }
  in.fail_at(begin, "this is no format of zDNN",
             "use 4DFEATURE, 4DKERNEL or 4DWEIGHTS");
}

Written write_zdnn(const BoundLayout& layout) {
  const Element& element = layout.fields()[0].element;
  if (std::string why = why_not_for(kForms[0], layout.shape(), element);
      !why.empty()) {
    return {{}, why};
  }
  std::string why_not;
  std::size_t most_common = 0;
  for (const Form& form : kForms) {
    if (!why_not_for(form, layout.shape(), element).empty()) continue;
    const auto expected =
        bind_like(layout, digits_of(form, layout.names(), element));
    if (!expected) continue;
    if (same_function(*expected, layout) == true) {
      return {std::string(form.name), {}};
    }
    const std::size_t common = common_digits(*expected, layout);
    if (why_not.empty() || common > most_common) {
      why_not = describe_difference(form.name, *expected, layout);
      most_common = common;
    }
  }
  if (why_not.empty()) why_not = "whole pages of sticks would pass 64 bits";
  return {{}, why_not};
}

}  // namespace ashlar
