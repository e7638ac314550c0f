// registry_test.cc - devices by name.
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "ashlar/sim.h"
#include "tests/base/error_text.h"

namespace ashlar {
namespace {

TEST(RegistryTest, HostIsAlwaysOpen) {
  EXPECT_EQ(open_device("host")->name(), "host");
  EXPECT_EQ(open_device(Memory()), open_device("host"));
  EXPECT_EQ(open_devices().front(), "host");
}

TEST(RegistryTest, SimulatedDevicesOpenThemselves) {
  const auto first = open_device("sim:7");
  EXPECT_EQ(first->name(), "sim:7");
  EXPECT_EQ(open_device("sim:7"), first);
  EXPECT_EQ(open_device(Memory{"sim", 7, "l1"}), first);
  EXPECT_NE(open_device("sim:8"), first);
  EXPECT_EQ(std::dynamic_pointer_cast<SimDevice>(first)->config(), SimConfig());
  close_device("sim:7");
  EXPECT_NE(open_device("sim:7"), first);
  close_device("sim:7");
  close_device("sim:8");
}

TEST(RegistryTest, OpensWhatIsAskedFor) {
  const auto spyre = open_sim(3, parse_sim_config("spyre"));
  EXPECT_EQ(open_device("sim:3"), spyre);
  EXPECT_EQ(test::error_text([] { open_sim(3, {}); }),
            "device: sim:3 is open already; close_device(\"sim:3\") first");
  close_device("sim:3");
  EXPECT_EQ(test::error_text([] { close_device("sim:3"); }),
            "device: no device 'sim:3' is open");
}

TEST(RegistryTest, ClosedDevicesLiveAsLongAsTheyAreUsed) {
  auto device = open_sim(4, {});
  const auto buffer = device->allocate(parse_spec("f32[4] row on sim:4"));
  close_device("sim:4");
  device.reset();
  buffer->units()[0][0] = std::byte{1};
  EXPECT_EQ(buffer->unit_bytes(), 16);
}

TEST(RegistryTest, RefusesWhatIsNotThere) {
  EXPECT_EQ(test::error_text([] { open_device("tpu:0"); }),
            "device: there is no device 'tpu:0'; this build has host and "
            "sim:0, sim:1, ...");
  for (const char* name : {"", "sim", "sim:", "sim:x", "sim:-1", "sim:01",
                           "sim:1x", "sim:99999999999", "sim:0/l1", "Host"}) {
    EXPECT_THROW(open_device(name), Error) << name;
  }
  EXPECT_EQ(test::error_text([] { close_device("host"); }),
            "device: the host cannot be closed");
  EXPECT_EQ(test::error_text([] { add_device(nullptr); }),
            "device: there is none to add");
}

TEST(RegistryTest, ThreadsGetTheSameDevice) {
  std::vector<std::shared_ptr<Device>> found(8);
  {
    std::vector<std::jthread> threads;
    for (auto& each : found) {
      threads.emplace_back([&each] { each = open_device("sim:9"); });
    }
  }
  for (const auto& each : found) EXPECT_EQ(each, found[0]);
  close_device("sim:9");
}

}  // namespace
}  // namespace ashlar
