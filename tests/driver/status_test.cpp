// Every fault of compiler/driver/faults.def, met through the command: the same fault has the same
// exit status everywhere.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "compiler/driver/command.h"
#include "compiler/driver/faults.h"
#include "tests/fake_driver/fake.h"

namespace kernelc::driver {
namespace {

using Words = std::vector<std::string>;

// The folder of the test's files, which is the current one.
std::filesystem::path Folder() {
  static const std::filesystem::path folder = [] {
    const auto made = std::filesystem::path(testing::TempDir()) / "kernelc_status_test";
    std::filesystem::create_directories(made / "folder");
    const auto write = [&](const char* name, std::string_view text) {
      std::ofstream(made / name) << text;
    };
    write("k.py",
          "from numba import cuda\n\n@cuda.jit\ndef k(a):\n    a[cuda.grid(1)] = 1\n\n"
          "@cuda.jit('void(float32[::1])')\ndef typed(a):\n    a[0] = 1\n\n"
          "def outer():\n    @cuda.jit\n    def inner(a):\n        a[0] = 1\n\n"
          "def other():\n    @cuda.jit\n    def inner(a):\n        a[0] = 2\n");
    write("wrong.py",
          "from numba import cuda\n\n@cuda.jit('void(int32[:])')\ndef k(a):\n    a[0] = nothing\n");
    write("none.py", "x = 1\n");
    write("one.py", "from numba import cuda\n\n@cuda.jit\ndef k(a):\n    a[0] = 1\n");
    write("shared.py",
          "from numba import cuda, float32\n\n@cuda.jit\ndef k(a):\n    s = cuda.shared.array(0, "
          "float32)\n"
          "    s[0] = 1\n    a[0] = s[0]\n");
    write("raise.py",
          "from numba import cuda\n\n@cuda.jit(debug=True, opt=False)\ndef k(a):\n    raise "
          "ValueError('no')\n");
    write("far.py", "from numba import cuda\n\n@cuda.jit\ndef k(a, n):\n    a[n] = 1\n");
    write("bad.npy", "this is no array");
    write("bad.ptx", "this is no PTX");
    write("word.txt", "");
    return made;
  }();
  return folder;
}

int StatusOfCommand(const Words& words, std::string* said) {
  std::ostringstream out;
  std::ostringstream err;
  const int status = RunCommand(words, out, err);
  *said = err.str();
  return status;
}

// Ends the process with the command's status.
[[noreturn]] void RunHere(const Words& words) {
  std::exit(RunCommand(words, std::cout, std::cerr, false, true));
}

// Command lines that meet a fault; those that need more than a command line have tests of their own
// below.
std::vector<Words> CommandsFor(Fault fault) {
  switch (fault) {
    case Fault::ArgumentMismatch:
      return {{"run", "k.py", "typed", "a=zeros:int8:4x4", "--device=cpu"}};
    case Fault::BadFile:
      return {{"run", "k.py", "k", "a=@bad.npy", "--device=cpu"}};
    case Fault::CacheOff:
      return {{"cache", "info"}, {"cache", "clear"}};
    case Fault::Differs:
      return {{"run", "one.py", "k", "a=zeros:int8:4", "--device=cpu", "--expect=a=zeros:int8:4"},
              {"run", "one.py", "k", "a=zeros:int8:4", "--device=cpu", "--expect=a=zeros:int8:5"},
              {"run", "one.py", "k", "a=zeros:int8:4", "--device=cpu", "--expect=a=zeros:int16:4"}};
    case Fault::LaunchLimit:
      return {{"run", "k.py", "k", "a=zeros:int8:4", "--block=100000", "--device=cpu"}};
    case Fault::NoKernel:
      return {{"build", "none.py"}};
    case Fault::Program:
      return {{"run", "wrong.py", "k", "a=zeros:int32:4", "--device=cpu"},
              {"build", "wrong.py"},
              {"occupancy", "wrong.py", "k", "--target=sm_80"},
              {"build", "wrong.py", "--emit=image"},
              {"check", "wrong.py"}};
    case Fault::Toolkit:
      return {
          {"build", "k.py", "--kernel=typed", "--emit=cubin", "--target=sm_80", "--link=bad.ptx"},
          {"occupancy", "k.py", "typed", "--target=sm_80", "--link=bad.ptx"}};
    case Fault::UnreadableFile:
      return {{"run", "missing.py", "k"},
              {"run", "folder", "k"},
              {"build", "missing.py"},
              {"build", "folder"},
              {"check", "missing.py"},
              {"occupancy", "missing.py", "k"},
              {"check", "folder"},
              {"run", "k.py", "k", "a=@missing.npy", "--device=cpu"},
              {"run", "k.py", "k", "a=zeros:int8:4", "--expect=a=@missing.npy", "--device=cpu"},
              {"build", "k.py", "--kernel=typed", "--link=missing.ptx"},
              {"run", "k.py", "k", "a=zeros:int8:4", "--link=missing.ptx", "--device=cpu"}};
    case Fault::UnwritableFile:
      return {{"build", "k.py", "--kernel=typed", "--output=missing/k.ptx"},
              {"build", "k.py", "--kernel=typed", "--depfile=missing/k.d"},
              {"build", "k.py", "--emit=ast", "--output=missing/k.txt"},
              {"run", "k.py", "k", "a=zeros:int8:4", "--out=a=missing/a.npy", "--grid=1",
               "--block=1", "--device=cpu"}};
    case Fault::AmbiguousKernel:
      return {{"run", "k.py", "inner", "a=zeros:int8:4"}, {"build", "k.py", "--kernel=inner"},
              {"occupancy", "k.py", "inner"}};
    case Fault::BadArgument:
      return {{"run", "k.py", "k"},
              {"run", "k.py", "k", "b=1"},
              {"run", "k.py", "k", "a=much"},
              {"run", "k.py", "k", "a=1", "a=2"},
              {"run", "k.py", "k", "a=like:b"},
              {"run", "k.py", "k", "a=zeros:int8:4", "--out=b=b.npy"},
              {"run", "k.py", "k", "a=zeros:int8:4", "--print=b"},
              {"run", "k.py", "k", "a=zeros:int8:4", "--print=a[9]"},
              {"run", "k.py", "k", "a=zeros:int8:4", "--rtol=0.1"},
              {"run", "k.py", "k", "a=zeros:int8:4", "--expect=b=zeros:int8:4"},
              {"run", "k.py", "k", "a=zeros:int8:4", "--expect=a=much"}};
    case Fault::BadOptionValue:
      return {{"build", "k.py", "--emit=nonsense"},
              {"build", "k.py", "--ptx-version=much"},
              {"build", "k.py", "--kernel=typed", "--ptx-version=9.9"},
              {"build", "k.py", "--max-registers=100000"},
              {"build", "k.py", "-O4"},
              {"occupancy", "k.py", "typed", "--registers=256"},
              {"occupancy", "k.py", "typed", "--shared=-1"},
              {"check", "k.py", "--warnings=no-Nothing"},
              {"cache", "prune", "--size=much"},
              {"run", "k.py", "k", "--shared=-1"},
              {"run", "k.py", "k", "--grid=-1"},
              {"run", "k.py", "k", "--grid=0"},
              {"run", "k.py", "k", "--block=0"},
              {"run", "k.py", "k", "--block=16x16"},
              {"run", "k.py", "k", "--time=0"},
              {"--diagnostics=xml", "version"}};
    case Fault::BadSignature:
      return {{"build", "k.py", "--kernel=k", "--sig=nothing["},
              {"build", "k.py", "--kernel=k", "--sig=int32, int32"},
              {"build", "k.py", "--kernel=k", "--sig=typed(int32[:])"},
              {"check", "k.py", "--sig=k(nothing)"},
              {"occupancy", "k.py", "k", "--sig=nothing["},
              {"occupancy", "k.py", "k", "--sig=int32, int32"},
              {"check", "k.py", "--sig=k(int32, int32)"}};
    case Fault::Conflict:
      return {{"build", "k.py", "--emit=ptx", "--emit=kir"},
              {"build", "k.py", "--kernel=typed", "--emit=header", "--host-api=driver",
               "--target=sm_80", "-g"},
              {"build", "k.py", "--target=sm_80", "--target=sm_90"},
              {"occupancy", "k.py", "typed", "--registers=8", "--max-registers=8"},
              {"occupancy", "shared.py", "k", "--sig=float32[::1]", "--registers=8"},
              {"check", "k.py", "one.py", "--sig=k(int32[:])"},
              {"run", "shared.py", "k", "a=zeros:float32:4", "--device=cpu"}};
    case Fault::ExtraWord:
      return {
          {"build", "k.py", "k"}, {"version", "all"}, {"devices", "0"}, {"cache", "clear", "all"}};
    case Fault::MissingTypes:
      return {{"build", "one.py"}, {"build", "one.py", "--kernel=k"}, {"occupancy", "one.py", "k"}};
    case Fault::MissingWord:
      return {{},
              {"cache"},
              {"build"},
              {"check"},
              {"run"},
              {"run", "k.py"},
              {"occupancy"},
              {"occupancy", "k.py"},
              {"build", "k.py", "--emit"}};
    case Fault::UnknownBuiltin:
      return {{"builtins", "nothing"}};
    case Fault::UnknownCommand:
      return {{"rnu"}, {"rnu", "k.py", "k"}, {"cache", "foo"}};
    case Fault::UnknownDevice:
      return {{"run", "k.py", "k", "a=zeros:int8:4", "--device=gpu"},
              {"run", "k.py", "k", "a=zeros:int8:4", "--device=cpu:3"},
              {"run", "k.py", "k", "a=zeros:int8:4", "--device=cuda:99"}};
    case Fault::UnknownDiagnostic:
      return {{"explain", "Nothing"}};
    case Fault::UnknownKernel:
      return {{"run", "k.py", "K", "a=zeros:int8:4"},
              {"run", "none.py", "k"},
              {"build", "k.py", "--kernel=nothing"},
              {"occupancy", "k.py", "nothing"}};
    case Fault::UnknownOption:
      return {{"--frobnicate"},
              {"build", "k.py", "--frobnicate"},
              {"run", "--frobnicate"},
              {"build", "k.py", "--grid=1"}};
    case Fault::UnknownTarget:
      return {{"build", "k.py", "--kernel=typed", "--target=sm_12"},
              {"occupancy", "k.py", "typed", "--target=sm_12"},
              {"occupancy", "k.py", "typed", "--target=cpu:x86-64"},
              {"build", "k.py", "--kernel=typed", "--emit=image", "--target=sm_12"},
              {"build", "k.py", "--kernel=typed", "--emit=object", "--target=cpu:pentium9"},
              {"build", "k.py", "--kernel=typed", "--emit=image", "--target=cpu:pentium9"},
              {"build", "k.py", "--kernel=typed", "--emit=kir", "--target=cpu:pentium9"}};
    case Fault::UselessOption:
      return {
          {"build", "k.py", "--kernel=typed", "--gpu-code=both"},
          {"occupancy", "k.py", "typed", "--line-directives"},
          {"build", "k.py", "--kernel=typed", "--abi=c"},
          {"build", "k.py", "--kernel=typed", "--emit=object", "--target=cpu", "--max-registers=8"},
          {"run", "k.py", "k", "a=zeros:int8:4", "--device=cpu", "--max-registers=8"},
          {"run", "k.py", "k", "a=zeros:int8:4", "--check=race", "--device=cuda"}};
    case Fault::ThreadFault:
      return {{"run", "raise.py", "k", "a=zeros:int8:4", "--device=cpu", "-g"}};
    case Fault::CacheDamaged:
    case Fault::Crash:
    case Fault::DeviceFailure:
    case Fault::InternalError:
    case Fault::NoCuda:
      return {};
  }
  return {};
}

constexpr Fault kFaults[] = {
#define KC_FAULT(name, status, text) Fault::name,
#include "compiler/driver/faults.def"
};

class Status : public testing::TestWithParam<Fault> {
 protected:
  Status() {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    static_cast<void>(fake_driver::Fake());
    ::setenv("KERNELC_CACHE", "0", 1);
    std::filesystem::current_path(Folder());
  }
};

TEST_P(Status, IsTheSameEverywhere) {
  for (const Words& words : CommandsFor(GetParam())) {
    std::string said;
    std::string line;
    for (const std::string& word : words) {
      line += " " + word;
    }
    EXPECT_EQ(StatusOfCommand(words, &said), StatusOf(GetParam())) << "kernelc" << line << "\n"
                                                                   << said;
    EXPECT_FALSE(said.empty()) << line;
  }
}

std::string NameOf(const testing::TestParamInfo<Fault>& info) {
  constexpr const char* kNames[] = {
#define KC_FAULT(name, status, text) #name,
#include "compiler/driver/faults.def"
  };
  return kNames[static_cast<std::size_t>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(Faults, Status, testing::ValuesIn(kFaults), NameOf);

class OneStatus : public Status {};

TEST_F(OneStatus, OfADamagedCache) {
  const std::filesystem::path cache = Folder() / "cache";
  std::filesystem::remove_all(cache);
  ::unsetenv("KERNELC_CACHE");
  ::setenv("KERNELC_CACHE_DIR", cache.c_str(), 1);
  std::string said;
  EXPECT_EQ(StatusOfCommand({"build", "k.py", "--kernel=typed"}, &said), kExitDone) << said;
  EXPECT_EQ(StatusOfCommand({"cache", "verify"}, &said), kExitDone) << said;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(cache)) {
    if (entry.is_regular_file() && entry.file_size() > 0) {
      std::filesystem::resize_file(entry.path(), entry.file_size() - 1);
    }
  }
  EXPECT_EQ(StatusOfCommand({"cache", "verify"}, &said), StatusOf(Fault::CacheDamaged));
}

TEST_F(OneStatus, OfACrash) {
  EXPECT_EXIT(RunHere({"run", "far.py", "k", "a=zeros:int64:8", "n=4000000000000", "--device=cpu",
                       "--block=1"}),
              testing::ExitedWithCode(StatusOf(Fault::Crash)), "crashed");
}

TEST_F(OneStatus, WithoutCuda) {
  EXPECT_EXIT(
      {
        ::setenv("KERNELC_CUDA_DRIVER", "/nowhere/libcuda.so", 1);
        RunHere({"run", "k.py", "k", "a=zeros:int8:4", "--device=cuda"});
      },
      testing::ExitedWithCode(StatusOf(Fault::NoCuda)), "/nowhere/libcuda.so");
}

TEST_F(OneStatus, OfADeviceThatFails) {
  for (const char* function :
       {"cuMemAllocAsync", "cuMemAlloc_v2", "cuLaunchKernelEx", "cuLaunchKernel"}) {
    fake_driver::Fake().reset();
    constexpr int kOutOfMemory = 2;
    fake_driver::Fake().fail(function, 1, kOutOfMemory);
    std::string said;
    const int status =
        StatusOfCommand({"run", "k.py", "k", "a=zeros:int8:4", "--device=cuda"}, &said);
    const bool is_met = fake_driver::Fake().failed_function() != nullptr;
    EXPECT_EQ(status, is_met ? int{StatusOf(Fault::DeviceFailure)} : int{kExitDone})
        << function << ": " << said;
  }
  fake_driver::Fake().reset();
}

// A stream whose buffer throws, as nothing that the command writes to does.
class ThrowingBuffer : public std::streambuf {
  int overflow(int) override { throw std::runtime_error("the buffer throws"); }
  std::streamsize xsputn(const char*, std::streamsize) override {
    throw std::runtime_error("the buffer throws");
  }
};

TEST_F(OneStatus, OfABug) {
  ThrowingBuffer buffer;
  std::ostream out(&buffer);
  out.exceptions(std::ios::badbit);
  std::ostringstream err;
  EXPECT_EQ(RunCommand(Words{"version"}, out, err), StatusOf(Fault::InternalError));
  EXPECT_NE(err.str().find("internal compiler error: the buffer throws"), std::string::npos)
      << err.str();
}

}  // namespace
}  // namespace kernelc::driver
