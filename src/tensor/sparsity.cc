// sparsity.cc - N of M numbers of a tensor, along any axis.
#include "ashlar/sparsity.h"

#include <cstring>
#include <vector>

#include "ashlar/cast.h"
#include "src/base/checked.h"
#include "src/base/parallel.h"
#include "src/base/require.h"
#include "src/blocks/sparsity.h"
#include "src/format/known.h"
#include "src/kernels/two_of_four.h"
#include "src/tensor/transfer.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "sparsity";
constexpr int kMaxGroup = 1024;

/// The axis of the groups last.
class Order {
 public:
  Order(const Shape& shape, const Sparsity& sparsity, int axis)
      : axis_(axis < 0 ? axis + shape.rank() : axis) {
    require(axis_ >= 0 && axis_ < shape.rank(), ErrorKind::invalid, kWhere,
            "there is no axis ", axis, " in ", to_string(shape));
    require(sparsity.kept >= 1 && sparsity.kept < sparsity.group &&
                sparsity.group <= kMaxGroup,
            ErrorKind::invalid, kWhere, "sparsity of ", sparsity.kept, ":",
            sparsity.group, ", expected at least 1 of more, and of at most ",
            kMaxGroup);
    for (int i = 0; i < shape.rank(); ++i) {
      if (i != axis_) there_.push_back(i);
      back_.push_back(i < axis_ ? i : i - 1);
    }
    there_.push_back(axis_);
    back_[axis_] = shape.rank() - 1;
  }

  Index cols(const Shape& shape) const { return shape[axis_]; }
  /// Whether nothing has to move.
  bool is_last() const { return axis_ + 1 == there_.size(); }

  /// The same shape with another size along the axis.
  Shape with_cols(const Shape& shape, Index cols) const {
    Indices sizes(shape.sizes());
    sizes[axis_] = cols;
    return Shape(sizes);
  }

  Tensor there(const Tensor& tensor) const { return moved(tensor, there_); }
  Tensor back(const Tensor& tensor) const { return moved(tensor, back_); }

  /// As it lies with the axis last; what it holds is zero.
  Tensor zeros_there(const Shape& shape, const Format& format) const {
    Indices sizes;
    for (const Index axis : there_) {
      sizes.push_back(shape[static_cast<int>(axis)]);
    }
    return zeros(row_of(Shape(sizes), format));
  }

 private:
  static Tensor moved(const Tensor& tensor, const Indices& order) {
    return row_copy(tensor, permuted(View(tensor.spec()), order));
  }

  int axis_;
  Indices there_;
  Indices back_;
};

std::size_t word_bytes(const Format& format) {
  require(!format.is_block() && format.bits() % 8 == 0, ErrorKind::unsupported,
          kWhere, format.name(), " has no words of whole bytes");
  require(format.element().has_zero, ErrorKind::unsupported, kWhere,
          format.name(), " has no zero");
  return static_cast<std::size_t>(format.bits() / 8);
}

/// A tensor whose words are all zero, as its format has it.
void fill_with_zero(const Tensor& tensor) {
  if (tensor.format().bits() > 64) return;  // fixed point: bits of 0
  const std::size_t size = word_bytes(tensor.format());
  const std::uint64_t zero = encode(tensor.format().element(), 0);
  if (zero == 0) return;
  const std::span<std::byte> out = tensor.storage().mutable_bytes();
  for (std::size_t at = 0; at < out.size(); at += size) {
    std::memcpy(out.data() + at, &zero, size);
  }
}

std::span<const std::uint8_t> bytes_of(const Tensor& tensor) {
  const std::span<const std::byte> bytes = tensor.storage().bytes();
  return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

std::vector<std::uint8_t> kept_of(const Tensor& moved,
                                  const Sparsity& sparsity) {
  const Tensor numbers = to(moved, Format());
  const std::span<const std::byte> bytes = numbers.storage().bytes();
  const std::span<const float> floats(
      reinterpret_cast<const float*>(bytes.data()),
      bytes.size() / sizeof(float));
  const Index cols = moved.shape()[moved.shape().rank() - 1];
  const Index rows = cols == 0 ? 0 : moved.shape().volume() / cols;
  return keep_largest(floats, {1, rows, cols}, sparsity);
}

Tensor mask_of(const Tensor& moved, const Sparsity& sparsity) {
  const std::vector<std::uint8_t> kept = kept_of(moved, sparsity);
  return make_from_bytes(row_of(moved.shape(), parse_format("bool")),
                         std::as_bytes(std::span(kept)));
}

/// The words that are kept, from their places in `from` to those in `to` or the
/// other way round.
enum class Way : std::uint8_t { compress, expand };
void move_kept(const Tensor& mask, const Sparsity& sparsity, Way way,
               const Tensor& from, const Tensor& to) {
  const std::size_t size = word_bytes(from.format());
  const std::byte* in = from.storage().bytes().data();
  std::byte* out = to.storage().mutable_bytes().data();
  for_each_kept(bytes_of(mask), mask.shape()[mask.shape().rank() - 1], sparsity,
                [&](std::size_t whole, std::size_t kept) {
                  const bool there = way == Way::compress;
                  std::memcpy(out + (there ? kept : whole) * size,
                              in + (there ? whole : kept) * size, size);
                });
}

void check_shape(const Tensor& tensor, const Shape& expected,
                 std::string_view name) {
  const Shape found(tensor.shape().sizes());
  require(found == expected, ErrorKind::invalid, kWhere, name, " is ",
          to_string(found), ", expected ", to_string(expected));
}

/// Checked, and with the axis of the groups last.
Tensor moved_mask(const Tensor& mask, const Shape& shape, const Order& order,
                  const Sparsity& sparsity) {
  check_shape(mask, Shape(shape.sizes()), "the mask");
  require(mask.format() == parse_format("bool"), ErrorKind::invalid, kWhere,
          "the mask is ", mask.format().name(), ", expected bool");
  Tensor moved = order.there(mask);
  for (const std::uint8_t byte : bytes_of(moved)) {
    require(byte <= 1, ErrorKind::data, kWhere, "the mask holds ", int{byte},
            ", expected 0 or 1");
  }
  check_mask(bytes_of(moved), order.cols(shape), sparsity, kWhere);
  return moved;
}

SparseTensor compressed(const Tensor& tensor, const Sparsity& sparsity,
                        int axis, const Order& order, const Tensor& moved,
                        const Tensor& mask) {
  const Shape shape(tensor.shape().sizes());
  const Index cols = kept_cols(order.cols(shape), sparsity);
  const Tensor data =
      order.zeros_there(order.with_cols(shape, cols), tensor.format());
  fill_with_zero(data);
  move_kept(mask, sparsity, Way::compress, moved, data);
  return {shape, sparsity, axis, order.back(data), order.back(mask)};
}

/// Whole groups of f32 or bf16, of which half is kept.
bool has_kernel(const Tensor& tensor, const Sparsity& sparsity,
                const Order& order) {
  if (tensor.format().is_block()) return false;
  const Element& element = tensor.format().element();
  return sparsity == Sparsity{2, 4} && order.is_last() &&
         order.cols(tensor.shape()) % sparsity.group == 0 &&
         (element == kF32 || element == kBf16);
}

std::uint8_t* writable(const Tensor& tensor) {
  return reinterpret_cast<std::uint8_t*>(
      tensor.storage().mutable_bytes().data());
}

/// The mask, and to `kept` what it keeps, unless that is null.
Tensor mask_by_kernel(const Tensor& tensor, const Tensor* kept) {
  constexpr Index kGrain = Index{1} << 15;  // groups
  const Tensor rows = to(tensor, row_of(tensor.shape(), tensor.format()));
  Tensor mask = empty(row_of(tensor.shape(), parse_format("bool")));
  const auto wide = tensor.format().element() == kF32 ? kernels::Wide::f32
                                                      : kernels::Wide::bf16;
  const Index width = tensor.format().bits() / 8;
  const std::uint8_t* in = bytes_of(rows).data();
  std::uint8_t* bits = writable(mask);
  std::uint8_t* words = kept == nullptr ? nullptr : writable(*kept);
  const kernels::Store store = kernels::store_for(
      kept == nullptr ? 0 : static_cast<std::size_t>(kept->bytes()));
  parallel_for(
      mask.shape().volume() / 4, kGrain, 0, [&](Index begin, Index end) {
        kernels::keep_two_of_four(
            in + begin * 4 * width, wide, static_cast<std::size_t>(end - begin),
            {words == nullptr ? nullptr : words + begin * 2 * width,
             bits + begin * 4},
            store);
      });
  return mask;
}

SparseTensor compress_by_kernel(const Tensor& tensor, const Sparsity& sparsity,
                                int axis, const Order& order) {
  const Shape shape(tensor.shape().sizes());
  const Index cols = kept_cols(order.cols(shape), sparsity);
  const Tensor data =
      empty(row_of(order.with_cols(shape, cols), tensor.format()));
  const Tensor mask = mask_by_kernel(tensor, &data);
  return {shape, sparsity, axis, data, mask};
}

}  // namespace

Tensor sparsity_mask(const Tensor& tensor, const Sparsity& sparsity, int axis) {
  const Order order(tensor.shape(), sparsity, axis);
  if (has_kernel(tensor, sparsity, order)) {
    return mask_by_kernel(tensor, nullptr);
  }
  return order.back(mask_of(order.there(tensor), sparsity));
}

Tensor prune(const Tensor& tensor, const Sparsity& sparsity, int axis) {
  return expand(compress(tensor, sparsity, axis));
}

SparseTensor compress(const Tensor& tensor, const Sparsity& sparsity,
                      int axis) {
  word_bytes(tensor.format());
  const Order order(tensor.shape(), sparsity, axis);
  if (has_kernel(tensor, sparsity, order)) {
    return compress_by_kernel(tensor, sparsity, axis, order);
  }
  const Tensor moved = order.there(tensor);
  return compressed(tensor, sparsity, axis, order, moved,
                    mask_of(moved, sparsity));
}

SparseTensor compress(const Tensor& tensor, const Sparsity& sparsity,
                      const Tensor& mask, int axis) {
  word_bytes(tensor.format());
  const Order order(tensor.shape(), sparsity, axis);
  return compressed(tensor, sparsity, axis, order, order.there(tensor),
                    moved_mask(mask, tensor.shape(), order, sparsity));
}

Tensor expand(const SparseTensor& sparse) {
  const Format& format = sparse.data.format();
  word_bytes(format);
  const Order order(sparse.shape, sparse.sparsity, sparse.axis);
  const Tensor mask =
      moved_mask(sparse.mask, sparse.shape, order, sparse.sparsity);
  const Index cols = kept_cols(order.cols(sparse.shape), sparse.sparsity);
  check_shape(sparse.data, order.with_cols(sparse.shape, cols), "the data");
  const Tensor out = order.zeros_there(sparse.shape, format);
  fill_with_zero(out);
  move_kept(mask, sparse.sparsity, Way::expand, order.there(sparse.data), out);
  return order.back(out);
}

}  // namespace ashlar
