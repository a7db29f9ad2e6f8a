// Page-locked, managed and peer memory, and memory of other processes, against the fake driver.
#include <gtest/gtest.h>

#include <vector>

#include "kernelc/host_memory.h"
#include "kernelc/ipc.h"
#include "tests/fake_driver/fake.h"

namespace kernelc::fake_driver {
namespace {

class FakeMemory : public testing::Test {
 protected:
  void SetUp() override {
    Fake();
    ASSERT_TRUE(cuda_available()) << why_cuda_is_unavailable();
    Fake().reset();
  }
  void TearDown() override {
    ReleaseContexts();
    EXPECT_EQ(Fake().live(), LiveObjects{});
    EXPECT_EQ(Fake().current_context(), nullptr);
  }
  static ErrorInfo ErrorOf(const std::function<void()>& action) {
    try {
      action();
    } catch (const Error& error) {
      return error.info();
    }
    ADD_FAILURE() << "nothing was thrown";
    return {};
  }
};

TEST_F(FakeMemory, PinnedAndManagedMemoryIsFreed) {
  const Context context("cuda:0");
  {
    const HostArray host = PinnedArray(context, ScalarKind::Float32, Dims{100});
    const SharedArray mapped = MappedArray(context, ScalarKind::Float32, Dims{100});
    const SharedArray managed = ManagedArray(context, ScalarKind::Float32, Dims{100});
    EXPECT_EQ(Fake().live().allocations, 3);
    EXPECT_EQ(Fake().calls("cuMemAllocManaged"), 1);
    ReleaseContexts();
  }
  EXPECT_EQ(Fake().calls("cuMemFreeHost"), 2);
  EXPECT_EQ(Fake().calls("cuMemFree"), 1);
}

TEST_F(FakeMemory, WantOfMemoryNamesTheFigures) {
  const Context context("cuda:0");
  constexpr std::int64_t kTooMuch = std::int64_t{1} << 50;
  const auto check = [&](auto make) {
    try {
      make(context, ScalarKind::Int8, Dims{kTooMuch});
      ADD_FAILURE() << "nothing was thrown";
    } catch (const OutOfMemory& error) {
      EXPECT_EQ(error.requested_bytes(), std::uint64_t{kTooMuch});
      EXPECT_GT(error.total_bytes(), 0U);
      EXPECT_LE(error.free_bytes(), error.total_bytes());
      EXPECT_NE(error.message().find(std::to_string(error.total_bytes())), std::string::npos);
    }
  };
  check([](auto... arguments) { PinnedArray(arguments...); });
  check([](auto... arguments) { MappedArray(arguments...); });
  check([](auto... arguments) { ManagedArray(arguments...); });
}

TEST_F(FakeMemory, PinnedScopeLocksAllOrNone) {
  const Context context("cuda:0");
  std::vector<float> a(10);
  std::vector<float> b(10);
  {
    const PinnedScope scope(context, {HostArrayView(std::span(a)), HostArrayView(std::span(b))});
    EXPECT_EQ(Fake().live().registrations, 2);
    const ErrorInfo info = ErrorOf([&] {
      std::vector<float> c(10);
      const PinnedScope again(context, {HostArrayView(std::span(c)), HostArrayView(std::span(b))});
    });
    EXPECT_EQ(info.code, ErrorCode::InvalidArgument);
    EXPECT_EQ(info.message.find("array 1 (float32, shape (10,))"), 0U) << info.message;
    EXPECT_EQ(info.driver_status_name, "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED");
    EXPECT_EQ(Fake().live().registrations, 2);
  }
  EXPECT_EQ(Fake().live().registrations, 0);
}

TEST_F(FakeMemory, PeerCopiesOfAnyLayout) {
  const Context first("cuda:0");
  const Context second("cuda:1");
  std::vector<float> values(12);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(i);
  }
  const DeviceArray<float> source(first, values, Dims{3, 4});
  const DeviceArray<float> target(second, Dims{3, 4});
  target.CopyFrom(source);
  EXPECT_EQ(target.ToVector(), values);
  EXPECT_EQ(Fake().calls("cuMemcpyPeerAsync"), 1);
  const DeviceArrayAny columns = target.Sliced({{}, {0, 4, 2}});
  columns.CopyFrom(source.Sliced({{2, Slice::kNone, -1}, {1, 3}}));
  EXPECT_EQ(target.ToVector(), (std::vector<float>{9, 1, 10, 3, 5, 5, 6, 7, 1, 9, 2, 11}));
  const DeviceArray<float> f_order(second, Dims{3, 4}, Order::F);
  const Stream stream(second);
  f_order.CopyFrom(source, stream);
  EXPECT_EQ(f_order.ToVector(stream), values);
  const Stream wrong(first);
  const ErrorInfo info = ErrorOf([&] { target.CopyFrom(source, wrong); });
  EXPECT_EQ(info.code, ErrorCode::InvalidArgument);
  EXPECT_NE(info.message.find("cuda:0"), std::string::npos) << info.message;
}

TEST_F(FakeMemory, ArraysAreOpenedByHandle) {
  const Context context("cuda:0");
  const DeviceArray<float> array(context, std::vector<float>{1, 2, 3, 4, 5, 6});
  const DeviceArrayAny view = array.Sliced({{1, 6, 2}});
  const std::vector<std::byte> bytes = IpcHandle::Of(view).ToBytes();
  const IpcHandle handle = IpcHandle::FromBytes(bytes);
  EXPECT_EQ(handle.shape(), (Dims{3}));
  IpcArray opened = handle.Open(context);
  EXPECT_EQ(Fake().live().opened, 1);
  EXPECT_EQ(DeviceArray<float>(opened).ToVector(), (std::vector<float>{2, 4, 6}));
  {
    const DeviceArrayAny part = opened.Sliced({{0, 1}});
    const ErrorInfo info = ErrorOf([&] { opened.Close(); });
    EXPECT_NE(info.message.find("1 other arrays or views still use it"), std::string::npos);
  }
  opened.Close();
  EXPECT_EQ(Fake().live().opened, 0);
  EXPECT_NE(ErrorOf([&] { opened.Close(); }).message.find("closed before"), std::string::npos);
  // The last view closes what was not closed.
  { const DeviceArrayAny last = handle.Open(context).Sliced({{0, 2}}); }
  EXPECT_EQ(Fake().live().opened, 0);
}

TEST_F(FakeMemory, BadHandles) {
  const Context context("cuda:0");
  const DeviceArray<float> array(context, Dims{4});
  const std::vector<std::byte> bytes = IpcHandle::Of(array).ToBytes();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const ErrorInfo info =
        ErrorOf([&] { IpcHandle::FromBytes(std::span(bytes).first(size)); });
    EXPECT_EQ(info.code, ErrorCode::InvalidArgument) << size;
  }
  std::vector<std::byte> wrong = bytes;
  wrong[0] = std::byte{9};
  EXPECT_NE(ErrorOf([&] { IpcHandle::FromBytes(wrong); }).message.find("no handle"),
            std::string::npos);
  const Context other("cuda:1");
  const ErrorInfo info = ErrorOf([&] { IpcHandle::FromBytes(bytes).Open(other); });
  EXPECT_EQ(info.code, ErrorCode::InvalidArgument);
  EXPECT_NE(info.message.find("GPU-a0a0a0a0"), std::string::npos) << info.message;
  Fake().fail("cuIpcOpenMemHandle", 1, 201);
  EXPECT_NE(ErrorOf([&] { IpcHandle::FromBytes(bytes).Open(context); })
                .message.find("cannot open memory that it exported itself"),
            std::string::npos);
  EXPECT_EQ(ErrorOf([&] { IpcHandle::Of(DeviceArray<float>(context, Dims{0})); }).code,
            ErrorCode::InvalidArgument);
  const Context cpu("cpu");
  EXPECT_EQ(ErrorOf([&] { IpcHandle::Of(DeviceArray<float>(cpu, Dims{4})); }).code,
            ErrorCode::NotSupported);
  EXPECT_EQ(ErrorOf([&] { IpcHandle::FromBytes(bytes).Open(cpu); }).code,
            ErrorCode::NotSupported);
}

TEST_F(FakeMemory, AfterAResetNothingIsFreedASecondTime) {
  const Context context("cuda:0");
  const DeviceArray<float> array(context, Dims{4});
  const IpcHandle handle = IpcHandle::Of(array);
  std::vector<float> values(10);
  {
    const HostArray pinned = PinnedArray(context, ScalarKind::Float32, Dims{100});
    const SharedArray mapped = MappedArray(context, ScalarKind::Float32, Dims{100});
    const SharedArray managed = ManagedArray(context, ScalarKind::Float32, Dims{100});
    const PinnedScope scope(context, {HostArrayView(std::span(values))}, {.mapped = true});
    const IpcArray opened = handle.Open(context);
    context.device().Reset();
    Fake().reset();
    for (const std::function<void()>& use : std::vector<std::function<void()>>{
             [&] { mapped.Fill(1); }, [&] { static_cast<void>(managed.ToHost()); },
             [&] { static_cast<void>(scope.mapped(0)); }, [&] { opened.Fill(1); },
             [&] { PinnedArray(context, ScalarKind::Float32, Dims{4}); },
             [&] { ManagedArray(context, ScalarKind::Float32, Dims{4}); },
             [&] { handle.Open(context); }, [&] { static_cast<void>(IpcHandle::Of(array)); }}) {
      const ErrorInfo info = ErrorOf(use);
      EXPECT_EQ(info.code, ErrorCode::ContextDestroyed) << info.message;
      EXPECT_EQ(info.object, "cuda:0");
    }
  }
  EXPECT_EQ(Fake().calls("cuMemFree") + Fake().calls("cuMemFreeHost") +
                Fake().calls("cuMemHostUnregister") + Fake().calls("cuIpcCloseMemHandle"),
            0);
}

TEST_F(FakeMemory, RecordsNeedTheirType) {
  const Context context("cuda:0");
  const RecordRef type = RecordBuilder(8, 4).Field<float>("a", 0).Build();
  const DeviceArrayAny array = DeviceArrayAny::Zeros(context, type, Dims{4});
  const std::vector<std::byte> bytes = IpcHandle::Of(array).ToBytes();
  EXPECT_EQ(IpcHandle::FromBytes(bytes, type).element(), array.element());
  EXPECT_EQ(ErrorOf([&] { IpcHandle::FromBytes(bytes); }).code, ErrorCode::TypeMismatch);
  const RecordRef other = RecordBuilder(8, 4).Field<float>("b", 0).Build();
  EXPECT_EQ(ErrorOf([&] { IpcHandle::FromBytes(bytes, other); }).code, ErrorCode::TypeMismatch);
}

}  // namespace
}  // namespace kernelc::fake_driver
