// An array of this process, opened, changed and closed by another one. The other process is this
// program, started anew with a file name in its environment.
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "kernelc/ipc.h"
#include "kernelc/runtime.h"

namespace kernelc::runtime_test {
namespace {

constexpr char kHandleFile[] = "KERNELC_TEST_IPC_HANDLE";

// What the other process does: checks the elements, and writes others. Gives its exit status.
int OpenAndChange(const char* file) {
  std::ifstream in(file, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const IpcHandle handle =
      IpcHandle::FromBytes(std::as_bytes(std::span(text.data(), text.size())));
  const Context context("cuda:0");
  IpcArray array = handle.Open(context);
  const std::vector<float> found = DeviceArray<float>(array).ToVector();
  if (found != std::vector<float>{1, 3, 5}) {
    return 3;
  }
  array.Fill(7);
  context.Synchronize();
  array.Close();
  return 0;
}

TEST(Ipc, AnotherProcessOpensAnArray) {
  if (!cuda_available()) {
    GTEST_SKIP() << why_cuda_is_unavailable();
  }
  const Context context("cuda:0");
  const DeviceArray<float> array(context, std::vector<float>{0, 1, 2, 3, 4, 5});
  context.Synchronize();
  const std::vector<std::byte> bytes = IpcHandle::Of(array.Sliced({{1, 6, 2}})).ToBytes();
  const std::string file = testing::TempDir() + "kernelc_ipc_" + std::to_string(getpid());
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  ::setenv(kHandleFile, file.c_str(), 1);
  char program[] = "/proc/self/exe";
  char* const arguments[] = {program, nullptr};
  pid_t child = 0;
  ASSERT_EQ(posix_spawn(&child, program, nullptr, nullptr, arguments, environ), 0);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  std::remove(file.c_str());
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(array.ToVector(), (std::vector<float>{0, 7, 2, 7, 4, 7}));
  EXPECT_THROW(IpcHandle::FromBytes(bytes).Open(context), Error);
}

}  // namespace
}  // namespace kernelc::runtime_test

int main(int argc, char** argv) {
  if (const char* const file = std::getenv(kernelc::runtime_test::kHandleFile); file != nullptr) {
    try {
      return kernelc::runtime_test::OpenAndChange(file);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s\n", error.what());
      return 4;
    }
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
