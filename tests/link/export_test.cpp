// Device functions of kernel files in CUDA C++ programs: compiled by kernelc, linked by nvcc, run where there is a GPU.
#include <gtest/gtest.h>

#include <string>

#include "kernelc/program.h"
#include "tests/link/support.h"

namespace kernelc::link_test {
namespace {

constexpr const char* kFunctions = R"kc(import math

from numba import cuda


@cuda.jit(device=True)
def norm(x, y):
    return math.sqrt(x * x + y * y)


@cuda.jit(device=True)
def total(p, n):
    s = 0
    for i in range(n):
        s += p[i]
    return s
)kc";

constexpr const char* kProgram = R"kc(#include <cstdio>

extern "C" __device__ float vector_norm(float x, float y);
extern "C" __device__ int total(long long *result, const int *p, int n);

__global__ void use(float *norms, long long *sums, const int *numbers) {
  norms[threadIdx.x] = vector_norm(3.0f * threadIdx.x, 4.0f * threadIdx.x);
  total(&sums[threadIdx.x], numbers, threadIdx.x);
}

int main() {
  float *norms;
  long long *sums;
  int *numbers;
  if (cudaMallocManaged(&norms, 8 * sizeof *norms) != cudaSuccess ||
      cudaMallocManaged(&sums, 8 * sizeof *sums) != cudaSuccess ||
      cudaMallocManaged(&numbers, 8 * sizeof *numbers) != cudaSuccess) {
    return 77;
  }
  for (int i = 0; i < 8; ++i) {
    numbers[i] = i + 1;
  }
  use<<<1, 8>>>(norms, sums, numbers);
  if (cudaDeviceSynchronize() != cudaSuccess) {
    std::puts(cudaGetErrorString(cudaGetLastError()));
    return 1;
  }
  for (int i = 0; i < 8; ++i) {
    if (norms[i] != 5.0f * i || sums[i] != i * (i + 1) / 2) {
      std::printf("%d: %g %lld\n", i, norms[i], sums[i]);
      return 1;
    }
  }
  std::puts("right");
  return 0;
}
)kc";

struct ExportCase {
  const char* name;
  const char* emit;
};

class Export : public testing::TestWithParam<std::tuple<ExportCase, const char*>> {
 protected:
  static const ExportCase& form() { return std::get<0>(GetParam()); }
  static bool is_run() { return std::string(std::get<1>(GetParam())) == "cuda"; }

  void SetUp() override {
    nvcc_ = CudaTool("nvcc");
    if (nvcc_.empty() || Kernelc().empty()) {
      GTEST_SKIP() << "no nvcc, or no kernelc beside the test";
    }
    if (is_run() && !cuda_available()) {
      GTEST_SKIP() << why_cuda_is_unavailable();
    }
    arch_ = is_run() ? device("cuda").arch() : "sm_90";
  }

  // Two files, one for each ABI.
  void BuildFunctions(const Folder& folder) const {
    const std::string file = folder.Write("functions.py", kFunctions);
    const std::string common = Kernelc() + " build " + file + " --device --target " + arch_ +
                               " --emit " + form().emit;
    Expect(common + " -k norm --sig 'float32(float32, float32)' --name vector_norm -o " +
           folder.Path(std::string("norm.") + form().name));
    Expect(common + " -k total --abi numba --sig 'int64(CPointer(int32), int32)' -o " +
           folder.Path(std::string("total.") + form().name));
  }

  static void Expect(const std::string& command) {
    const Outcome outcome = RunCommand(command);
    ASSERT_EQ(outcome.status, 0) << command << "\n" << outcome.text;
  }

  std::string nvcc_;
  std::string arch_;
};

TEST_P(Export, IsLinkedIntoAProgram) {
  const Folder folder;
  BuildFunctions(folder);
  const std::string main_cu = folder.Write("main.cu", kProgram);
  const std::string program = folder.Path("program");
  const std::string suffix = std::string(".") + form().name;
  if (suffix == ".ltoir") {
    // Not every toolkit has what its own linker needs for this; nvJitLink has, which links them with a kernel.
    const std::string kernel = folder.Write("k.py", R"kc(from numba import cuda

norm = cuda.declare_device("vector_norm", "float32(float32, float32)", abi="c")
total = cuda.declare_device("total", "int64(CPointer(int32), int32)")


@cuda.jit("void(float32[::1], int32[::1])")
def k(a, n):
    a[0] = norm(a[0], a[1]) + total(n, n.size)
)kc");
    Expect(Kernelc() + " build " + kernel + " --emit cubin --target " + arch_ + " --link " +
           folder.Path("norm.ltoir") + " --link " + folder.Path("total.ltoir") + " -o " +
           folder.Path("k.cubin"));
    if (is_run()) {
      ProgramOptions options;
      options.link = {folder.Path("norm.ltoir"), folder.Path("total.ltoir")};
      const Context context("cuda");
      auto a = ToDevice(context, std::vector<float>{3.0f, 4.0f});
      auto n = ToDevice(context, std::vector<std::int32_t>{1, 2, 3});
      Program::FromFile(kernel, options).kernel("k").Launch({.grid = 1, .block = 1}, a, n);
      EXPECT_EQ(a.ToVector()[0], 11.0f);
    }
    return;
  }
  Expect(nvcc_ + " -arch=" + arch_ + " -dc -o " + program + ".o " + main_cu);
  for (const char* name : {"norm", "total"}) {
    Expect(nvcc_ + " -arch=" + arch_ + " -dc -o " + folder.Path(name) + ".o " + folder.Path(name) +
           suffix);
  }
  Expect(nvcc_ + " -arch=" + arch_ + " -o " + program + " " + program + ".o " +
         folder.Path("norm.o") + " " + folder.Path("total.o"));
  if (is_run()) {
    Expect(program);
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, Export,
                         testing::Combine(testing::Values(ExportCase{"cu", "cuda"},
                                                          ExportCase{"ptx", "ptx"},
                                                          ExportCase{"cubin", "cubin"},
                                                          ExportCase{"ltoir", "ltoir"}),
                                          testing::Values("build", "cuda")),
                         [](const auto& one) {
                           return std::string(std::get<0>(one.param).name) + "_" +
                                  std::get<1>(one.param);
                         });

// Where a toolkit's linker finds the library that compiles LTO-IR: some toolkits have it in a place where it is not looked for.
std::string NvvmFolder(const std::string& nvcc, const Folder& folder) {
  const std::string toolkit = nvcc.substr(0, nvcc.rfind("/bin/"));
  const Outcome found =
      RunCommand("ls " + toolkit + "/nvvm/lib64/libnvvm.so " + toolkit + "/lib64/libnvvm.so* " +
                 toolkit + "/lib/libnvvm.so* 2> /dev/null | head -n 1");
  const std::string library = found.text.substr(0, found.text.find('\n'));
  if (library.empty()) {
    return {};
  }
  const Outcome made = RunCommand("mkdir -p " + folder.Path("nvvm/lib64") + " && ln -s " + library +
                                  " " + folder.Path("nvvm/lib64/libnvvm.so"));
  return made.status == 0 ? folder.Path("nvvm") : std::string();
}

// LTO-IR of device functions through nvcc and the toolkit's linker, by the command of the documentation.
TEST(ExportLtoIr, IsLinkedByTheToolkit) {
  const std::string nvcc = CudaTool("nvcc");
  if (nvcc.empty() || Kernelc().empty()) {
    GTEST_SKIP() << "no nvcc, or no kernelc beside the test";
  }
  const Folder folder;
  const std::string file = folder.Write("functions.py", kFunctions);
  const std::string build = Kernelc() + " build " + file + " --device --target sm_90 --emit ltoir";
  std::string objects = folder.Path("main.o");
  for (const std::string options :
       {"-k norm --sig 'float32(float32, float32)' --name vector_norm -o norm.ltoir",
        "-k total --abi numba --sig 'int64(CPointer(int32), int32)' -o total.ltoir"}) {
    const Outcome made = RunCommand("cd " + folder.Path("") + " && " + build + " " + options);
    ASSERT_EQ(made.status, 0) << made.text;
    objects += " " + folder.Path(options.substr(options.rfind(' ') + 1));
  }
  const Outcome compiled = RunCommand(nvcc + " -arch=sm_90 -dlto -dc -o " + folder.Path("main.o") +
                                      " " + folder.Write("main.cu", kProgram));
  ASSERT_EQ(compiled.status, 0) << compiled.text;
  const Outcome linked =
      RunCommand(nvcc + " -arch=sm_90 -dlto -dlink -o " + folder.Path("linked.o") + " " + objects);
  if (linked.status == 0) {
    const Outcome program = RunCommand(nvcc + " -arch=sm_90 -o " + folder.Path("program") + " " +
                                       folder.Path("linked.o") + " " + folder.Path("main.o"));
    EXPECT_EQ(program.status, 0) << program.text;
    return;
  }
  ASSERT_NE(linked.text.find("library load error"), std::string::npos) << linked.text;
  const std::string nvvm = NvvmFolder(nvcc, folder);
  if (nvvm.empty()) {
    GTEST_SKIP() << "the toolkit cannot link LTO-IR: " << linked.text;
  }
  const std::string nvlink = CudaTool("nvlink") +
                             " -m64 --arch=sm_90 -cpu-arch=X86_64 -dlto -nvvmpath=" + nvvm + " -L" +
                             nvcc.substr(0, nvcc.rfind("/bin/")) + "/lib64 -lcudadevrt";
  const Outcome cubin = RunCommand(nvlink + " -o " + folder.Path("linked.cubin") + " " + objects);
  EXPECT_EQ(cubin.status, 0) << cubin.text;
  EXPECT_NE(ReadFile(folder.Path("linked.cubin")).find(".text._Z3usePfPxPKi"), std::string::npos);
  // Both functions are needed, and by these names.
  const Outcome missing =
      RunCommand(nvlink + " -o " + folder.Path("missing.cubin") + " " + folder.Path("main.o"));
  EXPECT_NE(missing.status, 0);
  EXPECT_NE(missing.text.find("vector_norm"), std::string::npos) << missing.text;
}

TEST(ExportApi, GivesEveryForm) {
  const Program program = Program::FromSource(kFunctions, "functions.py");
  const JitKernel norm = program.kernel("norm");
  constexpr const char* kSignature = "float32(float32, float32)";
  const std::string ptx =
      norm.BuildDevice(DeviceForm::Ptx, "sm_90", kSignature, {.name = "length"});
  EXPECT_NE(ptx.find(".visible .func  (.param .b32 func_retval0) length("), std::string::npos)
      << ptx;
  const std::string cuda =
      norm.BuildDevice(DeviceForm::Cuda, "sm_90", kSignature, {.numba_abi = true, .name = "length"});
  EXPECT_NE(cuda.find("extern \"C\" __device__ int32_t length(float* result, float x, float y)"),
            std::string::npos)
      << cuda;
  // The same bytes again.
  const std::string bitcode = norm.BuildDevice(DeviceForm::Bitcode, "sm_90", kSignature);
  EXPECT_TRUE(bitcode.starts_with("BC")) << bitcode.size();
  EXPECT_EQ(bitcode, norm.BuildDevice(DeviceForm::Bitcode, "sm_90", kSignature));
  // Made by what not every machine has; without it the error says so.
  const auto made_by_toolkit = [&](DeviceForm form) {
    try {
      return norm.BuildDevice(form, "sm_90", kSignature, {.name = "length"});
    } catch (const Error& error) {
      EXPECT_NE(error.message().find("CUDA toolkit"), std::string::npos) << error.message();
      return std::string();
    }
  };
  const std::string cubin = made_by_toolkit(DeviceForm::Cubin);
  EXPECT_TRUE(cubin.empty() || cubin.starts_with("\x7f" "ELF")) << cubin.size();
  const std::string lto_ir = made_by_toolkit(DeviceForm::LtoIr);
  EXPECT_TRUE(lto_ir.empty() || lto_ir.starts_with("\xed" "CN\x7f")) << lto_ir.size();
  // A declared result is converted to.
  const std::string wide = norm.BuildDevice(DeviceForm::Cuda, "sm_90", "float64(float32, float32)",
                                            {.name = "length"});
  EXPECT_NE(wide.find("extern \"C\" __device__ double length(float x, float y)"), std::string::npos)
      << wide;
}

// `norm` and `rand` are declared in every file of CUDA C++, `new` is a word; nobody but it takes offence.
TEST(ExportApi, NamesThatCudaCppHas) {
  const Program program = Program::FromSource(kFunctions, "functions.py");
  const JitKernel norm = program.kernel("norm");
  constexpr const char* kSignature = "float32(float32, float32)";
  for (const char* name : {"norm", "rand", "new"}) {
    EXPECT_NE(norm.BuildDevice(DeviceForm::Ptx, "sm_90", kSignature, {.name = name}).find(name),
              std::string::npos);
    for (const DeviceForm form : {DeviceForm::Cuda, DeviceForm::LtoIr}) {
      try {
        static_cast<void>(norm.BuildDevice(form, "sm_90", kSignature, {.name = name}));
        ADD_FAILURE() << "nothing was thrown for " << name;
      } catch (const Error& error) {
        const std::string what = "`" + std::string(name) + "` is a word or a function of CUDA C++";
        EXPECT_NE(error.message().find(what), std::string::npos) << error.message();
      }
    }
  }
  // Symbols stay as they are, also those that begin as the implementation's do.
  EXPECT_NE(norm.BuildDevice(DeviceForm::Cuda, "sm_90", kSignature, {.name = "__length_2"})
                .find("extern \"C\" __device__ float __length_2(float x, float y)"),
            std::string::npos);
}

TEST(ExportApi, RefusesTheCpu) {
  const Program program = Program::FromSource(kFunctions, "functions.py");
  try {
    static_cast<void>(
        program.kernel("norm").BuildDevice(DeviceForm::Ptx, "cpu", "float32(float32, float32)"));
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error_code_name(error.code()), error_code_name(ErrorCode::NotSupported));
  }
}

// Our own bitcode in our own kernels, on both sides of the link.
TEST(ExportBitcode, IsLinkedIntoAKernel) {
  if (Kernelc().empty()) {
    GTEST_SKIP() << "no kernelc beside the test";
  }
  const Folder folder;
  const std::string functions = folder.Write("functions.py", kFunctions);
  const std::string bitcode = folder.Path("norm.bc");
  const Outcome made = RunCommand(
      Kernelc() + " build " + functions +
      " --device -k norm --sig 'float32(float32, float32)' --target sm_90 --emit bitcode -o " +
      bitcode);
  ASSERT_EQ(made.status, 0) << made.text;
  const std::string kernel = folder.Write("k.py", R"kc(from numba import cuda

norm = cuda.declare_device("norm", "float32(float32, float32)", abi="c", link="norm.bc")


@cuda.jit("void(float32[::1])")
def k(a):
    a[0] = norm(a[0], a[1])
)kc");
  const Outcome ptx = RunCommand(Kernelc() + " build " + kernel + " --emit ptx --target sm_90");
  EXPECT_EQ(ptx.status, 0) << ptx.text;
  EXPECT_EQ(ptx.text.find(".extern"), std::string::npos) << ptx.text;
  EXPECT_NE(ptx.text.find("sqrt.rn.f32"), std::string::npos) << ptx.text;
}

}  // namespace
}  // namespace kernelc::link_test
