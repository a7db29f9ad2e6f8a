// What every resource promises, on both devices.
#include <tuple>

#include "tests/memory/support.h"

namespace kernelc::memory_test {
namespace {

struct Kind {
  const char* name;
  MemoryResource (*make)(const Context& context);
  // What frees wrongly is told: not where the program's own functions would have to.
  bool checks_frees = true;
  bool checks_sizes = false;
};

MemoryResource Own(const Context& context) {
  const MemoryResource below = DriverResource(context);
  return CallbackResource(
      context,
      [below](std::size_t bytes, StreamRef stream) { return below.Allocate(bytes, stream); },
      [below](DevicePointer data, std::size_t bytes, StreamRef stream) {
        below.Free(data, bytes, stream);
      });
}

MemoryResource Plugin(const Context& context) {
  const std::string device = context.device().kind() == DeviceKind::Cpu ? "cpu" : "cuda";
  return PluggableResource(context, plugin, "plugin_" + device + "_allocate",
                           "plugin_" + device + "_free");
}

const Kind kKinds[] = {
    {"driver", DriverResource},
    {"async", AsyncResource},
    {"caching", [](const Context& c) { return CachingResource(c); }, true, true},
    {"caching_on_limit",
     [](const Context& c) {
       return CachingResource(LimitResource(DriverResource(c), std::size_t{256} << 20));
     },
     true, true},
    {"caching_on_own", [](const Context& c) { return CachingResource(Own(c)); }, true, true},
    {"arena", [](const Context& c) { return ArenaResource(DriverResource(c), 1 << 20); }, true,
     true},
    {"limit",
     [](const Context& c) { return LimitResource(CachingResource(c), std::size_t{1} << 30); }, true,
     true},
    {"statistics", [](const Context& c) { return StatisticsResource(CachingResource(c)); }, true,
     true},
    {"logging",
     [](const Context& c) { return LoggingResource(DriverResource(c), [](std::string_view) {}); }},
    {"failing",
     [](const Context& c) {
       return FailingResource(DriverResource(c), {.from_bytes = std::size_t{1} << 40});
     }},
    {"own", Own},
    {"plugin", Plugin, false},
};

class Conformance : public testing::TestWithParam<std::tuple<const char*, Kind>> {
 protected:
  void SetUp() override {
    context = ContextFor(std::get<0>(GetParam()));
    if (context == nullptr) {
      GTEST_SKIP() << why_cuda_is_unavailable();
    }
    if (std::string_view(kind().name) == "plugin" && plugin.empty()) {
      GTEST_SKIP() << "no --plugin";
    }
    resource = std::make_unique<MemoryResource>(kind().make(*context));
  }
  static const Kind& kind() { return std::get<1>(GetParam()); }
  std::vector<unsigned char> Read(DevicePointer data, std::size_t bytes, StreamRef stream = {}) {
    std::vector<unsigned char> values(bytes);
    CopyToHostAsync(*context, values.data(), data, bytes, stream);
    (stream.is_default() ? context->default_stream() : stream).Synchronize();
    return values;
  }
  void ExpectFigures() {
    const MemoryStats stats = resource->stats();
    for (const MemoryCount* const count :
         {&stats.allocated_bytes, &stats.requested_bytes, &stats.reserved_bytes, &stats.allocations,
          &stats.segments}) {
      EXPECT_EQ(count->current, count->added - count->removed);
      EXPECT_GE(count->peak, count->current);
    }
    EXPECT_EQ(stats.reserved_bytes.current, stats.allocated_bytes.current + stats.held_bytes);
    EXPECT_GE(stats.allocated_bytes.current, stats.requested_bytes.current);
    resource->Verify();
  }

  std::unique_ptr<Context> context;
  std::unique_ptr<MemoryResource> resource;
};

TEST_P(Conformance, MemoryIsAlignedAndApart) {
  const std::size_t sizes[] = {1,    255,     256,     257,           512,
                               4096, 100'000, 1 << 20, (1 << 20) + 1, 5 << 20};
  std::vector<std::pair<DevicePointer, std::size_t>> blocks;
  unsigned char value = 1;
  for (int round = 0; round < 3; ++round) {
    for (const std::size_t bytes : sizes) {
      blocks.emplace_back(resource->Allocate(bytes), bytes);
      EXPECT_EQ(blocks.back().first % 256, 0U);
      MemsetAsync(*context, blocks.back().first, value++, bytes);
      ExpectFigures();
    }
  }
  EXPECT_EQ(resource->stats().allocations.current, blocks.size());
  value = 1;
  for (const auto& [data, bytes] : blocks) {
    EXPECT_EQ(Read(data, bytes), std::vector<unsigned char>(bytes, value++)) << bytes;
  }
  for (const auto& [data, bytes] : blocks) {
    resource->Free(data, bytes);
    ExpectFigures();
  }
  EXPECT_EQ(resource->stats().allocations.current, 0U);
  EXPECT_EQ(resource->stats().requested_bytes.current, 0U);
  EXPECT_EQ(resource->stats().requested_bytes.added, resource->stats().requested_bytes.removed);
}

TEST_P(Conformance, WhatIsFreedIsReusedInOrder) {
  const Stream stream(*context);
  constexpr std::size_t kBytes = 10'000;
  DevicePointer copy = resource->Allocate(kBytes, stream);
  for (int i = 0; i < 50; ++i) {
    const DevicePointer data = resource->Allocate(kBytes, stream);
    MemsetAsync(*context, data, static_cast<std::uint8_t>(i), kBytes, stream);
    CopyOnDeviceAsync(*context, copy, data, kBytes, stream);
    resource->Free(data, kBytes, stream);
    const DevicePointer next = resource->Allocate(kBytes, stream);
    MemsetAsync(*context, next, 99, kBytes, stream);
    resource->Free(next, kBytes, stream);
    EXPECT_EQ(Read(copy, kBytes, stream),
              std::vector<unsigned char>(kBytes, static_cast<unsigned char>(i)));
  }
  resource->Free(copy, kBytes, stream);
  ExpectFigures();
}

TEST_P(Conformance, StreamsDoNotMeet) {
  const Stream a(*context);
  const Stream b(*context);
  constexpr std::size_t kBytes = 300'000;
  const DevicePointer first = resource->Allocate(kBytes, a);
  const DevicePointer seen = resource->Allocate(kBytes, a);
  std::unique_ptr<Gate> gate;
  // The plug-in's functions wait for all work.
  if (resource->stream_ordered() && kind().checks_frees) {
    gate = std::make_unique<Gate>(a);
  }
  MemsetAsync(*context, first, 1, kBytes, a);
  CopyOnDeviceAsync(*context, seen, first, kBytes, a);
  resource->Free(first, kBytes, a);
  // What `a` has still to do must not see what `b` writes now.
  const DevicePointer second = resource->Allocate(kBytes, b);
  MemsetAsync(*context, second, 2, kBytes, b);
  b.Synchronize();
  if (gate != nullptr) {
    EXPECT_NE(second, first);
    gate->Release();
  }
  EXPECT_EQ(Read(seen, kBytes, a), std::vector<unsigned char>(kBytes, 1));
  EXPECT_EQ(Read(second, kBytes, b), std::vector<unsigned char>(kBytes, 2));
  resource->Free(seen, kBytes, a);
  resource->Free(second, kBytes, b);
  ExpectFigures();
}

TEST_P(Conformance, WrongFreesAreErrors) {
  EXPECT_ERROR(resource->Allocate(0), ErrorCode::InvalidArgument, "0 bytes");
  if (!kind().checks_frees) {
    return;
  }
  const DevicePointer data = resource->Allocate(1000);
  const MemoryResource other = CachingResource(*context);
  EXPECT_ERROR(other.Free(data, 1000), ErrorCode::InvalidArgument, "was not allocated");
  if (kind().checks_sizes) {
    EXPECT_ERROR(resource->Free(data, 999), ErrorCode::InvalidArgument,
                 "1000 bytes, and is freed with 999");
  }
  resource->Free(data, 1000);
  if (!std::string_view(kind().name).starts_with("async")) {
    EXPECT_ERROR(resource->Free(data, 1000), ErrorCode::InvalidArgument, "freed before");
  }
  ExpectFigures();
  EXPECT_EQ(resource->stats().allocations.current, 0U);
}

TEST_P(Conformance, TooMuchSaysHowMuch) {
  const DevicePointer data = resource->Allocate(4096);
  constexpr std::size_t kTooMuch = std::size_t{1} << 50;
  try {
    resource->Allocate(kTooMuch);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const OutOfMemory& error) {
    EXPECT_EQ(error.requested_bytes(), kTooMuch);
    EXPECT_NE(error.message().find(std::to_string(kTooMuch) + " bytes requested"),
              std::string::npos)
        << error.message();
  }
  resource->Free(data, 4096);
  ExpectFigures();
}

TEST_P(Conformance, ArraysComeFromTheCurrentOne) {
  DeviceArray<float> kept;
  {
    const ResourceScope scope(*resource);
    EXPECT_EQ(current_resource(*context).name(), resource->name());
    kept = ToDevice(*context, std::vector<float>(1000, 3.0F));
    EXPECT_EQ(resource->stats().allocations.current, 1U);
    const DeviceArray<float> gone(*context, {100, 100});
    EXPECT_EQ(resource->stats().allocations.current, 2U);
  }
  const DeviceArray<float> elsewhere(*context, {10});
  EXPECT_EQ(resource->stats().allocations.current, 1U);
  EXPECT_EQ(kept.ToVector()[999], 3.0F);
  kept = {};
  EXPECT_EQ(resource->stats().allocations.current, 0U);
  ExpectFigures();
}

TEST_P(Conformance, HeldMemoryGoesBack) {
  for (const std::size_t bytes : {std::size_t{1000}, std::size_t{3} << 20}) {
    resource->Free(resource->Allocate(bytes), bytes);
  }
  resource->ReleaseHeld();
  EXPECT_EQ(resource->stats().held_bytes, 0U);
  const DevicePointer data = resource->Allocate(500);
  resource->StopHolding();
  resource->Free(data, 500);
  ExpectFigures();
  EXPECT_EQ(resource->stats().held_bytes, 0U);
  resource->ResetPeaks();
  EXPECT_EQ(resource->stats().allocated_bytes.peak, 0U);
  EXPECT_NE(resource->Summary().find(resource->name()), std::string::npos);
}

TEST_P(Conformance, ThreadsKeepApart) {
  OnThreads(8, [&](int number) {
    const Stream stream(*context);
    std::vector<std::tuple<DevicePointer, std::size_t, unsigned char>> mine;
    for (int i = 0; i < 100; ++i) {
      const std::size_t bytes = 1 + static_cast<std::size_t>((i * 7919 + number * 104729) % 20'000);
      const auto value = static_cast<unsigned char>(i + number);
      const DevicePointer data = resource->Allocate(bytes, stream);
      MemsetAsync(*context, data, value, bytes, stream);
      mine.emplace_back(data, bytes, value);
      if (mine.size() == 8) {
        const auto [freed, size, expected] = mine[static_cast<std::size_t>(i % 8)];
        EXPECT_EQ(Read(freed, size, stream), std::vector<unsigned char>(size, expected));
        resource->Free(freed, size, stream);
        mine.erase(mine.begin() + i % 8);
      }
    }
    for (const auto& [data, bytes, value] : mine) {
      resource->Free(data, bytes, stream);
    }
  });
  ExpectFigures();
  EXPECT_EQ(resource->stats().allocations.current, 0U);
}

TEST_P(Conformance, ResetEndsIt) {
  const DevicePointer data = resource->Allocate(1000);
  if (!kind().checks_frees) {
    resource->Free(data, 1000);
  }
  context->Reset();
  EXPECT_ERROR(resource->Allocate(1000), ErrorCode::ContextDestroyed, "");
  if (kind().checks_frees) {
    resource->Free(data, 1000);
  }
}

// "device" last, so that one filter chooses it.
std::string NameOf(const testing::TestParamInfo<Conformance::ParamType>& info) {
  return std::string(std::get<0>(info.param)) + "_" + std::get<1>(info.param).name;
}
INSTANTIATE_TEST_SUITE_P(Resources, Conformance,
                         testing::Combine(testing::Values("cpu", "cuda"),
                                          testing::ValuesIn(kKinds)),
                         NameOf);

}  // namespace
}  // namespace kernelc::memory_test
