// Reads and prints layouts: sugar here, digits in digits.cc.
#include "ashlar/layout.h"

#include <tuple>
#include <utility>

#include "src/base/concat.h"
#include "src/layout/parse.h"

namespace ashlar {
namespace {

constexpr std::string_view kKnown =
    "use row, col, strided(...), tile(HxW), ttnn, stick(128B), or digits as in "
    "[h/32, w/32, h%32, w%32]";

/// Reads `(first, option, option=...)` after the word of a sugar.
class Options {
 public:
  explicit Options(Cursor& in) : in_(in), open_(in.accept('(')) {}

  bool is_open() const { return open_; }

  /// Calls `read(name)` for each option up to the closing parenthesis. It
  /// answers whether it knew the name.
  template <class Read>
  void each(std::string_view known, Read read) {
    if (!open_ || in_.accept(')')) return;
    do {
      in_.peek();
      const std::size_t begin = in_.position();
      const std::string name(in_.name("the name of an option"));
      if (!read(name)) {
        in_.fail_at(begin, concat("the option ", name, " is not known"),
                    concat("the options are ", known));
      }
    } while (in_.accept(','));
    in_.expect(')', "after the options");
  }

  /// Between the first argument and the named ones.
  template <class Read>
  void rest(std::string_view known, Read read) {
    if (in_.accept(',')) return each(known, read);
    in_.expect(')', "after the last argument");
  }

 private:
  Cursor& in_;
  bool open_;
};

Length read_length(Cursor& in, std::string_view purpose) {
  Length length{in.number_from(1, purpose), Length::Unit::elements};
  if (in.accept_word("B")) length.unit = Length::Unit::bytes;
  return length;
}

/// "32x32", "32,32", or "16" for a square where `may_be_square`.
std::pair<Index, Index> read_rectangle(Cursor& in, std::string_view purpose) {
  const Index rows = in.number_from(1, purpose);
  if (!in.accept('x')) return {rows, rows};
  return {rows, in.number_from(1, purpose)};
}

/// Numbers with `separator` between them, at most one an axis.
Indices read_list(Cursor& in, char separator, std::string_view purpose) {
  Indices list;
  const std::size_t begin = in.position();
  do {
    if (list.size() == kMaxRank) {
      in.fail_at(begin, concat("more than ", kMaxRank, " numbers"));
    }
    list.push_back(in.number(purpose));
  } while (in.accept(separator));
  return list;
}

Layout read_row(Cursor& in) {
  RowMajor row;
  Options options(in);
  options.each("pitch=72, align=64B", [&](const std::string& name) {
    if (name != "pitch" && name != "align") return false;
    in.expect('=', concat("after ", name));
    (name == "pitch" ? row.pitch : row.align) = read_length(in, "a length");
    return true;
  });
  return row;
}

Layout read_col(Cursor&) { return ColumnMajor{}; }

Layout read_strided(Cursor& in) {
  Strided strided;
  in.expect('(', "before the strides");
  if (in.accept(')')) return strided;
  strided.strides = read_list(in, ',', "a stride");
  in.expect(')', "after the strides");
  return strided;
}

Layout read_tile(Cursor& in) {
  Tile tile;
  Options options(in);
  if (!options.is_open()) in.fail_expected("'(' and the size of a tile");
  tile.rows = in.number_from(1, "the rows of a tile");
  const bool has_comma = !in.accept('x');
  if (has_comma) in.expect(',', "or x after the rows of a tile");
  tile.cols = in.number_from(1, "the columns of a tile");
  options.rest("faces=16x16, transposed", [&](const std::string& name) {
    if (name == "transposed") {
      tile.order = Tile::Order::transposed;
    } else if (name == "faces") {
      in.expect('=', "after faces");
      std::tie(tile.face_rows, tile.face_cols) =
          read_rectangle(in, "the size of a face");
    } else {
      return false;
    }
    return true;
  });
  return tile;
}

Layout read_ttnn(Cursor&) { return kTtnnTile; }

bool read_stick_option(Cursor& in, const std::string& name, Stick& stick) {
  if (name == "sparse") {
    stick.fill = Stick::Fill::sparse;
    return true;
  }
  if (name != "pad" && name != "order" && name != "padded") return false;
  in.expect('=', concat("after ", name));
  if (name == "order") {
    stick.order = read_list(in, '.', "an axis");
  } else if (name == "padded") {
    stick.padded = read_list(in, 'x', "a padded size");
  } else if (in.accept_word("all")) {
    stick.pad = Stick::Pad::all;
  } else if (!in.accept_word("stick")) {
    in.fail_expected("pad=all or pad=stick");
  }
  return true;
}

Layout read_stick(Cursor& in) {
  Stick stick;
  Options options(in);
  constexpr std::string_view kOptions =
      "pad=all, pad=stick, order=1.0.2, padded=5x128x192, sparse";
  const auto read = [&](const std::string& name) {
    return read_stick_option(in, name, stick);
  };
  if (options.is_open() && in.number_ahead()) {
    stick.bytes = in.number_from(1, "the bytes of a stick");
    if (!in.accept_word("B")) in.fail_expected("B, for bytes, after the size");
    options.rest(kOptions, read);
  } else {
    options.each(kOptions, read);
  }
  return stick;
}

struct Sugar {
  std::string_view word;
  Layout (*read)(Cursor&);
};

constexpr Sugar kSugar[] = {
    {"row", read_row},   {"col", read_col},   {"strided", read_strided},
    {"tile", read_tile}, {"ttnn", read_ttnn}, {"stick", read_stick},
};

bool digits_ahead(Cursor& in) {
  if (in.peek() == '[') return true;
  if (!in.name_ahead()) return false;
  const std::size_t begin = in.position();
  in.name("a layout");
  const bool found = in.peek() == '=';
  in.rewind(begin);
  return found;
}

std::string print(const Length& length) {
  const bool is_bytes = length.unit == Length::Unit::bytes;
  return concat(length.count, is_bytes ? "B" : "");
}

std::string print(const RowMajor& row) {
  std::string out;
  if (row.pitch.count != 0) out += concat("pitch=", print(row.pitch));
  if (row.align.count != 0) {
    out += concat(out.empty() ? "" : ", ", "align=", print(row.align));
  }
  return out.empty() ? "row" : concat("row(", out, ')');
}

std::string print(const ColumnMajor&) { return "col"; }

std::string print(const Strided& strided) {
  return concat("strided(", join(strided.strides, ", "), ')');
}

std::string print(const Tile& tile) {
  std::string out = concat("tile(", tile.rows, 'x', tile.cols);
  if (tile.face_rows != 0) {
    out += concat(", faces=", tile.face_rows, 'x', tile.face_cols);
  }
  if (tile.order == Tile::Order::transposed) out += ", transposed";
  return out + ')';
}

std::string print(const Stick& stick) {
  std::string out = concat("stick(", stick.bytes, 'B');
  if (stick.pad == Stick::Pad::all) out += ", pad=all";
  if (!stick.order.empty()) out += concat(", order=", join(stick.order, "."));
  if (!stick.padded.empty()) {
    out += concat(", padded=", join(stick.padded, "x"));
  }
  if (stick.fill == Stick::Fill::sparse) out += ", sparse";
  return out + ')';
}

std::string print(const Digits& digits) { return to_string(digits); }

}  // namespace

Layout read_layout(Cursor& in) {
  if (digits_ahead(in)) return read_digits(in);
  in.peek();
  const std::size_t begin = in.position();
  const std::string_view word = in.name("a layout");
  for (const Sugar& sugar : kSugar) {
    if (sugar.word == word) return sugar.read(in);
  }
  in.fail_at(begin, concat("the layout ", word, " is not known"),
             std::string(kKnown));
}

Layout parse_layout(std::string_view text) {
  Cursor cursor(text, "layout");
  Layout layout = read_layout(cursor);
  cursor.expect_end();
  return layout;
}

std::string to_string(const Layout& layout) {
  return std::visit([](const auto& form) { return print(form); }, layout);
}

}  // namespace ashlar
