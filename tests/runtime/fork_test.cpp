// Processes that fork: a child cannot use devices that its parent had used, and is told so.
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <functional>

#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

// Runs `body` in a child; gives what it returns, or how the child ended. A child that hangs is ended.
std::string InChild(const std::function<std::string()>& body) {
  int ends[2];
  if (pipe(ends) != 0) {
    return "no pipe";
  }
  const pid_t child = fork();
  if (child == 0) {
    alarm(30);
    const std::string text = body();
    const bool written = write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size());
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t n = read(ends[0], buffer, sizeof buffer); n > 0; n = read(ends[0], buffer, sizeof buffer)) {
    text.append(buffer, static_cast<std::size_t>(n));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? text : std::string("ended by ") + strsignal(WTERMSIG(status));
}

// What each action throws, one line each.
std::string ErrorsOf(std::initializer_list<std::function<void()>> actions) {
  std::string text;
  for (const std::function<void()>& action : actions) {
    try {
      action();
      text += "nothing was thrown\n";
    } catch (const Error& error) {
      text += std::string(error_code_name(error.code())) + "\n";
    }
  }
  return text;
}

std::string UseCpu() {
  const Context context("cpu");
  const DeviceArray<float> array(context, Iota(10));
  Module(context, TestImage()).kernel("scale").Launch({1, 32}, array, 2.0F);
  return array.ToVector() == std::vector<float>{0, 2, 4, 6, 8, 10, 12, 14, 16, 18} ? "works" : "wrong";
}

// The first test of its program: nothing was used yet.
TEST(Fork, BeforeTheFirstUse) {
  EXPECT_EQ(InChild(UseCpu), "works");
  // The child's use is not the parent's.
  EXPECT_EQ(InChild(UseCpu), "works");
}

class ForkTest : public OnDevice {};
KC_ON_EACH_DEVICE(ForkTest);

TEST_P(ForkTest, ChildIsTold) {
  const Stream stream(*context);
  const Event event(*context);
  const DeviceArray<float> array(*context, Iota(100));
  const Kernel scale = kernel("scale");
  event.Record(stream);
  // Threads and locks are in use at the time of the fork.
  kernel("spin").Launch({1, 1, 0, stream}, 100000);
  Reports reports;
  const std::string told = InChild([&] {
    std::string text = ErrorsOf({
        [&] { Context{GetParam()}; },
        [&] { array.ToVector(); },
        [&] { array.Fill(1.0F, stream); },
        [&] { stream.Synchronize(); },
        [&] { static_cast<void>(stream.query()); },
        [&] { stream.AddCallback([] {}); },
        [&] { event.Synchronize(); },
        [&] { event.Record(stream); },
        [&] { scale.Launch({1, 128}, array, 2.0F); },
        [&] { DeviceArray<float>(*context, Dims{4}); },
        [&] { Stream{*context}; },
        [&] { context->Synchronize(); },
        [&] { static_cast<void>(context->memory_info()); },
        [&] { SelectDevice(context->device()); },
        [&] { context->device().Reset(); },
    });
    // What the child inherits goes without a word.
    { const Stream gone = std::move(const_cast<Stream&>(stream)); }
    { const DeviceArrayAny gone = std::move(const_cast<DeviceArray<float>&>(array)); }
    { const Event gone = std::move(const_cast<Event&>(event)); }
    text += std::to_string(reports.count()) + " reports";
    return text;
  });
  std::string expected;
  for (int i = 0; i < 15; ++i) {
    // A child does not see CUDA devices at all.
    expected += "Forked\n";
  }
  if (!is_cpu()) {
    expected.replace(0, std::strlen("Forked"), "DriverUnavailable");
  }
  EXPECT_EQ(told, expected + "0 reports");
  // The parent goes on.
  scale.Launch({1, 128, 0, stream}, array, 2.0F);
  EXPECT_EQ(array.ToVector(stream)[99], 198.0F);
}

TEST_P(ForkTest, MessageSaysWhatToDo) {
  const std::string message = InChild([&] {
    try {
      context->Synchronize();
      return std::string();
    } catch (const Error& error) {
      return error.message();
    }
  });
  EXPECT_NE(message.find("forked"), std::string::npos) << message;
  EXPECT_NE(message.find("fork before the first use"), std::string::npos) << message;
  const std::string why = InChild([] { return why_cuda_is_unavailable(); });
  EXPECT_EQ(why.find("forked from one that had used the CUDA driver") != std::string::npos,
            cuda_available());
}

TEST_P(ForkTest, ChildOfACudaParentMayUseTheCpu) {
  if (is_cpu()) {
    GTEST_SKIP() << "the parent has used the CPU";
  }
  EXPECT_EQ(InChild([] { return default_device().name(); }), "cpu:0");
}

}  // namespace
}  // namespace kernelc::runtime_test
