// permutation.cc - which byte takes which way through a permutation.
//
// Every byte joins a line of `in` to a line of `out`: a graph in which each
// line has 64 edges. Give these one of 64 colours each, so that no two of a
// line have the same; then a line can send one byte to each of 64 columns, and
// get one from each. Such colours always exist. They are found by halving the
// edges six times so that each line has as many in one half as in the other.
#include "src/plan/permutation.h"

#include <algorithm>
#include <vector>

namespace ashlar {
namespace {

using kernels::Permutation;

constexpr std::size_t kLine = Permutation::kLine;
constexpr std::uint8_t kUnknown = 0xff;

std::uint16_t narrow(std::size_t value) {
  return static_cast<std::uint16_t>(value);
}

/// Edges, those of a line of `out` side by side.
struct Edges {
  explicit Edges(std::size_t count) : in(count), out(count), byte(count) {}

  std::vector<std::uint16_t> in;    // place if those of a line of `in` are
  std::vector<std::uint16_t> out;   // the inverse
  std::vector<std::uint16_t> byte;  // of `out`
};

/// Fills in an order that has room for all.
class Router {
 public:
  Router(Permutation& order, std::span<const std::uint16_t> at)
      : order_(order), at_(at), next_(at.size()), second_(at.size() / 2) {}

  void run() {
    Edges edges(at_.size());
    for (std::size_t i = 0; i < at_.size(); ++i) {
      edges.in[i] = at_[i];
      edges.out[at_[i]] = narrow(i);
      edges.byte[i] = narrow(i);
    }
    Edges room(at_.size());
    colour(edges, room, 0, kLine);
  }

 private:
  /// Those from `begin` on, `degree` of each line; both are overwritten there.
  void colour(Edges& edges, Edges& room, std::size_t begin,
              std::size_t degree) {
    const std::size_t count = order_.squares * kLine * degree;
    if (degree == 1) return set_column(edges, begin, begin / count);
    find_halves(edges, begin, count);
    move_halves(edges, room, begin, count);
    colour(room, edges, begin, degree / 2);
    colour(room, edges, begin + count / 2, degree / 2);
  }

  /// Two neighbours share a line, and go to different halves. A walk along
  /// neighbours, those in `out` and those in `in` in turns, ends where it began
  /// after an even number of steps, so every second edge can go to one half.
  void find_halves(const Edges& edges, std::size_t begin, std::size_t count) {
    const std::uint16_t* in = &edges.in[begin];
    const std::uint16_t* out = &edges.out[begin];
    // Two steps in one, looked up beforehand: a walk waits for each load.
    for (std::size_t i = 0; i < count; ++i) next_[i ^ 1] = out[in[i] ^ 1];
    std::fill_n(second_.begin(), count / 2, kUnknown);
    for (std::size_t pair = 0; pair < count / 2; ++pair) {
      std::size_t edge = 2 * pair;
      while (second_[edge / 2] == kUnknown) {
        second_[edge / 2] = static_cast<std::uint8_t>(edge % 2);
        edge = next_[edge];
      }
    }
  }

  void move_halves(const Edges& edges, Edges& halves, std::size_t begin,
                   std::size_t count) const {
    for (const std::size_t half : {std::size_t{0}, std::size_t{1}}) {
      const std::size_t to = begin + half * (count / 2);
      for (std::size_t pair = 0; pair < count / 2; ++pair) {
        const std::size_t edge = begin + 2 * pair + (second_[pair] ^ half);
        const std::size_t in = edges.in[edge] / 2u;
        halves.in[to + pair] = narrow(in);
        halves.out[to + in] = narrow(pair);
        halves.byte[to + pair] = edges.byte[edge];
      }
    }
  }

  /// One edge of each line.
  void set_column(const Edges& edges, std::size_t begin, std::size_t column) {
    for (std::size_t to = 0; to < order_.squares * kLine; ++to) {
      const std::size_t from = edges.in[begin + to];
      const std::size_t byte = edges.byte[begin + to];
      // Where exchanges of lines meet the column.
      const auto before = static_cast<std::uint8_t>((from ^ column) % kLine);
      const auto behind = static_cast<std::uint8_t>((to ^ column) % kLine);
      const std::size_t square = from / kLine;
      const std::size_t middle = column * order_.squares + to / kLine;
      order_.first[from].at[before] =
          static_cast<std::uint8_t>(at_[byte] % kLine);
      order_.middle[middle].at[behind] =
          static_cast<std::uint8_t>(square % 2 * kLine + before);
      auto& squares = order_.middle_squares[middle];
      squares[0] |= std::uint64_t{square / 2 % 2} << behind;
      squares[1] |= std::uint64_t{square / 4 % 2} << behind;
      squares[2] |= std::uint64_t{square / 8} << behind;
      order_.last[to].at[byte % kLine] = behind;
    }
  }

  Permutation& order_;
  std::span<const std::uint16_t> at_;
  std::vector<std::uint16_t> next_;   // edge of the same half, from each
  std::vector<std::uint8_t> second_;  // which of two goes to the first half
};

/// `at` and behind it what it leaves out of `count`, or nothing if it asks for
/// a byte twice or for one that is not there.
std::vector<std::uint16_t> completed(std::span<const std::uint16_t> at,
                                     std::size_t in_bytes, std::size_t count) {
  std::vector<std::uint8_t> is_taken(count);
  for (const std::uint16_t byte : at) {
    if (byte >= in_bytes || is_taken[byte] != 0) return {};
    is_taken[byte] = 1;
  }
  std::vector<std::uint16_t> all(at.begin(), at.end());
  all.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (is_taken[i] == 0) all.push_back(narrow(i));
  }
  return all;
}

}  // namespace

std::optional<Permutation> make_permutation(std::span<const std::uint16_t> at,
                                            std::size_t in_bytes) {
  constexpr std::size_t kMost = Permutation::kMaxSquares * Permutation::kSquare;
  if (in_bytes > kMost || at.size() > in_bytes) return std::nullopt;
  Permutation order;
  order.squares = kernels::squares_for(in_bytes);
  if (order.squares == 0) return order;
  const auto all = completed(at, in_bytes, order.bytes());
  if (all.empty()) return std::nullopt;
  const std::size_t lines = order.squares * kLine;
  order.first.resize(lines);
  order.middle.resize(lines);
  order.middle_squares.resize(lines);
  order.last.resize(lines);
  Router(order, all).run();
  return order;
}

}  // namespace ashlar
