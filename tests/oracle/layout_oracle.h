// layout_oracle.h - the layout language once more: slow, and obviously right.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ashlar::test {

/// Evaluates a layout text by its definition, one recursive call per symbol.
/// It shares no code with the library, trusts its input (a wrong text throws
/// std::logic_error) and takes no shortcut.
class LayoutOracle {
 public:
  using Number = std::int64_t;
  using Numbers = std::vector<Number>;

  struct Axis {
    std::string name;
    Number size = 0;
  };

  /// One coordinate a unit (0 if replicated), and the bit in its memory.
  struct Place {
    Numbers unit;
    Number bit = 0;

    auto operator<=>(const Place&) const = default;
  };

  /// Indices, in row-major order, by the place they share.
  using Inverse = std::map<Place, std::vector<Numbers>>;

  /// `element_bits` is the width of what is stored outside of records.
  LayoutOracle(std::string_view text, std::vector<Axis> axes,
               Number element_bits);
  ~LayoutOracle();
  LayoutOracle(LayoutOracle&&) noexcept;

  /// Names of the fields, "" for the elements of a layout without records.
  std::vector<std::string> fields() const;
  Number field_bits(const std::string& field) const;

  std::vector<std::string> unit_names() const;
  Numbers unit_extents() const;
  Number bits_per_unit() const;

  /// Where the entry of `field` for the element at `index` lies.
  Place place(const Numbers& index, const std::string& field) const;

  /// `place` turned round by trying every index.
  Inverse inverse(const std::string& field) const;
  bool is_injective(const std::string& field) const;

  /// Every index of a shape, in row-major order.
  static std::vector<Numbers> every_index(const Numbers& sizes);

 private:
  struct Model;
  std::unique_ptr<Model> model_;
};

}  // namespace ashlar::test
