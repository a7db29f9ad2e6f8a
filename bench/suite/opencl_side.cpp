#include <dlfcn.h>
#include <fmt/format.h>

#include <cstring>
#include <memory>
#include <stdexcept>
#include <type_traits>

#include "bench/suite/side.h"
#include "bench/support/stats.h"

namespace kernelc::bench {

namespace {

// OpenCL's C interface as its ABI has it, opened at run time; handles are pointers.
struct Library {
  int (*platforms)(unsigned count, void** platforms, unsigned* found);
  int (*platform_info)(void* platform, unsigned name, std::size_t size, void* value,
                       std::size_t* used);
  int (*devices)(void* platform, std::uint64_t type, unsigned count, void** devices,
                 unsigned* found);
  int (*device_info)(void* device, unsigned name, std::size_t size, void* value, std::size_t* used);
  void* (*create_context)(const std::intptr_t* properties, unsigned count, void* const* devices,
                          void* notify, void* user, int* status);
  void* (*create_queue)(void* context, void* device, std::uint64_t properties, int* status);
  void* (*create_program)(void* context, unsigned count, const char** texts,
                          const std::size_t* lengths, int* status);
  int (*build_program)(void* program, unsigned count, void* const* devices, const char* options,
                       void* notify, void* user);
  void* (*create_kernel)(void* program, const char* name, int* status);
  int (*set_arg)(void* kernel, unsigned index, std::size_t size, const void* value);
  void* (*create_buffer)(void* context, std::uint64_t flags, std::size_t bytes, void* host,
                         int* status);
  int (*launch)(void* queue, void* kernel, unsigned dims, const std::size_t* offset,
                const std::size_t* global, const std::size_t* local, unsigned waits,
                void* const* wait_list, void** event);
  int (*finish)(void* queue);
  int (*read)(void* queue, void* buffer, unsigned blocking, std::size_t offset, std::size_t bytes,
              void* host, unsigned waits, void* const* wait_list, void** event);
  int (*write)(void* queue, void* buffer, unsigned blocking, std::size_t offset, std::size_t bytes,
               const void* host, unsigned waits, void* const* wait_list, void** event);
  int (*release_buffer)(void* buffer);
};

// The CPU device of PoCL with a queue. No device where there is none.
struct Machine {
  Library cl{};
  std::string name;
  void* device = nullptr;
  void* context = nullptr;
  void* queue = nullptr;
};

void Check(int status, const char* what) {
  if (status != 0) {
    throw std::runtime_error(fmt::format("{} failed with status {}", what, status));
  }
}

bool Open(Library& cl) {
  void* library = dlopen("libOpenCL.so.1", RTLD_NOW);
  if (library == nullptr) {
    return false;
  }
  bool complete = true;
  const auto resolve = [&](const char* name, auto* function) {
    void* symbol = dlsym(library, name);
    complete = complete && symbol != nullptr;
    std::memcpy(function, &symbol, sizeof symbol);
  };
  resolve("clGetPlatformIDs", &cl.platforms);
  resolve("clGetPlatformInfo", &cl.platform_info);
  resolve("clGetDeviceIDs", &cl.devices);
  resolve("clGetDeviceInfo", &cl.device_info);
  resolve("clCreateContext", &cl.create_context);
  resolve("clCreateCommandQueue", &cl.create_queue);
  resolve("clCreateProgramWithSource", &cl.create_program);
  resolve("clBuildProgram", &cl.build_program);
  resolve("clCreateKernel", &cl.create_kernel);
  resolve("clSetKernelArg", &cl.set_arg);
  resolve("clCreateBuffer", &cl.create_buffer);
  resolve("clEnqueueNDRangeKernel", &cl.launch);
  resolve("clFinish", &cl.finish);
  resolve("clEnqueueReadBuffer", &cl.read);
  resolve("clEnqueueWriteBuffer", &cl.write);
  resolve("clReleaseMemObject", &cl.release_buffer);
  return complete;
}

Machine FindMachine() {
  constexpr unsigned kPlatformName = 0x0902;
  constexpr unsigned kDeviceName = 0x102B;
  constexpr std::uint64_t kCpu = 2;
  Machine machine;
  void* platforms[16] = {};
  unsigned count = 0;
  if (!Open(machine.cl) || machine.cl.platforms(16, platforms, &count) != 0) {
    return machine;
  }
  for (unsigned i = 0; i < count && i < 16; ++i) {
    char platform[256] = {};
    char device[256] = {};
    machine.cl.platform_info(platforms[i], kPlatformName, sizeof platform - 1, platform, nullptr);
    if (std::strstr(platform, "Portable Computing Language") == nullptr ||
        machine.cl.devices(platforms[i], kCpu, 1, &machine.device, nullptr) != 0) {
      continue;
    }
    machine.cl.device_info(machine.device, kDeviceName, sizeof device - 1, device, nullptr);
    int status = 0;
    machine.context =
        machine.cl.create_context(nullptr, 1, &machine.device, nullptr, nullptr, &status);
    Check(status, "clCreateContext");
    machine.queue = machine.cl.create_queue(machine.context, machine.device, 0, &status);
    Check(status, "clCreateCommandQueue");
    machine.name = fmt::format("{}, {}", platform, device);
    return machine;
  }
  return machine;
}

const Machine& GetMachine() {
  static const Machine machine = FindMachine();
  return machine;
}

// A kernel with its arguments in buffers. Buffers are freed with it, programs at the end of the
// process.
class Work {
 public:
  Work(const SuiteEntry& entry, const Problem& problem) : problem_(&problem) {
    const Library& cl = GetMachine().cl;
    const std::string text(entry.opencl.view());
    const char* texts[] = {text.c_str()};
    int status = 0;
    void* program = cl.create_program(GetMachine().context, 1, texts, nullptr, &status);
    Check(status, "clCreateProgramWithSource");
    Check(cl.build_program(program, 1, &GetMachine().device, "", nullptr, nullptr),
          "clBuildProgram");
    kernel_ = cl.create_kernel(program, std::string(entry.name).c_str(), &status);
    Check(status, "clCreateKernel");
    for (const CaseArray& array : problem.arrays) {
      constexpr std::uint64_t kReadWrite = 1;
      buffers_.push_back(
          cl.create_buffer(GetMachine().context, kReadWrite, array.bytes(), nullptr, &status));
      Check(status, "clCreateBuffer");
    }
    for (unsigned i = 0; i < problem.cuda_args.size(); ++i) {
      SetArg(i, problem.cuda_args[i]);
    }
    Reset();
  }
  ~Work() {
    for (void* buffer : buffers_) {
      GetMachine().cl.release_buffer(buffer);
    }
  }
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;

  void Run() const {
    const Extent3& grid = problem_->grid;
    const Extent3& block = problem_->block;
    const std::size_t local[] = {block.x, block.y, block.z};
    const std::size_t global[] = {std::size_t{grid.x} * block.x, std::size_t{grid.y} * block.y,
                                  std::size_t{grid.z} * block.z};
    const Machine& machine = GetMachine();
    Check(machine.cl.launch(machine.queue, kernel_, 3, nullptr, global, local, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    Check(machine.cl.finish(machine.queue), "clFinish");
  }
  void Reset() const {
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
      const CaseArray& array = problem_->arrays[i];
      Check(GetMachine().cl.write(GetMachine().queue, buffers_[i], 1, 0, array.bytes(), array.raw(),
                                  0, nullptr, nullptr),
            "clEnqueueWriteBuffer");
    }
  }
  CaseArray Download(std::size_t index) const {
    const CaseArray& like = problem_->arrays[index];
    CaseArray result(like.kind(), like.shape(), like.role());
    Check(GetMachine().cl.read(GetMachine().queue, buffers_[index], 1, 0, result.bytes(),
                               result.raw(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    return result;
  }

 private:
  void SetArg(unsigned index, const CaseArg& arg) const {
    const int status = std::visit(
        [&](auto value) {
          if constexpr (std::is_same_v<decltype(value), ArrayArg>) {
            return GetMachine().cl.set_arg(kernel_, index, sizeof(void*), &buffers_[value.index]);
          } else {
            return GetMachine().cl.set_arg(kernel_, index, sizeof value, &value);
          }
        },
        arg);
    Check(status, "clSetKernelArg");
  }

  const Problem* problem_;
  void* kernel_ = nullptr;
  std::vector<void*> buffers_;
};

}  // namespace

std::string OpenClDevice() { return GetMachine().name; }

std::optional<Side> OpenClSide(const SuiteEntry& entry, const Problem& problem) {
  if (entry.opencl.view().empty() || GetMachine().queue == nullptr) {
    return std::nullopt;
  }
  const auto work = std::make_shared<Work>(entry, problem);
  Side side;
  side.name = "pocl";
  side.run = [work] { work->Run(); };
  side.seconds = [work] { return SecondsOf([&] { work->Run(); }); };
  side.reset = [work] { work->Reset(); };
  side.result = [work](std::size_t index) { return work->Download(index); };
  return side;
}

}  // namespace kernelc::bench
