// What every device promises. A device that is not here is skipped, in its own
// words.
#include "tests/support/device_conformance.h"

#include <gtest/gtest.h>

#include <thread>

#include "ashlar/print.h"
#include "ashlar/tensor_view.h"
#include "tests/support/convert_check.h"
#include "tests/tensor/tensor_check.h"

namespace ashlar {
namespace {

using test::counting;
using test::DeviceCase;
using test::pick;
using test::Random;

constexpr Padding kZero{Padding::Kind::zero, 0};

class DeviceConformanceTest : public testing::TestWithParam<DeviceCase> {
 protected:
  void SetUp() override {
    try {
      device_ = GetParam().open();
    } catch (const Error& error) {
      // Only a device that is not here may be skipped, not one that fails.
      if (error.kind() != ErrorKind::unsupported) throw;
      GTEST_SKIP() << error.what();
    }
  }

  void TearDown() override {
    if (device_ == nullptr || GetParam().complaint == nullptr) return;
    EXPECT_EQ(GetParam().complaint(*device_), std::nullopt);
  }

  /// Random bits in a form of the host.
  static Tensor random_tensor(Random& random, const Spec& spec) {
    std::vector<std::byte> bytes(static_cast<std::size_t>(bind(spec).bytes()));
    test::fill_random(bytes, random());
    return make_from_bytes(spec, bytes);
  }

  /// Calls `work` with tensors of many shapes and formats, and a form of each
  /// that the device takes.
  template <class Work>
  void for_each_form(int rounds, const Work& work) {
    Random random(test::test_seed());
    int forms = 0;
    for (int round = 0; round < rounds; ++round) {
      const Tensor host = random_tensor(random, any_spec(random));
      for (const Spec& spec : test::specs_for(*device_, host.spec())) {
        SCOPED_TRACE(to_string(spec));
        work(host, spec);
        ++forms;
        if (HasFatalFailure()) return;
      }
    }
    EXPECT_GT(forms, rounds / 2) << "it refuses nearly everything";
  }

  static Spec any_spec(Random& random) {
    constexpr const char* kFormats[] = {"bf16", "f16", "f32", "i32",
                                        "u8",   "u16", "u32"};
    Spec spec;
    spec.format = parse_format(kFormats[pick(random, 0, 6)]);
    Indices sizes;
    for (Index rank = pick(random, 1, 4); rank > 0; --rank) {
      sizes.push_back(pick(random, 1, rank > 2 ? 4 : 90));
    }
    // Widths that all rules take come often enough.
    Index& width = sizes[sizes.size() - 1];
    if (test::chance(random, 70)) width = (width + 3) / 4 * 4;
    spec.shape = Shape(sizes);
    return spec;
  }

  std::shared_ptr<Device> device_;
};

TEST_P(DeviceConformanceTest, ThereAndBackIsTheIdentity) {
  for_each_form(5, [&](const Tensor& host, const Spec& spec) {
    const Tensor there = to(host, spec, device_);
    ASSERT_EQ(there.spec(), spec);
    ASSERT_TRUE(same_bits(to(there, host.spec()), host));
    ASSERT_TRUE(same_bits(to_host(there), host));
  });
}

TEST_P(DeviceConformanceTest, EveryElementIsReadThroughIt) {
  Random random(test::test_seed() + 1);
  for_each_form(3, [&](const Tensor& host, const Spec& spec) {
    const Tensor there = to(host, spec, device_);
    for (int i = 0; i < 10; ++i) {
      const Indices index =
          unravel(pick(random, 0, host.shape().volume() - 1), host.shape());
      ASSERT_EQ(read_word(there, index), read_word(host, index));
    }
  });
}

TEST_P(DeviceConformanceTest, EveryElementIsWhereTheDefinitionSays) {
  Random random(test::test_seed() + 2);
  for_each_form(2, [&](const Tensor& host, const Spec& spec) {
    const Tensor there = to(host, spec, device_);
    const BoundLayout& layout = there.layout();
    for (int i = 0; i < 5; ++i) {
      const Indices index =
          unravel(pick(random, 0, host.shape().volume() - 1), host.shape());
      const Position at = layout.position(index);
      Indices unit;
      for (std::size_t u = 0; u < layout.units().size(); ++u) {
        unit.push_back(at.unit[u]);
      }
      const Tensor memory = unit_memory(there, unit);
      ASSERT_EQ(test::read_word(memory.storage().bytes(), at.bit,
                                layout.element_bits()),
                read_word(host, index));
    }
  });
}

TEST_P(DeviceConformanceTest, WritesReachNothingElse) {
  Random random(test::test_seed() + 3);
  for_each_form(2, [&](const Tensor& host, const Spec& spec) {
    const Tensor before = to(host, spec, device_);
    const Tensor there = copy(before);
    const Tensor after = copy(before);
    Tensor expected = copy(host);
    for (int i = 0; i < 3; ++i) {
      const Indices index =
          unravel(pick(random, 0, host.shape().volume() - 1), host.shape());
      const std::uint64_t word =
          random() >> (64 - host.layout().element_bits());
      write_word(there, index, word);
      write_word(expected, index, word);
    }
    ASSERT_TRUE(same_bits(there, expected));
    ASSERT_TRUE(same_bits(before, host));
    ASSERT_TRUE(same_bits(after, host));
  });
}

TEST_P(DeviceConformanceTest, PaddingIsFilledAndVerified) {
  for_each_form(2, [&](const Tensor& host, const Spec& spec) {
    ConvertOptions options;
    options.padding = kZero;
    const Tensor there = to(host, spec, device_, options);
    ASSERT_FALSE(verify_padding(there).has_value());
    fill_padding(there, 3);
    ASSERT_FALSE(verify_padding(there).has_value());
    ASSERT_EQ(verify_padding(there, kZero).has_value(), has_padding(there));
    ASSERT_TRUE(same_bits(there, host));
    ASSERT_FALSE(verify_padding(zeros(spec, device_)).has_value());
  });
}

TEST_P(DeviceConformanceTest, PartsAreCopiedAndAssigned) {
  Random random(test::test_seed() + 4);
  for_each_form(2, [&](const Tensor& host, const Spec& spec) {
    const Tensor there = copy(to(host, spec, device_));
    Indices begin;
    Indices sizes;
    for (const Index size : host.shape().sizes()) {
      begin.push_back(pick(random, 0, size - 1));
      sizes.push_back(pick(random, 1, size - begin[begin.size() - 1]));
    }
    const View part = window(View(spec), begin, sizes);
    const View same = window(View(host.spec()), begin, sizes);
    ASSERT_TRUE(same_bits(copy(there, part), copy(host, same)));
    const Tensor fresh = random_tensor(random, copy(host, same).spec());
    assign(there, part, fresh);
    const Tensor expected = copy(host);
    assign(expected, same, fresh);
    ASSERT_TRUE(same_bits(there, expected));
  });
}

TEST_P(DeviceConformanceTest, TensorsMoveFromOneFormToAnother) {
  Random random(test::test_seed() + 5);
  for (int round = 0; round < 2; ++round) {
    const Tensor host = random_tensor(random, any_spec(random));
    Tensor there;
    for (const Spec& spec : test::specs_for(*device_, host.spec())) {
      there = there.shape() == host.shape() ? to(there, spec, device_)
                                            : to(host, spec, device_);
      ASSERT_TRUE(same_bits(there, host)) << to_string(spec);
    }
  }
}

TEST_P(DeviceConformanceTest, RefusesWhatItSaysItRefuses) {
  Random random(test::test_seed() + 6);
  for (int round = 0; round < 30; ++round) {
    Spec spec = any_spec(random);
    if (round % 3 == 0) spec.format = parse_format("f64");
    if (round % 2 == 0) spec.layout = ColumnMajor{};
    spec.placement = parse_placement("on " + device_->name());
    if (round % 5 == 0) spec.placement.memory.name = "nowhere";
    const auto reason = device_->why_not(spec);
    if (!reason) continue;
    try {
      empty(spec, device_);
      // The host itself has no device to ask.
      ASSERT_EQ(device_->name(), "host");
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(*reason), std::string::npos)
          << error.what();
    }
  }
}

TEST_P(DeviceConformanceTest, ManyThreadsUseItAtOnce) {
  const Tensor host = counting("bf16[64x96] row");
  const Spec spec = device_->default_spec(host.spec());
  if (const auto reason = device_->why_not(spec)) GTEST_SKIP() << *reason;
  const Tensor shared = to(host, spec, device_);
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&, t] {
        for (int i = 0; i < 10; ++i) {
          const Tensor own = copy(to(host, spec, device_));
          write(own, {t, i}, 55);
          EXPECT_EQ(read(own, {t, i}), 55);
          EXPECT_TRUE(same_bits(shared, host));
        }
      });
    }
  }
  EXPECT_TRUE(same_bits(shared, host));
}

TEST_P(DeviceConformanceTest, TensorsArePrintedAsOnTheHost) {
  const Tensor host = counting("bf16[40x64] row");
  const Spec spec = device_->default_spec(host.spec());
  if (const auto reason = device_->why_not(spec)) GTEST_SKIP() << *reason;
  EXPECT_EQ(print_elements(to(host, spec, device_)), print_elements(host));
}

INSTANTIATE_TEST_SUITE_P(Devices, DeviceConformanceTest,
                         testing::ValuesIn(test::device_cases()),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace ashlar
