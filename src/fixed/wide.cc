// wide.cc - schoolbook arithmetic on limbs of 64 bits.
#include "src/fixed/wide.h"

#include <algorithm>
#include <bit>

#include "src/base/require.h"

namespace ashlar {

Wide::Wide(UInt128 value) {
  limbs_[0] = static_cast<std::uint64_t>(value);
  limbs_[1] = static_cast<std::uint64_t>(value >> 64);
  used_ = 2;
  trim();
}

void Wide::resize(int used) {
  require(used <= kLimbs, ErrorKind::bug, "fixed point", "a number of ",
          used * 64, " bits passes the room for intermediate results");
  for (int i = used_; i < used; ++i) at(i) = 0;
  used_ = used;
}

void Wide::trim() {
  while (used_ > 0 && limbs_[index(used_ - 1)] == 0) --used_;
}

int Wide::bit_length() const {
  if (used_ == 0) return 0;
  return 64 * used_ - std::countl_zero(limb(used_ - 1));
}

int Wide::trailing_zeros() const {
  for (int i = 0; i < used_; ++i) {
    if (limb(i) != 0) return 64 * i + std::countr_zero(limb(i));
  }
  return 0;
}

UInt128 Wide::low128() const {
  return (static_cast<UInt128>(limb(1)) << 64) | limb(0);
}

Wide Wide::operator<<(int count) const {
  if (is_zero()) return {};
  const int whole = count / 64;
  const int part = count % 64;
  Wide out;
  out.resize((bit_length() + count + 63) / 64);
  for (int i = 0; i < out.used_; ++i) {
    const int from = i - whole;
    if (from < 0) continue;
    const std::uint64_t below =
        part == 0 || from == 0 ? 0 : limb(from - 1) >> (64 - part);
    out.at(i) = (limb(from) << part) | below;
  }
  return out;
}

Wide Wide::operator>>(int count) const {
  const int whole = count / 64;
  const int part = count % 64;
  Wide out;
  out.resize(std::max(0, used_ - whole));
  for (int i = 0; i < out.used_; ++i) {
    const std::uint64_t above =
        part == 0 ? 0 : limb(i + whole + 1) << (64 - part);
    out.at(i) = (limb(i + whole) >> part) | above;
  }
  out.trim();
  return out;
}

Wide operator+(const Wide& a, const Wide& b) {
  const int size = std::max(a.used_, b.used_);
  Wide out;
  out.resize(size);
  std::uint64_t carry = 0;
  for (int i = 0; i < size; ++i) {
    const UInt128 sum = static_cast<UInt128>(a.limb(i)) + b.limb(i) + carry;
    out.at(i) = static_cast<std::uint64_t>(sum);
    carry = static_cast<std::uint64_t>(sum >> 64);
  }
  if (carry != 0) {
    out.resize(size + 1);
    out.at(size) = carry;
  }
  return out;
}

Wide operator-(const Wide& a, const Wide& b) {
  require(a >= b, ErrorKind::bug, "fixed point", "a difference below zero");
  Wide out;
  out.resize(a.used_);
  std::uint64_t borrow = 0;
  for (int i = 0; i < a.used_; ++i) {
    const UInt128 difference =
        static_cast<UInt128>(a.limb(i)) - b.limb(i) - borrow;
    out.at(i) = static_cast<std::uint64_t>(difference);
    borrow = static_cast<std::uint64_t>(difference >> 64) & 1;
  }
  out.trim();
  return out;
}

Wide operator*(const Wide& a, const Wide& b) {
  if (a.is_zero() || b.is_zero()) return {};
  Wide out;
  // One limb of the product may turn out unneeded, so ask by bits.
  const int size = (a.bit_length() + b.bit_length() + 63) / 64;
  out.resize(size);
  for (int i = 0; i < a.used_; ++i) {
    std::uint64_t carry = 0;
    for (int j = 0; j < b.used_ && i + j < size; ++j) {
      const UInt128 sum =
          static_cast<UInt128>(a.limb(i)) * b.limb(j) + out.limb(i + j) + carry;
      out.at(i + j) = static_cast<std::uint64_t>(sum);
      carry = static_cast<std::uint64_t>(sum >> 64);
    }
    if (i + b.used_ < size) out.at(i + b.used_) = carry;
  }
  out.trim();
  return out;
}

std::strong_ordering operator<=>(const Wide& a, const Wide& b) {
  if (a.used_ != b.used_) return a.used_ <=> b.used_;
  for (int i = a.used_ - 1; i >= 0; --i) {
    if (a.limb(i) != b.limb(i)) return a.limb(i) <=> b.limb(i);
  }
  return std::strong_ordering::equal;
}

Wide Wide::divided_by(std::uint64_t divisor) const {
  require(divisor != 0, ErrorKind::bug, "fixed point", "a division by zero");
  Wide out;
  out.resize(used_);
  UInt128 rest = 0;
  for (int i = used_ - 1; i >= 0; --i) {
    rest = (rest << 64) | limb(i);
    out.at(i) = static_cast<std::uint64_t>(rest / divisor);
    rest %= divisor;
  }
  out.trim();
  return out;
}

// One digit of the quotient from the two top limbs of the divisor, whose top
// bit is set: right, or one too large.
std::uint64_t Wide::guess_digit(const Wide& rest, const Wide& divisor,
                                int place) {
  const int n = divisor.used_;
  const std::uint64_t top = divisor.limb(n - 1) | (std::uint64_t{1} << 63);
  const UInt128 head = (static_cast<UInt128>(rest.limb(place + n)) << 64) |
                       rest.limb(place + n - 1);
  UInt128 guess = head / top;
  UInt128 left = head % top;
  while ((guess >> 64) != 0 || guess * divisor.limb(n - 2) >
                                   ((left << 64) | rest.limb(place + n - 2))) {
    --guess;
    left += top;
    if ((left >> 64) != 0) break;
  }
  return static_cast<std::uint64_t>(guess);
}

// Takes digit * divisor from the limbs of `rest` at `place`; true if that was
// too much, and they have wrapped.
bool Wide::take(Wide& rest, const Wide& divisor, std::uint64_t digit,
                int place) {
  std::uint64_t carry = 0;
  std::uint64_t borrow = 0;
  for (int i = 0; i <= divisor.used_; ++i) {
    const UInt128 product =
        static_cast<UInt128>(digit) * divisor.limb(i) + carry;
    carry = static_cast<std::uint64_t>(product >> 64);
    const UInt128 difference = static_cast<UInt128>(rest.limb(i + place)) -
                               static_cast<std::uint64_t>(product) - borrow;
    rest.at(i + place) = static_cast<std::uint64_t>(difference);
    borrow = static_cast<std::uint64_t>(difference >> 64) & 1;
  }
  return borrow != 0;
}

void Wide::give_back(Wide& rest, const Wide& divisor, int place) {
  std::uint64_t carry = 0;
  for (int i = 0; i <= divisor.used_; ++i) {
    const UInt128 sum =
        static_cast<UInt128>(rest.limb(i + place)) + divisor.limb(i) + carry;
    rest.at(i + place) = static_cast<std::uint64_t>(sum);
    carry = static_cast<std::uint64_t>(sum >> 64);
  }
}

// Knuth's algorithm D.
Wide::Division Wide::divide(const Wide& a, const Wide& b) {
  if (b.used_ <= 1) {
    const Wide quotient = a.divided_by(b.limb(0));
    return {quotient, a - quotient * b};
  }
  if (a < b) return {Wide(), a};
  const int shift = std::countl_zero(b.limb(b.used_ - 1));
  const Wide divisor = b << shift;
  Wide rest = a << shift;
  const int places = rest.used_ - divisor.used_ + 1;
  rest.resize(rest.used_ + 1);
  Wide quotient;
  quotient.resize(places);
  for (int place = places - 1; place >= 0; --place) {
    std::uint64_t digit = guess_digit(rest, divisor, place);
    if (take(rest, divisor, digit, place)) {
      --digit;
      give_back(rest, divisor, place);
    }
    quotient.at(place) = digit;
  }
  quotient.trim();
  rest.trim();
  return {quotient, rest >> shift};
}

// Newton's iteration from above: it falls until it has arrived.
Wide Wide::square_root() const {
  if (is_zero()) return {};
  Wide root = power_of_two((bit_length() + 1) / 2);
  while (true) {
    const Wide next = (root + *this / root) >> 1;
    if (next >= root) return root;
    root = next;
  }
}

Wide shift_nearest_even(const Wide& value, int count) {
  if (count <= 0) return value << -count;
  if (count > value.bit_length() + 1) return {};
  const Wide whole = value >> count;
  const Wide rest = value - (whole << count);
  const Wide half = power_of_two(count - 1);
  const bool up = rest > half || (rest == half && whole.is_odd());
  return up ? whole + Wide(1) : whole;
}

}  // namespace ashlar
