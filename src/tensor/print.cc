// print.cc - brackets and lines around the elements.
#include "ashlar/print.h"

#include <algorithm>
#include <vector>

#include "src/base/concat.h"
#include "src/base/require.h"
#include "src/tensor/block_move.h"
#include "src/tensor/print_words.h"
#include "src/tensor/transfer.h"

namespace ashlar {
namespace {

constexpr std::string_view kDots = "...";

/// How many elements of an axis are shown.
Index shown(Index size, Index edge) {
  return edge > 0 && size > 2 * edge ? 2 * edge : size;
}

/// The first and last `edge` elements of each axis that has more than those, on
/// the host.
Tensor edges_of(const Tensor& tensor, Index edge) {
  const Shape& shape = tensor.shape();
  Indices sizes;
  std::vector<int> cut;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    sizes.push_back(shown(shape[axis], edge));
    if (sizes[axis] < shape[axis]) cut.push_back(axis);
  }
  Spec spec;
  spec.shape = Shape(sizes);
  spec.format = tensor.format();
  Tensor out = empty(spec);
  // One box for each choice of beginnings and ends.
  for (unsigned corner = 0; corner < 1U << cut.size(); ++corner) {
    Indices from = Indices::filled(shape.rank(), 0);
    Indices to = from;
    Indices box = sizes;
    for (std::size_t i = 0; i < cut.size(); ++i) {
      const int axis = cut[i];
      box[axis] = edge;
      if ((corner >> i & 1) == 0) continue;
      from[axis] = shape[axis] - edge;
      to[axis] = edge;
    }
    transfer(plan(window(View(tensor.spec()), from, box),
                  window(View(spec), to, box)),
             tensor.storage(), out.storage());
  }
  return out;
}

class Printer {
 public:
  Printer(const Shape& shape, const std::vector<std::string>& words, Index edge,
          int line_width)
      : shape_(shape), words_(words), edge_(edge), line_width_(line_width) {}

  std::string print() { return print(0, " ", line_width_); }

 private:
  bool is_cut(int axis) const {
    return shown(shape_[axis], edge_) < shape_[axis];
  }

  /// Calls `item` for each element or row that is shown, and `dots` where some
  /// are left out.
  template <class Item, class Dots>
  void walk(int axis, const Item& item, const Dots& dots) const {
    const Index count = shown(shape_[axis], edge_);
    for (Index i = 0; i < count; ++i) {
      if (is_cut(axis) && i == edge_) dots();
      item(i + 1 == count);
    }
  }

  std::string print(int axis, const std::string& indent, int width) {
    const std::string inside = axis + 1 == shape_.rank()
                                   ? print_row(axis, indent, width)
                                   : print_rows(axis, indent, width);
    return concat('[', inside.substr(indent.size()), ']');
  }

  std::string print_row(int axis, const std::string& indent, int width) {
    std::string out;
    std::string line = indent;
    const auto add = [&](std::string_view word, std::string_view after) {
      const auto size = static_cast<int>(line.size() + word.size());
      if (size > width - 1 && line.size() > indent.size()) {
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + '\n';
        line = indent;
      }
      line += concat(word, after);
    };
    walk(
        axis, [&](bool is_last) { add(words_[next_++], is_last ? "" : " "); },
        [&] { add(kDots, " "); });
    return out + line;
  }

  std::string print_rows(int axis, const std::string& indent, int width) {
    std::string out;
    const std::string between(
        static_cast<std::size_t>(shape_.rank() - axis - 1), '\n');
    walk(
        axis,
        [&](bool is_last) {
          out += indent + print(axis + 1, indent + ' ', width - 1);
          if (!is_last) out += between;
        },
        [&] { out += concat(indent, kDots, between); });
    return out;
  }

  const Shape& shape_;
  const std::vector<std::string>& words_;
  Index edge_;
  int line_width_;
  std::size_t next_ = 0;
};

/// "1.5 KiB", "2 KiB", "784 bytes".
std::string size_text(Index bytes) {
  constexpr std::string_view kUnits[] = {"KiB", "MiB", "GiB",
                                         "TiB", "PiB", "EiB"};
  if (bytes < 1024) return concat(bytes, bytes == 1 ? " byte" : " bytes");
  std::size_t unit = 0;
  while (bytes >> (10 * (unit + 1)) >= 1024) ++unit;
  // Tenths, rounded down: nothing looks larger than it is.
  const Index whole = bytes >> (10 * (unit + 1));
  const Index rest = bytes - (whole << (10 * (unit + 1)));
  const Index tenth = (rest >> (10 * unit)) * 10 / 1024;
  return tenth == 0 ? concat(whole, ' ', kUnits[unit])
                    : concat(whole, '.', tenth, ' ', kUnits[unit]);
}

std::string shape_text(const Tensor& tensor) {
  const Shape& shape = tensor.layout().shape();
  const AxisNames& names = tensor.spec().names;
  if (names.is_default(shape.rank())) return to_string(shape);
  std::vector<std::string> sizes;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const std::string padded = shape.padded(axis) == shape[axis]
                                   ? ""
                                   : concat('[', shape.padded(axis), ']');
    sizes.push_back(concat(names[axis], '=', shape[axis], padded));
  }
  return concat('[', join(sizes, ", "), ']');
}

std::string place_text(const Tensor& tensor) {
  const std::string placement = to_string(tensor.spec().placement);
  const Storage& storage = tensor.storage();
  std::string out = placement.empty() ? "host" : placement.substr(3);  // "on "
  if (storage.kind() == Storage::Kind::device) return out;
  append(out, concat(", ", to_string(storage.kind())));
  if (storage.is_read_only()) append(out, ", read-only");
  return out;
}

}  // namespace

std::string describe(const Tensor& tensor) {
  return concat("tensor ", shape_text(tensor), ' ', to_string(tensor.format()),
                ' ', to_string(tensor.spec().layout), "  ", place_text(tensor),
                "  ", size_text(tensor.bytes()));
}

std::string print_elements(const Tensor& tensor, const PrintOptions& options) {
  require(options.edge_items >= 1 && options.precision >= 0 &&
              options.precision <= 100,
          ErrorKind::invalid, "print", options.edge_items,
          " items at an edge and ", options.precision,
          " digits; expected at least 1 item, and 0 to 100 digits");
  if (tensor.format().is_block()) {
    return print_elements(numbers_of_blocks(tensor), options);
  }
  const Shape& shape = tensor.shape();
  const Index count = shape.volume();
  if (count == 0) return "[]";
  const Index edge = count > options.threshold ? options.edge_items : 0;
  const Tensor part = edges_of(tensor, edge);
  if (shape.rank() == 0) return print_scalar(part);
  return Printer(shape, print_words(part, options.precision), edge,
                 options.line_width)
      .print();
}

std::string to_string(const Tensor& tensor, const PrintOptions& options) {
  return concat(describe(tensor), '\n', print_elements(tensor, options));
}

}  // namespace ashlar
