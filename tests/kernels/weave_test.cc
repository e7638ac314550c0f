// Weaves of every number of stages and granule, on every target.
#include "src/kernels/weave.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

#include "tests/kernels/kernel_check.h"

namespace ashlar::kernels {
namespace {

using test::Bytes;
using test::numbered;

/// Any tables that move whole pieces of `granule` bytes.
Weave random_weave(std::mt19937_64& random, int stages, std::size_t granule) {
  Weave weave;
  weave.stages = stages;
  const std::size_t reach = stages == 0 ? 64 : 128;
  for (Weave::Table& table : weave.tables) {
    for (std::size_t i = 0; i < table.size(); i += granule) {
      const std::size_t from = random() % (reach / granule) * granule;
      for (std::size_t k = 0; k < granule; ++k) {
        table[i + k] = static_cast<std::uint8_t>(from + k);
      }
    }
  }
  // Lines lie apart, in any order.
  std::vector<std::int64_t> places(Weave::kMaxLines);
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i] = static_cast<std::int64_t>(i) * 64;
  }
  std::shuffle(places.begin(), places.end(), random);
  std::copy(places.begin(), places.end(), weave.out_at.begin());
  for (std::size_t i = 0; i < places.size(); ++i) {
    weave.in_at[i] = static_cast<std::int64_t>(random() % 900);
  }
  finish(weave);
  return weave;
}

/// What weave.h says, word for word.
void weave_slowly(const Weave& weave, const std::uint8_t* in,
                  std::uint8_t* out) {
  const std::size_t count = std::size_t{1} << weave.stages;
  std::vector<Bytes> lines;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t* line = in + weave.in_at[i];
    lines.emplace_back(line, line + 64);
  }
  const auto picked = [](const Weave::Table& table, const Bytes& a,
                         const Bytes& b) {
    Bytes line;
    for (const std::uint8_t t : table)
      line.push_back(t < 64 ? a[t] : b[t - 64]);
    return line;
  };
  if (weave.stages == 0) lines[0] = picked(weave.tables[0], lines[0], lines[0]);
  for (int s = 0; s < weave.stages; ++s) {
    const std::vector<Bytes> before = lines;
    const std::size_t bit = std::size_t{1} << s;
    for (std::size_t r = 0; r < count; ++r) {
      const auto table = static_cast<std::size_t>(2 * s) + (r >> s & 1);
      lines[r] = picked(weave.tables[table], before[r & ~bit], before[r | bit]);
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    std::memcpy(out + weave.out_at[i], lines[i].data(), 64);
  }
}

TEST(WeaveTest, DoesWhatItsTablesSay) {
  const Bytes in = numbered(20000);
  std::mt19937_64 random(7);
  for (int stages = 0; stages <= Weave::kMaxStages; ++stages) {
    for (const std::size_t granule : {1u, 2u, 4u, 8u}) {
      const Weave weave = random_weave(random, stages, granule);
      EXPECT_GE(weave.granule, granule);
      const std::size_t size = std::size_t{64} << Weave::kMaxStages;
      const Move groups[] = {{3, 64},
                             {4001, static_cast<std::int64_t>(size) + 64}};
      alignas(64) static std::uint8_t
          expected[(std::size_t{64} << Weave::kMaxStages) * 2 + 128];
      std::fill(std::begin(expected), std::end(expected), std::uint8_t{0xee});
      for (const Move& group : groups) {
        weave_slowly(weave, in.data() + group.in, expected + group.out);
      }
      test::on_every_target([&] {
        for (const Store store : {Store::cached, Store::streamed}) {
          for (const auto into :
               {Fetch::Into::nothing, Fetch::Into::l1, Fetch::Into::l2}) {
            const std::int64_t lines[] = {0, 64, 1000};
            alignas(64) static std::uint8_t out[sizeof expected];
            std::fill(std::begin(out), std::end(out), std::uint8_t{0xee});
            weave_lines(weave, in.data(), out, {groups, 2}, store,
                        {in.data(), lines, 3, into});
            ASSERT_EQ(std::memcmp(out, expected, sizeof expected), 0)
                << stages << " stages, granule " << granule;
          }
        }
      });
    }
  }
}

TEST(WeaveTest, StoresAnywhereUnlessItStreams) {
  const Bytes in = numbered(8000);
  std::mt19937_64 random(8);
  const Weave weave = random_weave(random, 2, 2);
  test::on_every_target([&] {
    for (std::int64_t skew = 0; skew < 64; ++skew) {
      Bytes out(4000, 0xee);
      Bytes expected = out;
      const Move group{1, skew};
      weave_slowly(weave, in.data() + 1, expected.data() + skew);
      weave_lines(weave, in.data(), out.data(), {&group, 1}, Store::cached, {});
      ASSERT_EQ(out, expected);
    }
  });
}

TEST(WeaveTest, FindsTheLargestPiecesThatStayTogether) {
  Weave weave;
  weave.stages = 1;
  for (std::size_t granule = 1; granule <= 8; granule *= 2) {
    for (Weave::Table& table : weave.tables) {
      for (std::size_t i = 0; i < 64; ++i) {
        // Pieces in reverse order.
        table[i] = static_cast<std::uint8_t>(
            (64 / granule - 1 - i / granule) * granule + i % granule);
      }
    }
    finish(weave);
    EXPECT_EQ(weave.granule, granule);
    EXPECT_EQ(weave.lanes[0][0], 64 / granule - 1);
  }
}

}  // namespace
}  // namespace ashlar::kernels
