// The caching resource: what is reused when, how it grows and gives back, and what it says when
// there is no more.
#include <nlohmann/json.hpp>

#include "tests/memory/support.h"

namespace kernelc::memory_test {

// A function that reports can name.
extern "C" __attribute__((noinline, visibility("default"))) std::uint64_t memory_test_holder(
    const MemoryResource& resource) {
  const DevicePointer data = resource.Allocate(std::size_t{60} << 20);
  EXPECT_NE(data, 0U);
  return data;
}

namespace {

constexpr std::size_t kMebi = std::size_t{1} << 20;

class Caching : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    if (context != nullptr) {
      resource = std::make_unique<MemoryResource>(CachingResource(*context));
    }
  }
  DevicePointer Cycle(std::size_t bytes, StreamRef stream = {}) {
    const DevicePointer data = resource->Allocate(bytes, stream);
    resource->Free(data, bytes, stream);
    return data;
  }

  std::unique_ptr<MemoryResource> resource;
};

TEST_P(Caching, SameStreamReusesAtOnce) {
  for (const std::size_t bytes :
       {std::size_t{1}, std::size_t{1000}, kMebi, 3 * kMebi, 50 * kMebi}) {
    // A new one each time: giving back what the last one holds would wait for the gate.
    resource = std::make_unique<MemoryResource>(CachingResource(*context));
    const Stream stream(*context);
    const Gate gate(stream);
    const DevicePointer first = Cycle(bytes, stream);
    EXPECT_EQ(Cycle(bytes, stream), first) << bytes;
    resource->Verify();
  }
}

TEST_P(Caching, OtherStreamsWaitForTheWork) {
  const Stream a(*context);
  const Stream b(*context);
  for (const std::size_t bytes : {std::size_t{1000}, 3 * kMebi}) {
    resource->ReleaseHeld();
    DevicePointer first = 0;
    {
      const Gate gate(a);
      first = Cycle(bytes, a);
      // The whole segment was a's but for what was never given out.
      const DevicePointer second = resource->Allocate(bytes, b);
      EXPECT_NE(second, first);
      resource->Free(second, bytes, b);
    }
    a.Synchronize();
    b.Synchronize();
    // The first time that nothing is found leaves a mark, and the second time sees it.
    std::vector<DevicePointer> all;
    bool is_reused = false;
    for (int growth = 0; growth < 2; ++growth) {
      const std::uint64_t reserved = resource->stats().reserved_bytes.current;
      while (!is_reused && resource->stats().reserved_bytes.current == reserved) {
        all.push_back(resource->Allocate(bytes, b));
        is_reused = all.back() == first;
      }
      context->Synchronize();
    }
    EXPECT_TRUE(is_reused) << bytes;
    for (const DevicePointer data : all) {
      resource->Free(data, bytes, b);
    }
    resource->Verify();
  }
}

TEST_P(Caching, RecordedStreamsAreWaitedFor) {
  const Stream a(*context);
  const Stream b(*context);
  const DevicePointer data = resource->Allocate(1000, a);
  {
    const Gate gate(b);
    resource->RecordStream(data, b);
    resource->Free(data, 1000, a);
    EXPECT_EQ(resource->stats().pending_bytes, 1024U);
    EXPECT_NE(Cycle(1000, a), data);
    resource->Verify();
  }
  b.Synchronize();
  resource->ReleaseHeld();
  EXPECT_EQ(resource->stats().pending_bytes, 0U);
  EXPECT_ERROR(resource->RecordStream(data, b), ErrorCode::InvalidArgument, "is not allocated");
}

TEST_P(Caching, ArraysRecordStreams) {
  const ResourceScope scope(*resource);
  const Stream other(*context);
  auto array = std::make_unique<DeviceArray<float>>(*context, Dims{1000});
  const DevicePointer data = array->data();
  {
    const Gate gate(other);
    array->Fill(1, other);
    array->Sliced({{0, 10}}).RecordStream(other);
    array.reset();
    const DeviceArray<float> next(*context, {1000});
    EXPECT_NE(next.data(), data);
  }
  other.Synchronize();
}

TEST_P(Caching, StreamsMayEndBeforeTheirMemory) {
  DevicePointer data = 0;
  auto stream = std::make_unique<Stream>(*context);
  {
    const ResourceScope scope(*resource);
    Buffer buffer(*context, 1000, *stream);
    data = buffer.data();
    const Gate gate(*stream);
    // The buffer keeps its stream.
    stream.reset();
    buffer.Reset();
    EXPECT_NE(Cycle(1000), data);
    resource->Verify();
  }
  context->Synchronize();
  resource->ReleaseHeld();
  EXPECT_EQ(resource->stats().reserved_bytes.current, 0U);
}

TEST_P(Caching, ThreadsOwnStreamsAreApart) {
  const StreamRef stream = context->per_thread_stream();
  DevicePointer data = 0;
  std::unique_ptr<Gate> gate;
  std::thread([&] {
    gate = std::make_unique<Gate>(stream);
    data = Cycle(1000, stream);
  }).join();
  EXPECT_NE(Cycle(1000, stream), data);
  resource->Verify();
  gate->Release();
}

TEST_P(Caching, NeighboursJoin) {
  std::vector<DevicePointer> blocks;
  for (int i = 0; i < 8; ++i) {
    blocks.push_back(resource->Allocate(2 * kMebi));
  }
  EXPECT_EQ(resource->stats().segments.current, 1U);
  for (const int i : {1, 3, 2, 7, 0, 5, 4, 6}) {
    resource->Free(blocks[static_cast<std::size_t>(i)], 2 * kMebi);
    resource->Verify();
  }
  EXPECT_EQ(resource->stats().held_blocks, 1U);
  // All of it in one piece, and in two.
  const DevicePointer all = resource->Allocate(20 * kMebi);
  EXPECT_EQ(all, blocks[0]);
  EXPECT_EQ(resource->stats().segments.current, 1U);
  resource->Free(all, 20 * kMebi);
  EXPECT_EQ(Cycle(15 * kMebi), blocks[0]);
}

TEST_P(Caching, LargeSizesThatComeAgainStayWithTheThread) {
  // What is cut off is joined again, until a size was asked for that was freed before.
  Cycle(3 * kMebi);
  EXPECT_EQ(resource->stats().held_blocks, 1U);
  const DevicePointer data = Cycle(3 * kMebi);
  EXPECT_EQ(resource->stats().held_blocks, 2U);
  EXPECT_EQ(Cycle(3 * kMebi), data);
  resource->Verify();
  // More sizes than are kept.
  for (int round = 0; round < 4; ++round) {
    for (std::size_t size = 2; size < 14; ++size) {
      Cycle(size * kMebi);
      resource->Verify();
    }
  }
  // What is kept is no reason to take more from below.
  const std::uint64_t reserved = resource->stats().reserved_bytes.current;
  Cycle(20 * kMebi);
  EXPECT_EQ(resource->stats().reserved_bytes.current, reserved);
}

TEST_P(Caching, APeakOfOneThreadIsExact) {
  Cycle(5 * kMebi);
  Cycle(5 * kMebi);
  resource->ResetPeaks();
  EXPECT_EQ(resource->stats().allocated_bytes.peak, 0U);
  for (const std::size_t bytes : {std::size_t{512}, 5 * kMebi}) {
    const DevicePointer first = resource->Allocate(bytes);
    const DevicePointer second = resource->Allocate(bytes);
    resource->Free(first, bytes);
    Cycle(bytes);
    resource->Free(second, bytes);
    Cycle(bytes);
    EXPECT_EQ(resource->stats().allocated_bytes.peak, 2 * bytes);
    EXPECT_EQ(resource->stats().allocations.peak, 2U);
  }
}

TEST_P(Caching, NothingIsAllocatedForAStreamThatIsCaptured) {
  const Stream captured(*context);
  const Stream other(*context);
  Cycle(1000, captured);
  const DevicePointer used = resource->Allocate(3 * kMebi, other);
  resource->RecordStream(used, captured);
  const std::uint64_t active = resource->stats().allocations.current;
  {
    const Graph graph(*context);
    GraphCapture capture(graph, captured);
    EXPECT_ERROR(resource->Allocate(1000, captured), ErrorCode::Capture, "allocate before");
    EXPECT_ERROR(Buffer(*resource, 5 * kMebi, captured), ErrorCode::Capture, "allocate before");
    EXPECT_EQ(resource->stats().allocations.current, active);
    // Marks are left in the streams' work, not in the graph.
    resource->Free(used, 3 * kMebi, other);
    for (const std::size_t bytes : {std::size_t{5000}, 4 * kMebi, 40 * kMebi}) {
      std::thread([&] { Cycle(bytes, other); }).join();
    }
    capture.End();
    EXPECT_EQ(graph.size(), 0U);
  }
  resource->Verify();
  // The first leaves marks, the second sees that they are reached.
  for (int i = 0; i < 2; ++i) {
    resource->ReleaseHeld();
    context->Synchronize();
  }
  resource->ReleaseHeld();
  EXPECT_EQ(resource->stats().reserved_bytes.current, 0U);
}

TEST_P(Caching, SmallAndLargeDoNotMix) {
  Cycle(50 * kMebi);
  const DevicePointer small = resource->Allocate(1000);
  EXPECT_EQ(resource->stats().segments.current, 2U);
  resource->ReleaseHeld();
  EXPECT_EQ(resource->stats().reserved_bytes.current, 2 * kMebi);
  resource->Free(small, 1000);
}

TEST_P(Caching, AThreadsCacheIsForAllWhenItEnds) {
  DevicePointer data = 0;
  std::thread([&] { data = Cycle(1000); }).join();
  EXPECT_EQ(Cycle(1000), data);
  // And what another thread has goes back when it is wanted.
  std::atomic<int> step{0};
  std::thread other([&] {
    Cycle(5000);
    step = 1;
    step.notify_all();
    step.wait(1);
  });
  step.wait(0);
  resource->ReleaseHeld();
  EXPECT_EQ(resource->stats().reserved_bytes.current, 0U);
  step = 2;
  step.notify_all();
  other.join();
}

TEST_P(Caching, IdleSegmentsGoBeforeItGrows) {
  const MemoryResource below = NoMemory(*context);
  const MemoryResource caching = CachingResource(below);
  caching.Free(caching.Allocate(400 * kMebi), 400 * kMebi);
  caching.Free(caching.Allocate(500 * kMebi), 500 * kMebi);
  EXPECT_EQ(caching.stats().reserved_bytes.peak, 500 * kMebi);
  const MemoryResource generous = CachingResource(below, {.max_overhead = 1});
  generous.Free(generous.Allocate(400 * kMebi), 400 * kMebi);
  generous.Free(generous.Allocate(500 * kMebi), 500 * kMebi);
  EXPECT_EQ(generous.stats().reserved_bytes.peak, 900 * kMebi);
  EXPECT_ERROR(CachingResource(below, {.max_overhead = -1}), ErrorCode::InvalidArgument,
               "max_overhead");
  EXPECT_ERROR(CachingResource(AsyncResource(*context)), ErrorCode::InvalidArgument,
               "belongs to streams");
}

TEST_P(Caching, TriesOnceMoreBeforeItFails) {
  const MemoryResource caching =
      CachingResource(NoMemory(*context, 100 * kMebi), {.max_overhead = 10});
  // Pieces that do not fit what comes next.
  caching.Free(caching.Allocate(40 * kMebi), 40 * kMebi);
  const Stream stream(*context);
  caching.Free(caching.Allocate(50 * kMebi, stream), 50 * kMebi, stream);
  const DevicePointer large = caching.Allocate(90 * kMebi);
  EXPECT_EQ(caching.stats().retries, 1U);
  EXPECT_EQ(caching.stats().out_of_memory, 0U);
  try {
    caching.Allocate(30 * kMebi);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const OutOfMemory& error) {
    EXPECT_EQ(error.requested_bytes(), 30 * kMebi);
    EXPECT_EQ(error.active_bytes(), 90 * kMebi);
    EXPECT_EQ(error.held_bytes(), 0U);
    EXPECT_NE(error.message().find("has 94371840 bytes in use and holds 0"), std::string::npos)
        << error.message();
  }
  EXPECT_EQ(caching.stats().out_of_memory, 1U);
  caching.Free(large, 90 * kMebi);
  caching.Free(caching.Allocate(30 * kMebi), 30 * kMebi);
  caching.Verify();
}

TEST_P(Caching, FailuresBelowLeaveItWhole) {
  const MemoryResource caching = CachingResource(FailingResource(NoMemory(*context), {.nth = 2}));
  const DevicePointer first = caching.Allocate(40 * kMebi);
  // The second request below fails, and is made again.
  const DevicePointer second = caching.Allocate(50 * kMebi);
  EXPECT_EQ(caching.stats().retries, 1U);
  caching.Verify();
  caching.Free(first, 40 * kMebi);
  caching.Free(second, 50 * kMebi);
  const MemoryResource never = CachingResource(FailingResource(NoMemory(*context), {.every = 1}));
  EXPECT_ERROR(never.Allocate(100), ErrorCode::OutOfMemory, "was made to fail");
  never.Verify();
}

TEST_P(Caching, FractionIsALimit) {
  const std::uint64_t total = context->memory_info().total_bytes;
  const double share = 64.0 * kMebi / static_cast<double>(total);
  resource->SetFraction(share);
  const DevicePointer data = resource->Allocate(40 * kMebi);
  EXPECT_ERROR(resource->Allocate(40 * kMebi), ErrorCode::OutOfMemory,
               "limit of the `caching` resource");
  resource->Free(data, 40 * kMebi);
  // What is held gives way.
  Cycle(50 * kMebi);
  resource->Verify();
  EXPECT_ERROR(resource->SetFraction(1.5), ErrorCode::InvalidArgument, "from 0 to 1");
  resource->SetFraction(1);
  Cycle(80 * kMebi);
}

TEST_P(Caching, ReportsNameTheHolders) {
  const MemoryResource caching = CachingResource(NoMemory(*context, 100 * kMebi));
  caching.RecordSites(true);
  const DevicePointer data = memory_test_holder(caching);
  EXPECT_ERROR(caching.Allocate(60 * kMebi), ErrorCode::OutOfMemory,
               "most by memory_test_holder+0x");
  const nlohmann::json snapshot = nlohmann::json::parse(caching.Snapshot());
  EXPECT_EQ(snapshot["resource"], "caching(nothing)");
  EXPECT_EQ(snapshot["stats"]["allocated_bytes"]["current"], 60 * kMebi);
  const nlohmann::json& block = snapshot["segments"][0]["blocks"][0];
  EXPECT_EQ(block["address"], data);
  EXPECT_EQ(block["state"], "allocated");
  EXPECT_EQ(block["site"].get<std::string>().substr(0, 18), "memory_test_holder");
  caching.RecordSites(false);
  caching.Free(data, 60 * kMebi);
}

TEST_P(Caching, ManyFreeBlocksOfManySizes) {
  // What was found is always large enough, and nothing is lost.
  const MemoryResource caching = CachingResource(NoMemory(*context));
  std::vector<std::pair<DevicePointer, std::size_t>> blocks;
  std::uint64_t state = 1;
  const auto next = [&] {
    return (state = state * 6364136223846793005U + 1442695040888963407U) >> 33;
  };
  for (int i = 0; i < 20'000; ++i) {
    if (blocks.size() < 300 || next() % 2 == 0) {
      const std::size_t bytes = next() % 3 == 0 ? next() % (30 * kMebi) + 1 : next() % 3000 + 1;
      blocks.emplace_back(caching.Allocate(bytes), bytes);
    } else {
      const std::size_t place = next() % blocks.size();
      caching.Free(blocks[place].first, blocks[place].second);
      blocks[place] = blocks.back();
      blocks.pop_back();
    }
    if (i % 1000 == 0) {
      caching.Verify();
    }
  }
  for (const auto& [data, bytes] : blocks) {
    caching.Free(data, bytes);
  }
  caching.Verify();
  caching.ReleaseHeld();
  EXPECT_EQ(caching.stats().reserved_bytes.current, 0U);
}

KC_ON_EACH_DEVICE(Caching);

}  // namespace
}  // namespace kernelc::memory_test
