// The table of notations.
#include "ashlar/notation.h"

#include <algorithm>
#include <array>

#include "src/base/require.h"
#include "src/notation/notations.h"

namespace ashlar {
namespace {

struct Row {
  Notation notation;
  std::string_view name;
  Digits (*read)(Cursor&, const Subject&);
  Written (*write)(const BoundLayout&);
};

constexpr std::array kRows = {
    Row{Notation::onednn, "onednn", read_onednn, write_onednn},
    Row{Notation::xla, "xla", read_xla, write_xla},
    Row{Notation::cute, "cute", read_cute, write_cute},
    Row{Notation::spyre, "spyre", read_spyre, write_spyre},
    Row{Notation::zdnn, "zdnn", read_zdnn, write_zdnn},
    Row{Notation::cublaslt, "cublaslt", read_cublaslt, write_cublaslt},
    Row{Notation::scalapack, "scalapack", read_scalapack, write_scalapack},
};

constexpr auto kNotations = [] {
  std::array<Notation, kRows.size()> all = {};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = kRows[i].notation;
  return all;
}();

const Row& row_of(Notation notation) {
  const auto row = std::ranges::find(kRows, notation, &Row::notation);
  require(row != kRows.end(), ErrorKind::invalid, "notation",
          "there is no notation number ", static_cast<int>(notation));
  return *row;
}

}  // namespace

std::span<const Notation> notations() { return kNotations; }

std::string_view name_of(Notation notation) { return row_of(notation).name; }

Digits read_notation(Notation notation, std::string_view text,
                     const Shape& shape, const AxisNames& names,
                     const Element& element) {
  const Row& row = row_of(notation);
  Cursor in(text, row.name);
  Digits digits = row.read(in, {shape, names, element});
  in.expect_end();
  return digits;
}

Translation write_notation(Notation notation, const BoundLayout& layout) {
  const Row& row = row_of(notation);
  // As it was written first, so that a text that was read comes back; what
  // cannot be said that way may still be said of the same function.
  Written written = row.write(layout);
  if (written.text.empty()) written = row.write(canonical(layout));
  return {notation, written.text, written.why_not};
}

std::vector<Translation> translate(const BoundLayout& layout) {
  std::vector<Translation> all;
  for (const Notation notation : kNotations) {
    all.push_back(write_notation(notation, layout));
  }
  return all;
}

}  // namespace ashlar
