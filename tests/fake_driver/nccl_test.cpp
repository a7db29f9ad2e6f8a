// Groups of GPUs, by a libnccl of our own and the fake driver: what NCCL's failures become, and that all is given back.
// That the results are right is tested in tests/collective.
#include <gtest/gtest.h>

#include "kernelc/collective.h"
#include "tests/fake_driver/fake.h"
#include "tests/fake_driver/fake_nccl.h"
#include "tests/runtime/support.h"

namespace kernelc::fake_driver {
namespace {

using runtime_test::ErrorOf;
using runtime_test::Reports;

const NcclControls& Nccl() {
  static const NcclControls& controls = *[] {
    ::setenv("KERNELC_NCCL", KERNELC_FAKE_NCCL, 1);
    void* const library = dlopen(KERNELC_FAKE_NCCL, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      throw std::runtime_error(dlerror());
    }
    return reinterpret_cast<GetNcclControls>(dlsym(library, "kernelc_fake_nccl_controls"))();
  }();
  return controls;
}

class NcclTest : public testing::Test {
 protected:
  void SetUp() override {
    Fake().reset();
    Nccl().fail(0);
    contexts = {Context("cuda:0"), Context("cuda:1")};
  }
  void TearDown() override {
    arrays.clear();
    contexts.clear();
    Close();
    ReleaseContexts();
    EXPECT_EQ(Nccl().live(), 0);
    EXPECT_EQ(Nccl().open_groups(), 0);
    EXPECT_EQ(Fake().live(), LiveObjects{});
    EXPECT_EQ(Fake().current_context(), nullptr);
  }
  // With an array on each device.
  Communicator Make() {
    arrays.clear();
    for (const Context& context : contexts) {
      arrays.push_back(ToDevice(context, std::vector<int>{1, 2, 3}));
    }
    return Communicator::OfDevices(contexts);
  }

  std::vector<Context> contexts;
  std::vector<DeviceArrayAny> arrays;
};

TEST_F(NcclTest, AGroupIsGivenBack) {
  {
    const Communicator ranks = Make();
    EXPECT_EQ(Nccl().live(), 2);
    ranks.AllReduce(arrays, arrays);
    EXPECT_EQ(DeviceArray<int>(arrays[1]).ToVector(), (std::vector<int>{2, 4, 6}));
    EXPECT_EQ(Fake().current_context(), nullptr);
  }
  EXPECT_EQ(Nccl().live(), 0);
}

// The group ends with it: some of its ranks may have begun.
TEST_F(NcclTest, ItsResultIsAnError) {
  constexpr std::pair<int, ErrorCode> kCases[] = {
      {1, ErrorCode::Driver}, {4, ErrorCode::Driver}, {6, ErrorCode::PeerLost}, {77, ErrorCode::Driver}};
  for (const auto& [result, code] : kCases) {
    const Communicator ranks = Make();
    Nccl().fail(result);
    const ErrorInfo error = ErrorOf([&] { ranks.AllReduce(arrays, arrays); });
    EXPECT_EQ(error.code, code) << result;
    EXPECT_EQ(error.driver_status, result);
    EXPECT_EQ(error.operation, "ncclGroupStart");
    EXPECT_EQ(ErrorOf([&] { ranks.AllReduce(arrays, arrays); }).driver_status, result);
  }
  Nccl().fail(1);
  const ErrorInfo error = ErrorOf([&] { Communicator::OfDevices(contexts); });
  EXPECT_EQ(error.operation, "ncclCommInitAll");
  EXPECT_EQ(error.driver_status_name, "ncclUnhandledCudaError");
}

TEST_F(NcclTest, AnErrorOfItsThreadsEndsTheGroup) {
  const int aborted = Nccl().aborted();
  const Communicator ranks = Make();
  ranks.AllReduce(arrays, arrays);
  Nccl().set_async_error(6);
  EXPECT_EQ(ErrorOf([&] { ranks.AllReduce(arrays, arrays); }).code, ErrorCode::PeerLost);
  Nccl().set_async_error(0);
  EXPECT_EQ(ErrorOf([&] { ranks.Check(); }).code, ErrorCode::PeerLost);
  EXPECT_EQ(Nccl().aborted(), aborted + 2);
  // The devices go on.
  const Communicator next = Communicator::OfDevices(contexts);
  EXPECT_NO_THROW(next.AllReduce(arrays, arrays));
}

TEST_F(NcclTest, AGroupOutlivesTheContextsOthersKeep) {
  const Communicator ranks = Make();
  ReleaseContexts();
  EXPECT_NO_THROW(ranks.Broadcast(arrays, 0));
}

TEST_F(NcclTest, IntegersOf16BitsLeaveNothingBehind) {
  const Communicator ranks = Make();
  const int before = Fake().live().allocations;
  std::vector<DeviceArrayAny> shorts;
  for (const Context& context : contexts) {
    shorts.push_back(ToDevice(context, std::vector<std::int16_t>{-7, 300}));
  }
  ranks.AllReduce(shorts, shorts, ReduceOp::Min);
  EXPECT_EQ(DeviceArray<std::int16_t>(shorts[0]).ToVector(), (std::vector<std::int16_t>{-7, 300}));
  ranks.AllReduce(shorts, shorts, ReduceOp::Product);
  EXPECT_EQ(DeviceArray<std::int16_t>(shorts[0]).ToVector(), (std::vector<std::int16_t>{49, 24464}));
  shorts.clear();
  EXPECT_EQ(Fake().live().allocations, before);
}

}  // namespace
}  // namespace kernelc::fake_driver
