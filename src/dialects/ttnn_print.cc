// ttnn_print.cc - brackets and numbers as ttnn has them.
#include "ashlar/dialects/ttnn_print.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "src/base/require.h"
#include "src/dialects/ttnn_text.h"

namespace ashlar::ttnn {
namespace {

using Profile = PrintOptions::Profile;
using SciMode = PrintOptions::SciMode;

constexpr std::string_view kPrefix = "ttnn.Tensor(";
constexpr int kMaxPrecision = 100;
constexpr Index kMostShown = 4;  // in short, of an axis
constexpr Index kEdge = 2;

bool is_far_apart(std::span<const double> numbers) {
  double least = INFINITY;
  double most = 0;
  for (const double number : numbers) {
    const double size = std::abs(number);
    if (size == 0 || !std::isfinite(size)) continue;
    least = std::min(least, size);
    most = std::max(most, size);
  }
  return most != 0 && (most / least > 1e3 || most > 1e8 || least < 1e-4);
}

std::string right(std::string_view text, int width) {
  std::string out;
  const int missing = width - static_cast<int>(text.size());
  if (missing > 0) out.assign(static_cast<std::size_t>(missing), ' ');
  return out += text;
}

/// How numbers of a tensor are written.
class Numbers {
 public:
  Numbers(bool is_integer, const PrintOptions& options,
          std::span<const double> all)
      : is_integer_(is_integer), precision_(options.precision) {
    is_scientific_ =
        options.sci_mode == SciMode::always ||
        (options.sci_mode == SciMode::automatic && is_far_apart(all));
  }

  std::string text(double number) const {
    if (is_integer_) {
      return right(concat(static_cast<std::int64_t>(number)), 5);
    }
    char digits[512];  // 309 before the point, kMaxPrecision behind it
    const auto end =
        std::to_chars(digits, digits + sizeof digits, number,
                      is_scientific_ ? std::chars_format::scientific
                                     : std::chars_format::fixed,
                      precision_)
            .ptr;
    const auto size = static_cast<std::size_t>(end - digits);
    return right({digits, size}, precision_ + (is_scientific_ ? 7 : 3));
  }

 private:
  bool is_integer_;
  bool is_scientific_ = false;
  int precision_;
};

class Printer {
 public:
  Printer(const Indices& shape, std::span<const double> values,
          const Numbers& numbers, Profile profile)
      : shape_(shape), values_(values), numbers_(numbers), profile_(profile) {
    steps_ = strides(ashlar::Shape(shape));
  }

  std::string print() {
    print(0, 0);
    return std::move(out_);
  }

 private:
  void print(int axis, Index at) {
    if (axis == shape_.size()) {
      out_ += numbers_.text(values_[static_cast<std::size_t>(at)]);
      return;
    }
    const Index size = shape_[axis];
    const bool is_cut = profile_ == Profile::shortened && size > kMostShown;
    out_ += '[';
    for (Index i = 0; i < size; ++i) {
      if (is_cut && i == kEdge) {
        out_ += axis + 1 == shape_.size() ? " ..., " : "...,";
        if (axis + 1 != shape_.size()) break_line(axis);
        i = size - kEdge;
      }
      print(axis + 1, at + i * steps_[axis]);
      if (i + 1 < size) {
        out_ += ',';
        break_line(axis);
      }
    }
    out_ += ']';
  }

  /// From one entry of an axis to the next.
  void break_line(int axis) {
    const int inner = shape_.size() - 1 - axis;
    if (inner == 0) {
      out_ += ' ';
      return;
    }
    out_.append(inner == 1 ? 1 : 2, '\n');
    out_.append(kPrefix.size() + static_cast<std::size_t>(axis) + 1, ' ');
  }

  const Indices& shape_;
  std::span<const double> values_;
  const Numbers& numbers_;
  Profile profile_;
  Indices steps_;
  std::string out_;
};

std::string body_of(const Tensor& tensor, const PrintOptions& options) {
  if (!tensor.is_allocated()) return "<buffer is not allocated>";
  if (options.profile == Profile::empty) return "...";
  const std::vector<double> values = to_vector(tensor);
  if (values.empty()) return "[]";
  const bool is_integer = tensor.core().format().kind() == ElementKind::integer;
  return Printer(tensor.spec().logical_shape(), values,
                 Numbers(is_integer, options, values), options.profile)
      .print();
}

}  // namespace

PrintOptions::Profile parse_profile(std::string_view text) {
  const auto is = [&](std::string_view name) {
    return std::ranges::equal(text, name, [](char a, char b) {
      return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b;
    });
  };
  if (is("empty")) return Profile::empty;
  if (is("short")) return Profile::shortened;
  if (is("full")) return Profile::full;
  fail(ErrorKind::invalid, kWhere, "'", text.substr(0, 24),
       "' is not a profile; the profiles are empty, short and full");
}

std::string to_string(const Tensor& tensor, const PrintOptions& options) {
  require(options.precision >= 0 && options.precision <= kMaxPrecision,
          ErrorKind::invalid, kWhere, options.precision,
          " digits behind the point, expected 0 to ", kMaxPrecision);
  return concat(kPrefix, body_of(tensor, options),
                ", shape=", shape_text(tensor.spec().logical_shape()),
                ", dtype=", to_string(tensor.dtype()),
                ", layout=", to_string(tensor.layout()), ')');
}

}  // namespace ashlar::ttnn
