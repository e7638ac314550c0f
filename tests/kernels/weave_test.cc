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
Weave random_weave(std::mt19937_64& random, int stages, std::size_t granule,
                   std::size_t line = 64) {
  Weave weave;
  weave.stages = stages;
  weave.line = line;
  const std::size_t reach = stages == 0 ? line : 2 * line;
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

/// Stages that interleave pieces of `granule` bytes.
Weave interleaving(std::mt19937_64& random, int stages, std::size_t granule) {
  Weave weave = random_weave(random, stages, granule, 16);
  for (std::size_t t = 0; t < weave.tables.size(); ++t) {
    std::vector<std::uint8_t> halves[2];
    for (std::size_t i = 0; i < 8; ++i) {
      halves[0].push_back(static_cast<std::uint8_t>(i + t % 2 * 8));
      halves[1].push_back(static_cast<std::uint8_t>(i + t % 2 * 8 + 16));
    }
    std::size_t at = 0;
    for (std::size_t i = 0; i < 8; i += granule) {
      for (const auto& half : halves) {
        for (std::size_t k = 0; k < granule; ++k) {
          weave.tables[t][at++] = half[i + k];
        }
      }
    }
  }
  finish(weave);
  EXPECT_EQ(weave.interleaved, granule);
  return weave;
}

/// What weave.h says, word for word.
void weave_slowly(const Weave& weave, const std::uint8_t* in,
                  std::uint8_t* out) {
  const std::size_t count = std::size_t{1} << weave.stages;
  std::vector<Bytes> lines;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t* line = in + weave.in_at[i];
    lines.emplace_back(line, line + weave.line);
  }
  const auto picked = [&](const Weave::Table& table, const Bytes& a,
                          const Bytes& b) {
    Bytes line;
    for (std::size_t i = 0; i < weave.line; ++i) {
      const std::size_t t = table[i];
      line.push_back(t < weave.line ? a[t] : b[t - weave.line]);
    }
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
    std::memcpy(out + weave.out_at[i], lines[i].data(), weave.line);
  }
}

/// Short lines, wherever the group beside each is.
void expect_short_lines(const Weave& given) {
  const Bytes in = numbered(20000);
  Weave weave = given;
  for (const std::int64_t out_next : {0, 16, 4096}) {
    weave.in_next = out_next == 0 ? 0 : 1234;
    weave.out_next = out_next;
    const Move groups[] = {{3, 64}, {4001, 8192 + 64}};
    alignas(64) static std::uint8_t expected[16384];
    std::fill(std::begin(expected), std::end(expected), std::uint8_t{0xee});
    for (const Move& group : groups) {
      weave_slowly(weave, in.data() + group.in, expected + group.out);
      weave_slowly(weave, in.data() + group.in + weave.in_next,
                   expected + group.out + out_next);
    }
    test::on_every_target([&] {
      for (const Store store : {Store::cached, Store::streamed}) {
        const std::int64_t lines[] = {0, 64, 1000};
        alignas(64) static std::uint8_t out[sizeof expected];
        std::fill(std::begin(out), std::end(out), std::uint8_t{0xee});
        weave_lines(weave, in.data(), out, {groups, 2}, store,
                    {in.data(), lines, 3, Fetch::Into::l2});
        ASSERT_EQ(std::memcmp(out, expected, sizeof expected), 0)
            << weave.stages << " stages, granule " << weave.granule
            << ", the next " << out_next << " bytes on";
      }
    });
  }
}

TEST(WeaveTest, WeavesShortLines) {
  std::mt19937_64 random(9);
  for (int stages = 0; stages <= 4; ++stages) {
    for (const std::size_t granule : {1u, 2u, 4u, 8u}) {
      expect_short_lines(random_weave(random, stages, granule, 16));
      const bool interleaves = stages > 0 && granule << stages <= 16;
      if (interleaves)
        expect_short_lines(interleaving(random, stages, granule));
    }
  }
}

void expect_long_lines(const Weave& weave) {
  const Bytes in = numbered(20000);
  constexpr std::size_t kSize = std::size_t{64} << Weave::kMaxStages;
  const Move groups[] = {{3, 64}, {4001, std::int64_t{kSize} + 64}};
  alignas(64) static std::uint8_t expected[2 * kSize + 128];
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
            << weave.stages << " stages, granule " << weave.granule;
      }
    }
  });
}

TEST(WeaveTest, DoesWhatItsTablesSay) {
  std::mt19937_64 random(7);
  for (int stages = 0; stages <= Weave::kMaxStages; ++stages) {
    for (const std::size_t granule : {1u, 2u, 4u, 8u}) {
      const Weave weave = random_weave(random, stages, granule);
      EXPECT_GE(weave.granule, granule);
      expect_long_lines(weave);
    }
  }
}

TEST(WeaveTest, PiecesMayGrowFromStageToStage) {
  std::mt19937_64 random(11);
  for (int stages = 1; stages <= Weave::kMaxStages; ++stages) {
    for (const std::size_t granule : {1u, 2u}) {
      Weave weave = random_weave(random, stages, granule);
      for (std::size_t t = 2; t < weave.tables.size(); ++t) {
        const std::size_t wide =
            std::min<std::size_t>(8, granule << static_cast<int>(t / 2));
        weave.tables[t] = random_weave(random, stages, wide).tables[t];
      }
      finish(weave);
      EXPECT_EQ(weave.granule, granule);
      EXPECT_EQ(weave.rises, true);
      expect_long_lines(weave);
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
