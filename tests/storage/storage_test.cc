#include "ashlar/storage.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <limits>
#include <thread>
#include <vector>

#include "ashlar/error.h"
#include "src/storage/block.h"
#include "tests/support/fake_device.h"

namespace ashlar {
namespace {

using Bytes = std::vector<std::byte>;

std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

bool is_aligned(const void* p) {
  return reinterpret_cast<std::uintptr_t>(p) % 64 == 0;
}

TEST(StorageTest, HasNoBytesByDefault) {
  const Storage none;
  EXPECT_EQ(none.size(), 0);
  EXPECT_EQ(none.kind(), Storage::Kind::owned);
  EXPECT_TRUE(none.bytes().empty());
  EXPECT_TRUE(none.mutable_bytes().empty());
  EXPECT_EQ(none.part(0, 0).size(), 0);
}

TEST(StorageTest, OwnedBytesAreAligned) {
  for (const std::int64_t size :
       {1, 7, 63, 64, 65, 4096, (1 << 20) - 1, 1 << 20, (1 << 21) + 5}) {
    const Storage storage = Storage::owned(size);
    EXPECT_EQ(storage.size(), size);
    EXPECT_EQ(std::ssize(storage.bytes()), size);
    EXPECT_TRUE(is_aligned(storage.bytes().data())) << size;
    EXPECT_FALSE(storage.is_read_only());
    // All of it is there.
    std::memset(storage.mutable_bytes().data(), 1,
                static_cast<std::size_t>(size));
    EXPECT_EQ(storage.bytes().back(), std::byte{1});
  }
}

TEST(StorageTest, CopiesShareBytes) {
  const Storage first = Storage::owned(100);
  const Storage second = first;  // NOLINT: the copy is what is tested
  EXPECT_EQ(first.bytes().data(), second.bytes().data());
  EXPECT_TRUE(first.shares_with(second));
  first.mutable_bytes()[42] = std::byte{7};
  EXPECT_EQ(second.bytes()[42], std::byte{7});
  EXPECT_FALSE(first.shares_with(Storage::owned(100)));
}

TEST(StorageTest, PartsKeepTheWholeAlive) {
  Storage part;
  {
    const Storage whole = Storage::owned(100);
    whole.mutable_bytes()[30] = std::byte{9};
    part = whole.part(20, 50).part(10, 5);
    EXPECT_EQ(part.bytes().data(), whole.bytes().data() + 30);
    EXPECT_TRUE(part.shares_with(whole));
  }
  EXPECT_EQ(part.size(), 5);
  EXPECT_EQ(part.bytes()[0], std::byte{9});
}

TEST(StorageTest, RefusesPartsThatAreNotInside) {
  const Storage storage = Storage::owned(100);
  EXPECT_EQ(message_of([&] { storage.part(90, 11); }),
            "storage: 11 bytes from 90 on are not inside of 100");
  EXPECT_THROW(storage.part(-1, 5), Error);
  EXPECT_THROW(storage.part(0, -5), Error);
  EXPECT_THROW(storage.part(101, 0), Error);
  EXPECT_THROW(storage.part(1, std::numeric_limits<std::int64_t>::max()),
               Error);
  // A part is no way to what is around it.
  EXPECT_THROW(storage.part(10, 10).part(5, 6), Error);
  EXPECT_EQ(storage.part(100, 0).size(), 0);
}

TEST(StorageTest, RefusesSizesThatCannotBe) {
  EXPECT_EQ(message_of([] { Storage::owned(-1); }),
            "memory: asked for -1 bytes");
  EXPECT_EQ(message_of([] { Storage::owned(std::int64_t{1} << 60); }),
            "memory: there is no room for 1152921504606846976 bytes on the "
            "host");
  EXPECT_THROW(Storage::owned(std::numeric_limits<std::int64_t>::max()), Error);
}

TEST(StorageTest, BorrowsWithoutACopy) {
  auto owner = std::make_shared<Bytes>(10, std::byte{3});
  const Storage storage = Storage::borrowed(std::span(*owner), owner);
  EXPECT_EQ(storage.kind(), Storage::Kind::borrowed);
  EXPECT_EQ(storage.bytes().data(), owner->data());
  storage.mutable_bytes()[4] = std::byte{5};
  EXPECT_EQ((*owner)[4], std::byte{5});
  (*owner)[5] = std::byte{6};
  EXPECT_EQ(storage.bytes()[5], std::byte{6});
}

TEST(StorageTest, TheOwnerOutlivesEveryCopyAndPart) {
  auto owner = std::make_shared<Bytes>(10, std::byte{3});
  const std::weak_ptr<Bytes> watch = owner;
  auto first =
      std::make_unique<Storage>(Storage::borrowed(std::span(*owner), owner));
  owner.reset();
  auto second = std::make_unique<Storage>(*first);
  auto part = std::make_unique<Storage>(first->part(2, 3));
  first.reset();
  EXPECT_FALSE(watch.expired());
  second.reset();
  EXPECT_FALSE(watch.expired());
  EXPECT_EQ(part->bytes()[0], std::byte{3});
  part.reset();
  EXPECT_TRUE(watch.expired());
}

TEST(StorageTest, WhatMayOnlyBeReadCannotBeWritten) {
  const Bytes source(10, std::byte{3});
  const Storage storage = Storage::borrowed(std::span(source), nullptr);
  EXPECT_TRUE(storage.is_read_only());
  EXPECT_EQ(storage.bytes().data(), source.data());
  EXPECT_EQ(message_of([&] { storage.mutable_bytes(); }),
            "storage: the bytes are borrowed, and may only be read; "
            "copy(tensor) has bytes of its own");
  EXPECT_THROW(storage.part(0, 1).mutable_bytes(), Error);
  Bytes writable(4);
  EXPECT_TRUE(Storage::borrowed(std::span(writable), nullptr, Access::read_only)
                  .is_read_only());
}

TEST(StorageTest, DeviceMemoryIsNoMemoryOfTheHost) {
  const auto device = std::make_shared<test::FakeDevice>();
  {
    const Storage storage = Storage::on_device(
        device->allocate(parse_spec("u8[10x4] [a, b:6] on fake:0")), device);
    EXPECT_EQ(storage.kind(), Storage::Kind::device);
    EXPECT_EQ(storage.size(), 60);
    EXPECT_EQ(storage.device(), device);
    EXPECT_EQ(device->live(), 1);
    EXPECT_EQ(message_of([&] { storage.bytes(); }),
              "storage: the bytes are on fake:0, and no memory of the host; "
              "to_host(tensor) copies them");
    EXPECT_THROW(storage.mutable_bytes(), Error);
    EXPECT_THROW(storage.part(0, 1), Error);
  }
  EXPECT_EQ(device->live(), 0);
  EXPECT_FALSE(device->is_damaged());
  EXPECT_THROW(Storage::on_device(nullptr, device), Error);
}

TEST(StorageTest, ABufferKeepsItsDeviceAlive) {
  auto device = std::make_shared<test::FakeDevice>();
  const std::weak_ptr<test::FakeDevice> watch = device;
  {
    const Storage storage = Storage::on_device(
        device->allocate(parse_spec("u8[4] row on fake:0")), device);
    device.reset();
    EXPECT_FALSE(watch.expired());
  }
  EXPECT_TRUE(watch.expired());
}

TEST(StorageTest, KnowsWhatPaddingHoldsUntilSomebodyWrites) {
  const Storage storage = Storage::owned(10);
  const auto slots = std::make_shared<int>(1);
  const auto others = std::make_shared<int>(2);
  const Padding zero{Padding::Kind::zero, 0};
  EXPECT_EQ(PaddingNote::get(storage, slots.get()), Padding{});
  PaddingNote::set(storage, slots, zero);
  EXPECT_EQ(PaddingNote::get(storage, slots.get()), zero);
  EXPECT_EQ(PaddingNote::get(storage, others.get()), Padding{});
  PaddingNote::note_write(storage, slots.get());
  EXPECT_EQ(PaddingNote::get(storage, slots.get()), zero);
  PaddingNote::note_write(storage, others.get());
  EXPECT_EQ(PaddingNote::get(storage, slots.get()), Padding{});
  PaddingNote::set(storage, slots, zero);
  storage.part(2, 3).mutable_bytes();
  EXPECT_EQ(PaddingNote::get(storage, slots.get()), Padding{});
}

TEST(StorageTest, HandlesAreCopiedByManyThreads) {
  auto owner = std::make_shared<Bytes>(1000, std::byte{3});
  const std::weak_ptr<Bytes> watch = owner;
  {
    const Storage storage =
        Storage::borrowed(std::span<const std::byte>(*owner), owner);
    owner.reset();
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([storage] {
        for (int i = 0; i < 1000; ++i) {
          const Storage copy = storage;
          const Storage part = copy.part(i, 1000 - i);
          ASSERT_EQ(part.bytes()[0], std::byte{3});
        }
      });
    }
  }
  EXPECT_TRUE(watch.expired());
}

TEST(StorageTest, KindsHaveNames) {
  EXPECT_EQ(to_string(Storage::Kind::owned), "owned");
  EXPECT_EQ(to_string(Storage::Kind::borrowed), "borrowed");
  EXPECT_EQ(to_string(Storage::Kind::mapped), "mapped");
  EXPECT_EQ(to_string(Storage::Kind::device), "device");
}

}  // namespace
}  // namespace ashlar
