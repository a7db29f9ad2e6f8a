// Groups of the devices of one process: CPU devices that the machine is shared out among, or all GPUs.
#include "kernelc/collective.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "kernelc/current_stream.h"
#include "kernelc/device.h"
#include "kernelc/error.h"
#include "kernelc/graph.h"
#include "kernelc/kernelc_collective.h"
#include "kernelc/peer.h"
#include "kernelc/scalar.h"
#include "tests/collective/operations.h"

namespace kernelc {
namespace {

using Arrays = std::vector<DeviceArrayAny>;

template <typename Action>
std::pair<ErrorCode, std::string> ThrownBy(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return {error.code(), error.what()};
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

#define EXPECT_ERROR(statement, error_code, text)                                     \
  do {                                                                                \
    const auto [kc_code, kc_message] = ThrownBy([&] { statement; });                  \
    EXPECT_EQ(error_code_name(kc_code), error_code_name(error_code)) << kc_message;   \
    EXPECT_NE(kc_message.find(text), std::string::npos) << "message: " << kc_message; \
  } while (false)

class CollectiveTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (std::string(GetParam()) == "cuda" && !cuda_available()) {
      GTEST_SKIP() << why_cuda_is_unavailable();
    }
    for (const Device& device : devices()) {
      if (device.name().starts_with(GetParam())) {
        contexts.emplace_back(device);
      }
    }
    ranks = std::make_unique<Communicator>(Communicator::OfDevices(contexts));
  }
  int size() const { return static_cast<int>(contexts.size()); }
  // Rank r has r, r + 1, ...
  Arrays Counting(std::int64_t count) const {
    Arrays arrays;
    for (int rank = 0; rank < size(); ++rank) {
      std::vector<int> values(static_cast<std::size_t>(count));
      std::iota(values.begin(), values.end(), rank);
      arrays.push_back(ToDevice(contexts[static_cast<std::size_t>(rank)], values));
    }
    return arrays;
  }

  std::vector<Context> contexts;
  std::unique_ptr<Communicator> ranks;
};

TEST_P(CollectiveTest, Ranks) {
  EXPECT_EQ(ranks->size(), size());
  EXPECT_EQ(ranks->local_size(), size());
  EXPECT_EQ(ranks->rank(size() - 1), size() - 1);
  EXPECT_EQ(ranks->context(0), contexts[0]);
  EXPECT_ERROR(ranks->context(99), ErrorCode::InvalidArgument, "this process has");
}

TEST_P(CollectiveTest, AllOperationsAndTypes) {
  EXPECT_NO_THROW(collective_test::CheckAll(*ranks, {1, 3, 1000, 4097})) << "see the message";
}

TEST_P(CollectiveTest, LargeArrays) {
  EXPECT_NO_THROW(collective_test::CheckLarge(*ranks, std::int64_t{64} << 20));
}

TEST_P(CollectiveTest, OperationsAreInStreamOrder) {
  std::vector<Stream> streams;
  std::vector<StreamRef> refs;
  Arrays arrays;
  for (const Context& context : contexts) {
    streams.emplace_back(context);
    arrays.push_back(DeviceArrayAny::Empty(context, ScalarKind::Int64, Dims{1 << 20}));
  }
  for (const Stream& stream : streams) {
    refs.push_back(stream);
  }
  // Each waits for what its stream held, and what follows for it.
  for (int round = 1; round <= 5; ++round) {
    for (std::size_t i = 0; i < arrays.size(); ++i) {
      arrays[i].Fill(std::int64_t{round}, refs[i]);
    }
    ranks->AllReduce(arrays, arrays, ReduceOp::Sum, refs);
    ranks->AllReduce(arrays, arrays, ReduceOp::Product, refs);
    std::int64_t expected = 1;
    for (int i = 0; i < size(); ++i) {
      expected *= round * size();
    }
    for (std::size_t i = 0; i < arrays.size(); ++i) {
      EXPECT_EQ(arrays[i].Item(Dims{(1 << 20) - 1}, refs[i]).kind, ScalarKind::Int64);
      std::int64_t got = 0;
      std::memcpy(&got, arrays[i].Item(Dims{12345}, refs[i]).bytes, sizeof got);
      EXPECT_EQ(got, expected);
    }
  }
}

TEST_P(CollectiveTest, WhatDoesNotFit) {
  const Arrays arrays = Counting(10);
  const Arrays longer = Counting(11);
  EXPECT_ERROR(ranks->AllReduce(arrays, longer), ErrorCode::InvalidArgument, "11 elements where 10 are needed");
  EXPECT_ERROR(ranks->AllGather(arrays, longer), ErrorCode::InvalidArgument, "are needed");
  EXPECT_ERROR(ranks->ReduceScatter(arrays, longer), ErrorCode::InvalidArgument, "are needed");
  EXPECT_ERROR(ranks->Broadcast(arrays, size()), ErrorCode::InvalidArgument, "is no rank of the group");
  EXPECT_ERROR(ranks->Broadcast(arrays, -1), ErrorCode::InvalidArgument, "root -1");
  EXPECT_ERROR(ranks->Broadcast(Arrays(), 0), ErrorCode::InvalidArgument, "there are 0 arrays");
  EXPECT_ERROR(ranks->Scatter(Arrays(), arrays, 0), ErrorCode::InvalidArgument, "0 chunks for");
  EXPECT_ERROR(ranks->Broadcast(Arrays(arrays.size()), 0), ErrorCode::InvalidArgument, "has no memory");
  Arrays floats;
  for (const Context& context : contexts) {
    floats.push_back(DeviceArrayAny::Zeros(context, ScalarKind::Float32, Dims{10}));
  }
  EXPECT_ERROR(ranks->AllReduce(arrays, floats), ErrorCode::TypeMismatch, "the others are int32");
  const std::vector<StreamRef> none(arrays.size() + 1);
  EXPECT_ERROR(ranks->Broadcast(arrays, 0, none), ErrorCode::InvalidArgument, "streams for");
  const std::vector<Arrays> lists(arrays.size(), Arrays{arrays[0]});
  EXPECT_ERROR(ranks->BroadcastCoalesced(lists, 0, 100, none), ErrorCode::InvalidArgument,
               "streams for");
  EXPECT_ERROR(ranks->AllReduce(arrays, arrays, static_cast<ReduceOp>(9)),
               ErrorCode::InvalidArgument, "`op` is 9");
  EXPECT_ERROR(ranks->Exchange(std::vector<Message>{{arrays[0], size()}}, {}), ErrorCode::InvalidArgument,
               "is no rank of the group");
  EXPECT_ERROR(ranks->Exchange(std::vector<Message>{{arrays[0], 0}}, {}), ErrorCode::InvalidArgument,
               "is not what that receives");
  // Nothing of that has ended the group.
  EXPECT_NO_THROW(ranks->Broadcast(arrays, 0));
}

TEST_P(CollectiveTest, NoPartOfAGraph) {
  const Arrays arrays = Counting(10);
  const Graph graph(contexts.back());
  {
    GraphCapture capture(graph);
    EXPECT_ERROR(ranks->AllReduce(arrays, arrays), ErrorCode::Capture, "cannot be part of a graph");
  }
  EXPECT_EQ(graph.size(), 0U);
  EXPECT_NO_THROW(ranks->AllReduce(arrays, arrays));
}

TEST_P(CollectiveTest, TypesThatAreNotAdded) {
  const auto arrays_of = [&](const ElementType& element) {
    Arrays arrays;
    for (const Context& context : contexts) {
      arrays.push_back(DeviceArrayAny::Zeros(context, element, Dims{4}));
    }
    return arrays;
  };
  const Arrays complex = arrays_of(ScalarKind::Complex64);
  EXPECT_ERROR(ranks->AllReduce(complex, complex, ReduceOp::Max), ErrorCode::TypeMismatch, "complex64");
  const Arrays eight = arrays_of(ScalarKind::Float8E4M3);
  EXPECT_ERROR(ranks->AllReduce(eight, eight), ErrorCode::TypeMismatch, "float8_e4m3fn");
  struct Point {
    float x;
    double y;
  };
  const RecordRef point =
      RecordBuilder(sizeof(Point), alignof(Point)).Field<float>("x", 0).Field<double>("y", 8).Build();
  const Arrays records = arrays_of(point);
  EXPECT_ERROR(ranks->AllReduce(records, records), ErrorCode::TypeMismatch, "Record(x");
  EXPECT_NO_THROW(ranks->Broadcast(records, 0));
}

// Elements: NaN on the first rank, on the last one, on all, on none.
TEST_P(CollectiveTest, ExtremesLeaveNanAway) {
  constexpr std::int64_t kElements = 4;
  const auto is_nan = [&](int rank, std::int64_t i) {
    return (i == 0 && rank == 0) || (i == 1 && rank == size() - 1) || i == 2;
  };
  for (const ScalarKind kind :
       {ScalarKind::Float16, ScalarKind::BFloat16, ScalarKind::Float32, ScalarKind::Float64}) {
    const auto write = [kind](double value, HostArray& host, std::int64_t i) {
      ASSERT_TRUE(ConvertScalar(ScalarValue(value), kind,
                                host.data() + static_cast<std::size_t>(i) * host.element_size()));
    };
    for (const ReduceOp op : {ReduceOp::Min, ReduceOp::Max}) {
      Arrays arrays;
      HostArray expected(kind, Dims{kElements});
      for (std::int64_t i = 0; i < kElements; ++i) {
        write(std::nan(""), expected, i);
      }
      for (int rank = 0; rank < size(); ++rank) {
        HostArray host(kind, Dims{kElements});
        for (std::int64_t i = 0; i < kElements; ++i) {
          write(is_nan(rank, i) ? std::nan("") : rank, host, i);
          // The last rank's number is the largest.
          if (!is_nan(rank, i) && (op == ReduceOp::Max || rank == (i == 0 ? 1 : 0))) {
            write(rank, expected, i);
          }
        }
        arrays.push_back(DeviceArrayAny::FromHost(contexts[static_cast<std::size_t>(rank)], host));
      }
      ranks->AllReduce(arrays, arrays, op);
      const auto text = [kind](const HostArray& host, std::int64_t i) {
        return ScalarToString(kind,
                              host.data() + static_cast<std::size_t>(i) * host.element_size());
      };
      for (const DeviceArrayAny& array : arrays) {
        const HostArray got = array.ToHost();
        for (std::int64_t i = 0; i < kElements; ++i) {
          EXPECT_EQ(text(got, i), text(expected, i)) << "element " << i;
        }
      }
    }
  }
}

TEST_P(CollectiveTest, EmptyArrays) {
  const Arrays arrays = Counting(0);
  EXPECT_NO_THROW(ranks->AllReduce(arrays, arrays));
  EXPECT_NO_THROW(ranks->Broadcast(arrays, 0));
  ranks->Barrier();
}

TEST_P(CollectiveTest, GroupsThatCannotBe) {
  EXPECT_ERROR(Communicator::OfDevices({}), ErrorCode::InvalidArgument, "there are none");
  const std::vector<Context> twice = {contexts[0], contexts[0]};
  EXPECT_ERROR(Communicator::OfDevices(twice), ErrorCode::InvalidArgument, "one rank of a group alone");
  if (cuda_available()) {
    const std::vector<Context> mixed = {Context("cpu"), Context("cuda")};
    EXPECT_ERROR(Communicator::OfDevices(mixed), ErrorCode::InvalidArgument, "of one kind");
  }
}

TEST_P(CollectiveTest, Comm) {
  const DeviceArray<int> array = ToDevice(contexts[0], std::vector<int>{1, 2, 3, 4, 5, 6, 7});
  const Arrays copies = comm::Broadcast(array, contexts);
  ASSERT_EQ(copies.size(), contexts.size());
  EXPECT_EQ(copies[0].data(), array.data());
  for (std::size_t i = 0; i < copies.size(); ++i) {
    EXPECT_EQ(copies[i].context(), contexts[i]);
    EXPECT_EQ(DeviceArray<int>(copies[i]).ToVector(), array.ToVector());
  }
  const DeviceArray<int> sum(comm::ReduceAdd(copies, contexts.back()));
  EXPECT_EQ(sum.context(), contexts.back());
  EXPECT_EQ(sum.ToVector()[6], 7 * size());
  const Arrays chunks = comm::Scatter(array, contexts);
  EXPECT_EQ(chunks.back().context(), contexts.back());
  EXPECT_EQ(DeviceArray<int>(comm::Gather(chunks, contexts[0])).ToVector(), array.ToVector());
  const std::vector<DeviceArrayAny> lists[] = {copies};
  const auto many = comm::BroadcastCoalesced(std::vector<DeviceArrayAny>{array, array.Reshaped({7, 1})}, contexts);
  EXPECT_EQ(many.back()[1].shape(), (Dims{7, 1}));
  EXPECT_EQ(DeviceArray<int>(many.back()[1].Raveled()).ToVector(), array.ToVector());
  // Devices of the other kind, and one twice.
  std::vector<Context> all = contexts;
  all.emplace_back("cpu");
  all.push_back(contexts[0]);
  EXPECT_EQ(DeviceArray<int>(comm::Broadcast(array, all)[contexts.size()]).ToVector(), array.ToVector());
  EXPECT_EQ(DeviceArray<int>(comm::Gather(comm::Scatter(array, all), contexts[0])).ToVector(), array.ToVector());
}

TEST_P(CollectiveTest, CommAlongEveryDimension) {
  std::vector<float> values(3 * 5 * 4);
  std::iota(values.begin(), values.end(), 0.0F);
  const DeviceArray<float> array(contexts[0], values, Dims{3, 5, 4});
  for (std::size_t dimension = 0; dimension < 3; ++dimension) {
    const Arrays chunks = comm::Scatter(array, contexts, dimension);
    EXPECT_EQ(DeviceArray<float>(comm::Gather(chunks, contexts.back(), dimension)).ToVector(), values) << dimension;
    std::vector<std::int64_t> extents(contexts.size(), 0);
    extents.front() = array.shape()[dimension] - 1;
    extents.back() += 1;
    const Arrays given = comm::Scatter(array, contexts, extents, dimension);
    EXPECT_EQ(given.back().shape()[dimension], extents.back());
    EXPECT_EQ(DeviceArray<float>(comm::Gather(given, contexts[0], dimension)).ToVector(), values);
  }
}

TEST_P(CollectiveTest, CommThatDoesNotFit) {
  const DeviceArray<int> array = ToDevice(contexts[0], std::vector<int>{1, 2, 3});
  EXPECT_ERROR(comm::Scatter(array, contexts, 1), ErrorCode::InvalidArgument, "no dimension 1");
  EXPECT_ERROR(comm::Scatter(array, {}), ErrorCode::InvalidArgument, "no contexts");
  const std::vector<std::int64_t> wrong(contexts.size(), 100);
  EXPECT_ERROR(comm::Scatter(array, contexts, wrong), ErrorCode::InvalidArgument, "dimension 0 has 3");
  const Arrays odd = {array, DeviceArrayAny(array).Reshaped({3, 1})};
  EXPECT_ERROR(comm::Gather(odd, contexts[0]), ErrorCode::InvalidArgument, "does not fit beside");
  EXPECT_ERROR(comm::Gather({}, contexts[0]), ErrorCode::InvalidArgument, "no arrays");
  EXPECT_ERROR(comm::ReduceAdd(odd, contexts[0]), ErrorCode::InvalidArgument, "shapes");
  EXPECT_ERROR(Chunks(array, 0), ErrorCode::InvalidArgument, "0 chunks");
}

TEST_P(CollectiveTest, ChunksAreAsEqualAsTheyCanBe) {
  const DeviceArray<int> array(contexts[0], Dims{7});
  std::vector<std::int64_t> sizes;
  for (const DeviceArrayAny& chunk : Chunks(array, 5)) {
    sizes.push_back(chunk.size());
  }
  EXPECT_EQ(sizes, (std::vector<std::int64_t>{2, 2, 2, 1, 0}));
}

TEST_P(CollectiveTest, CApi) {
  std::vector<kernelc_context> handles;
  std::vector<kernelc_array> arrays;
  const int64_t shape[] = {8};
  for (const Context& context : contexts) {
    handles.emplace_back();
    ASSERT_EQ(kernelc_context_create(context.device().name().c_str(), &handles.back()), KERNELC_OK);
    arrays.emplace_back();
    ASSERT_EQ(kernelc_array_create(handles.back(), KERNELC_INT32, 1, shape, KERNELC_ORDER_C, &arrays.back()),
              KERNELC_OK);
    const int32_t values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    ASSERT_EQ(kernelc_array_write(arrays.back(), values, sizeof values, nullptr), KERNELC_OK);
  }
  kernelc_communicator group = nullptr;
  ASSERT_EQ(kernelc_communicator_of_devices(handles.data(), handles.size(), &group), KERNELC_OK)
      << kernelc_last_error_message();
  int32_t number = -1;
  EXPECT_EQ(kernelc_communicator_size(group, &number), KERNELC_OK);
  EXPECT_EQ(number, size());
  EXPECT_EQ(kernelc_communicator_rank(group, &number), KERNELC_OK);
  EXPECT_EQ(number, 0);
  EXPECT_EQ(kernelc_all_reduce(group, arrays.data(), arrays.data(), arrays.size(), KERNELC_REDUCE_SUM, nullptr), KERNELC_OK)
      << kernelc_last_error_message();
  EXPECT_EQ(kernelc_broadcast(group, arrays.data(), arrays.size(), 0, nullptr), KERNELC_OK);
  EXPECT_EQ(kernelc_reduce_to_rank(group, arrays.data(), arrays.size(), arrays[0], 0, KERNELC_REDUCE_MAX, nullptr), KERNELC_OK);
  const int32_t self = 0;
  kernelc_array other = nullptr;
  ASSERT_EQ(kernelc_array_create(handles[0], KERNELC_INT32, 1, shape, KERNELC_ORDER_C, &other), KERNELC_OK);
  EXPECT_EQ(kernelc_exchange(group, arrays.data(), &self, 1, &other, &self, 1, nullptr), KERNELC_OK)
      << kernelc_last_error_message();
  EXPECT_EQ(kernelc_barrier(group), KERNELC_OK);
  int32_t got[8] = {};
  EXPECT_EQ(kernelc_array_read(other, got, sizeof got, nullptr), KERNELC_OK);
  EXPECT_EQ(got[7], 8 * size());
  EXPECT_EQ(kernelc_broadcast(group, arrays.data(), arrays.size(), 99, nullptr), KERNELC_INVALID_ARGUMENT);
  EXPECT_EQ(kernelc_all_reduce(group, arrays.data(), arrays.data(), arrays.size(), 9, nullptr),
            KERNELC_INVALID_ARGUMENT);
  EXPECT_EQ(kernelc_communicator_check(group), KERNELC_OK);
  EXPECT_EQ(kernelc_communicator_destroy(group), KERNELC_OK);
  EXPECT_EQ(kernelc_barrier(group), KERNELC_INVALID_HANDLE);
  EXPECT_EQ(kernelc_array_destroy(other), KERNELC_OK);
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    EXPECT_EQ(kernelc_array_destroy(arrays[i]), KERNELC_OK);
    EXPECT_EQ(kernelc_context_destroy(handles[i]), KERNELC_OK);
  }
}

// The last ones: on a GPU nothing follows a reset.
TEST_P(CollectiveTest, AResetContextEndsItsGroup) {
  const Arrays arrays = Counting(10);
  contexts.back().Reset();
  EXPECT_ERROR(ranks->AllReduce(arrays, arrays), ErrorCode::ContextDestroyed, "was reset");
  EXPECT_ERROR(ranks->Check(), ErrorCode::ContextDestroyed, "was reset");
  contexts.pop_back();
  for (const Context& context : contexts) {
    // Ranks that were asked do not wait for the one that was not.
    if (context.device().kind() == DeviceKind::Cpu) {
      EXPECT_ERROR(context.Synchronize(), ErrorCode::ContextDestroyed, "was reset");
    }
  }
}

// On a GPU it is up to NCCL, whose own CUDA runtime may not see the reset.
TEST_P(CollectiveTest, AGroupAfterAReset) {
  if (contexts[0].device().kind() == DeviceKind::Cuda) {
    GTEST_SKIP() << "of the CPU";
  }
  const Context first = contexts[0];
  comm::ReduceAdd(Counting(10), first);
  first.Reset();
  contexts[0] = Context(first.device());
  const Arrays fresh = Counting(10);
  // Also of the groups that are kept.
  EXPECT_EQ(DeviceArray<int>(comm::ReduceAdd(fresh, contexts[0])).ToVector()[0], size() * (size() - 1) / 2);
}

INSTANTIATE_TEST_SUITE_P(Devices, CollectiveTest, testing::Values("cpu", "cuda"),
                         [](const auto& device) { return std::string(device.param); });

TEST(CpuDevices, ShareTheMachine) {
  const std::vector<Device> found = devices();
  ASSERT_GE(found.size(), 4u);
  EXPECT_EQ(found.back().name(), "cpu:3");
  EXPECT_EQ(device("cpu"), device("cpu:0"));
  EXPECT_GE(device("cpu:3").properties().multiprocessors, 1);
  EXPECT_ERROR(device("cpu:4"), ErrorCode::NoDevice, "the CPU devices 0 to 3");
  EXPECT_TRUE(can_access_peer(device("cpu:1"), device("cpu:2")));
  const Context first("cpu:1");
  const Context second("cpu:2");
  EXPECT_NE(first, second);
  EnablePeerAccess(first, second);
  const DeviceArray<int> from = ToDevice(first, std::vector<int>{1, 2, 3});
  const DeviceArray<int> to(second, Dims{3});
  to.CopyFrom(from);
  EXPECT_EQ(to.ToVector(), from.ToVector());
  EXPECT_EQ(default_device().kind() == DeviceKind::Cpu ? default_device() : device("cpu"), device("cpu:0"));
}

TEST(Rendezvous, WhatIsMissingOrMalformedIsNamed) {
  const Context context("cpu");
  EXPECT_ERROR(Communicator::FromEnvironment(context), ErrorCode::InvalidArgument, "RANK");
  EXPECT_ERROR(Communicator::Connect(context, 0, 1, "nowhere"), ErrorCode::InvalidArgument, "HOST:PORT");
  EXPECT_ERROR(Communicator::Connect(context, 0, 1, "host:99999"), ErrorCode::InvalidArgument, "1 to 65535");
  EXPECT_ERROR(Communicator::Connect(context, 2, 2, "localhost:9999"), ErrorCode::InvalidArgument, "no such rank");
  ::setenv("RANK", "x", 1);
  EXPECT_ERROR(Communicator::FromEnvironment(context), ErrorCode::InvalidArgument, "`x` is no number");
  ::unsetenv("RANK");
}

TEST(Mpi, WithoutItsLibrary) {
  ::setenv("KERNELC_MPI", "/nowhere/libkernelc_mpi.so", 1);
  EXPECT_ERROR(Communicator::FromMpi(Context("cpu")), ErrorCode::NotFound, "libopenmpi-dev");
  ::unsetenv("KERNELC_MPI");
}

}  // namespace
}  // namespace kernelc

int main(int argc, char** argv) {
  ::setenv("KERNELC_CPU_DEVICES", "4", 0);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
