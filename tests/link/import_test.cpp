// Functions of others in kernels: every kind of file that is linked, from the API, on both devices.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "kernelc/program.h"
#include "tests/link/support.h"

namespace kernelc::link_test {
namespace {

constexpr const char* kKernel = R"kc(from numba import cuda

scale = cuda.declare_device("scale", "float32(float32, int16)", abi="c")
difference = cuda.declare_device("difference", "float64(float64, float64)")


@cuda.jit("void(float32[::1], float64[::1])")
def k(a, b):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = scale(a[i], i)
        b[i] = difference(b[i], a[i])
)kc";

constexpr const char* kBitcode = R"kc(define float @scale(float %x, i16 signext %n) {
  %f = sitofp i16 %n to float
  %h = fmul float %x, 2.0
  %r = fadd float %h, %f
  ret float %r
}

define i32 @difference(ptr %result, double %a, double %b) {
  %r = fsub double %a, %b
  store double %r, ptr %result
  ret i32 0
}
)kc";

constexpr const char* kCuda =
    R"kc(extern "C" __device__ float scale(float x, short n) { return 2.0f * x + n; }
extern "C" __device__ int difference(double *result, double a, double b) {
  *result = a - b;
  return 0;
}
)kc";

constexpr const char* kHost = R"kc(float scale(float x, short n) { return 2.0f * x + n; }
int difference(double *result, double a, double b) {
  *result = a - b;
  return 0;
}
)kc";

// a[i] = 2 i + i, b[i] = 0.5 - a[i].
void ExpectRuns(const Context& context, const ProgramOptions& options) {
  constexpr std::int64_t kCount = 100;
  std::vector<float> a;
  for (std::int64_t i = 0; i < kCount; ++i) {
    a.push_back(static_cast<float>(i));
  }
  auto device_a = ToDevice(context, a);
  auto device_b = ToDevice(context, std::vector<double>(kCount, 0.5));
  Program::FromSource(kKernel, "k.py", options)
      .kernel("k")
      .Launch({.grid = 4, .block = 32}, device_a, device_b);
  const std::vector<float> new_a = device_a.ToVector();
  const std::vector<double> new_b = device_b.ToVector();
  for (std::size_t i = 0; i < static_cast<std::size_t>(kCount); ++i) {
    ASSERT_EQ(new_a[i], 3.0f * a[i]) << i;
    ASSERT_EQ(new_b[i], 0.5 - double{new_a[i]}) << i;
  }
}

void ExpectRunsWith(const Context& context, LinkKind kind, const std::string& bytes) {
  ProgramOptions options;
  options.link_inputs.push_back({kind, "functions", bytes});
  ExpectRuns(context, options);
}

class OnDevice : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (std::string(GetParam()) == "cuda" && !cuda_available()) {
      GTEST_SKIP() << why_cuda_is_unavailable();
    }
  }
};

TEST_P(OnDevice, TakesBitcode) {
  ExpectRunsWith(Context(GetParam()), LinkKind::Bitcode, kBitcode);
}

// NVRTC takes no bitcode: it is linked as PTX.
TEST_P(OnDevice, TakesBitcodeBesideCudaSource) {
  if (std::string(GetParam()) == "cuda" && CudaTool("nvcc").empty()) {
    GTEST_SKIP() << "no CUDA toolkit";
  }
  ProgramOptions options;
  options.backend = Backend::Nvrtc;
  options.link_inputs.push_back({LinkKind::Bitcode, "functions", kBitcode});
  ExpectRuns(Context(GetParam()), options);
}

TEST(NvrtcBackend, LinksBitcode) {
  if (CudaTool("nvcc").empty() || Kernelc().empty()) {
    GTEST_SKIP() << "no CUDA toolkit, or no kernelc beside the test";
  }
  const Folder folder;
  const Outcome linked = RunCommand(Kernelc() + " build " + folder.Write("k.py", kKernel) +
                                    " --backend nvrtc --emit cubin --target sm_90 --link " +
                                    folder.Write("functions.ll", kBitcode) + " -o " +
                                    folder.Path("k.cubin"));
  EXPECT_EQ(linked.status, 0) << linked.text;
}

TEST_P(OnDevice, TakesOneInputOfEachDevice) {
  const Folder folder;
  ProgramOptions options;
  options.link_inputs.push_back({LinkKind::CudaSource, "functions.cu", kCuda});
  if (std::string(GetParam()) == "cpu") {
    if (HostCompiler().empty()) {
      GTEST_SKIP() << "no C compiler";
    }
    const std::string source = folder.Write("functions.c", kHost);
    const Outcome built =
        RunCommand("cc -O1 -shared -fPIC -o " + folder.Path("functions.so") + " " + source);
    ASSERT_EQ(built.status, 0) << built.text;
  } else if (CudaTool("nvcc").empty()) {
    GTEST_SKIP() << "no CUDA toolkit";
  }
  options.link.push_back(folder.Path("functions.so"));
  ExpectRuns(Context(GetParam()), options);
}

INSTANTIATE_TEST_SUITE_P(Devices, OnDevice, testing::Values("cpu", "cuda"),
                         [](const auto& device) { return std::string(device.param); });

struct HostCase {
  const char* name;
  // Behind `cc`; %o and %s are the file made and the source.
  const char* command;
  const char* file;
};

class HostCode : public testing::TestWithParam<HostCase> {};

std::string Filled(std::string command, const std::string& out, const std::string& source) {
  for (const auto& [mark, text] :
       {std::pair<std::string, std::string>{"%o", out}, {"%s", source}}) {
    for (std::size_t at = command.find(mark); at != std::string::npos; at = command.find(mark)) {
      command.replace(at, mark.size(), text);
    }
  }
  return command;
}

TEST_P(HostCode, IsLinkedOnTheCpu) {
  if (HostCompiler().empty()) {
    GTEST_SKIP() << "no C compiler";
  }
  const Folder folder;
  const std::string source = folder.Write("functions.c", kHost);
  const Outcome built =
      RunCommand(Filled(GetParam().command, folder.Path(GetParam().file), source));
  ASSERT_EQ(built.status, 0) << built.text;
  ProgramOptions options;
  options.link.push_back(folder.Path(GetParam().file));
  ExpectRuns(Context("cpu"), options);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, HostCode,
    testing::Values(HostCase{"object", "cc -O1 -c -o %o %s", "f.o"},
                    HostCase{"archive", "cc -O1 -c -o %o.o %s && ar rcs %o %o.o", "f.a"},
                    HostCase{"shared", "cc -O1 -shared -fPIC -o %o %s", "f.so"}),
    [](const auto& one) { return std::string(one.param.name); });

struct CudaCase {
  const char* name;
  // Options of nvcc; %a is "90" of sm_90.
  const char* options;
  LinkKind kind;
};

class CudaCode : public testing::TestWithParam<std::tuple<CudaCase, const char*>> {
 protected:
  static const CudaCase& kind() { return std::get<0>(GetParam()); }
  static bool is_run() { return std::string(std::get<1>(GetParam())) == "cuda"; }
};

TEST_P(CudaCode, IsLinkedForGpus) {
  if (CudaTool("nvcc").empty() || Kernelc().empty()) {
    GTEST_SKIP() << "no nvcc, or no kernelc beside the test";
  }
  if (is_run() && !cuda_available()) {
    GTEST_SKIP() << why_cuda_is_unavailable();
  }
  const std::string arch = is_run() ? device("cuda").arch() : "sm_90";
  const Folder folder;
  const std::string source = folder.Write("functions.cu", kCuda);
  std::string file = source;
  if (*kind().options != '\0') {
    file = folder.Path(std::string("functions.") + kind().name);
    std::string options = kind().options;
    if (const std::size_t at = options.find("%a"); at != std::string::npos) {
      options.replace(at, 2, arch.substr(3));
    }
    const Outcome made =
        RunCommand(CudaTool("nvcc") + " " + options + " -o " + file + " " + source);
    ASSERT_EQ(made.status, 0) << made.text;
  }
  if (is_run()) {
    ExpectRunsWith(Context("cuda"), kind().kind, ReadFile(file));
    return;
  }
  const Outcome linked =
      RunCommand(Kernelc() + " build " + folder.Write("k.py", kKernel) + " --emit cubin --target " +
                 arch + " --link " + file + " -o " + folder.Path("k.cubin"));
  EXPECT_EQ(linked.status, 0) << linked.text;
  // Both are defined in it.
  const std::string cubin = ReadFile(folder.Path("k.cubin"));
  EXPECT_TRUE(cubin.starts_with("\x7f" "ELF"));
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, CudaCode,
    testing::Combine(testing::Values(
        CudaCase{"cu", "", LinkKind::CudaSource},
        CudaCase{"ptx", "-ptx -rdc=true -arch=sm_%a", LinkKind::Ptx},
        CudaCase{"cubin", "-cubin -rdc=true -arch=sm_%a", LinkKind::Cubin},
        CudaCase{"fatbin", "-fatbin -rdc=true -arch=sm_%a", LinkKind::Fatbin},
        CudaCase{"o", "-dc -arch=sm_%a", LinkKind::Object},
        CudaCase{"a", "-lib -rdc=true -arch=sm_%a", LinkKind::Archive},
        CudaCase{"ltoir", "-dlto -ltoir -rdc=true -arch=lto_%a", LinkKind::LtoIr}),
        testing::Values("build", "cuda")),
    [](const auto& one) {
      return std::string(std::get<0>(one.param).name) + "_" + std::get<1>(one.param);
    });

// What is wrong with an input is said with its name.
std::string BuildMessage(const Folder& folder, const std::string& arch, const std::string& links) {
  const Outcome outcome =
      RunCommand(Kernelc() + " build " + folder.Write("k.py", kKernel) + " --emit cubin --target " +
                 arch + links + " -o " + folder.Path("k.cubin"));
  EXPECT_EQ(outcome.status, 1) << outcome.text;
  return outcome.text;
}

TEST(WrongCode, IsNamed) {
  if (CudaTool("nvcc").empty() || Kernelc().empty()) {
    GTEST_SKIP() << "no nvcc, or no kernelc beside the test";
  }
  const Folder folder;
  const std::string source = folder.Write("f.cu", kCuda);
  const std::string cubin = folder.Path("f.cubin");
  const Outcome made =
      RunCommand(CudaTool("nvcc") + " -cubin -rdc=true -arch=sm_90 -o " + cubin + " " + source);
  ASSERT_EQ(made.status, 0) << made.text;

  const std::string other = BuildMessage(folder, "sm_80", " --link " + cubin);
  EXPECT_NE(other.find("f.cubin` for sm_80"), std::string::npos) << other;
  EXPECT_NE(other.find("another architecture"), std::string::npos) << other;

  const std::string twice = BuildMessage(folder, "sm_90", " --link " + cubin + " --link " + source);
  EXPECT_NE(twice.find("is defined twice"), std::string::npos) << twice;
  EXPECT_NE(twice.find("f.cubin"), std::string::npos) << twice;

  const std::string whole = ReadFile(cubin);
  for (const std::size_t size :
       {std::size_t{3}, std::size_t{100}, whole.size() / 2, whole.size() - 1}) {
    const std::string cut = folder.Write("cut.cubin", std::string_view(whole).substr(0, size));
    const std::string message = BuildMessage(folder, "sm_90", " --link " + cut);
    EXPECT_NE(message.find("cut.cubin`, which the kernel is linked with, is damaged"),
              std::string::npos)
        << size << ": " << message;
  }
}

// The library reports some of these on its error stream alone, and takes the first.
TEST(WrongCode, FunctionsOfOneNameAreNamed) {
  if (CudaTool("nvcc").empty() || Kernelc().empty()) {
    GTEST_SKIP() << "no nvcc, or no kernelc beside the test";
  }
  const Folder folder;
  const std::string source = folder.Write("f.cu", kCuda);
  for (const std::string form :
       {"ptx -ptx -rdc=true", "cubin -cubin -rdc=true", "fatbin -fatbin -rdc=true", "o -dc",
        "a -lib -rdc=true", "ltoir -dlto -ltoir -rdc=true"}) {
    const std::string suffix = form.substr(0, form.find(' '));
    std::string links;
    for (const char* name : {"first.", "second."}) {
      const std::string file = folder.Path(name + suffix);
      const Outcome made = RunCommand(CudaTool("nvcc") + form.substr(suffix.size()) +
                                      " -arch=sm_90 -o " + file + " " + source);
      ASSERT_EQ(made.status, 0) << made.text;
      links += " --link " + file;
    }
    const std::string message = BuildMessage(folder, "sm_90", links);
    const bool is_lto = suffix == "ltoir";
    EXPECT_NE(
        message.find(is_lto ? "two files define the same function" : "is defined twice: in `"),
        std::string::npos)
        << suffix << ": " << message;
    EXPECT_NE(message.find("first." + suffix), std::string::npos) << message;
    EXPECT_NE(message.find("second." + suffix), std::string::npos) << message;
  }
}

// Bits of a cubin that are not what they were crash the library; its caller goes on.
TEST(WrongCode, DamagedCodeIsNoCrash) {
  if (CudaTool("nvcc").empty() || Kernelc().empty()) {
    GTEST_SKIP() << "no nvcc, or no kernelc beside the test";
  }
  const Folder folder;
  const std::string cubin = folder.Path("f.cubin");
  const Outcome made = RunCommand(CudaTool("nvcc") + " -cubin -rdc=true -arch=sm_90 -o " + cubin +
                                  " " + folder.Write("f.cu", kCuda));
  ASSERT_EQ(made.status, 0) << made.text;
  const std::string whole = ReadFile(cubin);
  const std::string k = folder.Write("k.py", kKernel);
  std::mt19937 random(5);
  int refused = 0;
  for (int round = 0; round < 40; ++round) {
    std::string bytes = whole;
    for (unsigned long flips = 1 + random() % 6; flips > 0; --flips) {
      char& byte = bytes[random() % bytes.size()];
      byte = static_cast<char>(byte ^ (1 << static_cast<int>(random() % 8)));
    }
    const Outcome outcome =
        RunCommand(Kernelc() + " build " + k + " --no-cache --emit cubin --target sm_90 --link " +
                   folder.Write("bad.cubin", bytes) + " -o " + folder.Path("k.cubin"));
    ASSERT_TRUE(outcome.status == 0 || outcome.status == 1) << round << ": " << outcome.text;
    refused += outcome.status;
    EXPECT_TRUE(outcome.status == 0 || outcome.text.find("error") != std::string::npos)
        << outcome.text;
    EXPECT_EQ(outcome.text.find("@E@"), std::string::npos) << outcome.text;
  }
  EXPECT_GT(refused, 5);
}

TEST(WrongCode, MissingLibrariesAreNamed) {
  if (Kernelc().empty()) {
    GTEST_SKIP() << "no kernelc beside the test";
  }
  const Folder folder;
  const std::string source = folder.Write("f.cu", kCuda);
  const std::string k = folder.Write("k.py", kKernel);
  const Outcome outcome = RunCommand("KERNELC_NVRTC=/nowhere/libnvrtc.so " + Kernelc() + " build " +
                                     k + " --emit cubin --target sm_90 --link " + source);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.text.find("NVRTC is not on this machine: looked for /nowhere/libnvrtc.so"),
            std::string::npos)
      << outcome.text;
  EXPECT_NE(outcome.text.find("CUDA_HOME"), std::string::npos) << outcome.text;
}

TEST(WrongCode, LinkFileOfAHostIsAnError) {
  ProgramOptions options;
  options.link.push_back("/nowhere/functions.ptx");
  try {
    static_cast<void>(Program::FromSource(kKernel, "k.py", options));
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error_code_name(error.code()), error_code_name(ErrorCode::FileAccess));
    EXPECT_NE(std::string(error.what()).find("/nowhere/functions.ptx"), std::string::npos);
  }
}

}  // namespace
}  // namespace kernelc::link_test
