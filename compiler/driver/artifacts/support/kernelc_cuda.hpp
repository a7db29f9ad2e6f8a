#ifndef KERNELC_CUDA_SUPPORT_1
#define KERNELC_CUDA_SUPPORT_1

#include <cuda.h>
#include <dlfcn.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <type_traits>
#include <vector>

// What launch functions are made of. The same in every header that kernelc generates.
namespace kernelc_cuda {

// Thrown when a kernel cannot be loaded or launched; what() says which, and why.
class Error : public std::runtime_error {
 public:
  Error(CUresult status, const std::string& text) : std::runtime_error(text), status_(status) {}
  CUresult status() const noexcept { return status_; }

 private:
  CUresult status_;
};

struct Dim3 {
  constexpr Dim3(unsigned x_extent = 1, unsigned y_extent = 1, unsigned z_extent = 1) noexcept
      : x(x_extent), y(y_extent), z(z_extent) {}
  unsigned x;
  unsigned y;
  unsigned z;
};

// Blocks, threads of a block, dynamic shared memory of a block in bytes, the stream.
struct LaunchConfig {
  Dim3 grid = {};
  Dim3 block = {};
  unsigned shared_bytes = 0;
  CUstream stream = nullptr;
};

enum class Layout { C, F, A };

struct Half {
  std::uint16_t bits = 0;
};
struct BFloat16 {
  std::uint16_t bits = 0;
};
struct Float8E4M3 {
  std::uint8_t bits = 0;
};
struct Float8E5M2 {
  std::uint8_t bits = 0;
};
struct Float8E8M0 {
  std::uint8_t bits = 0;
};

// What a kernel sees of an array: address, extents and strides, with element type and rank fixed. T
// is const where the kernel does not write.
template <typename T, std::size_t Rank>
class ArrayView {
  using Value = std::remove_const_t<T>;

 public:
  using Extents = std::array<std::int64_t, Rank>;
  // Device memory in C order.
  ArrayView(CUdeviceptr data, const Extents& shape) noexcept : data_(data), shape_(shape) {
    std::int64_t stride = static_cast<std::int64_t>(sizeof(Value));
    for (std::size_t d = Rank; d-- > 0;) {
      strides_[d] = stride;
      stride *= shape_[d];
    }
  }
  // The same with strides in bytes.
  ArrayView(CUdeviceptr data, const Extents& shape, const Extents& strides) noexcept
      : data_(data), shape_(shape), strides_(strides) {}
  ArrayView(T* data, const Extents& shape) noexcept
      : ArrayView(reinterpret_cast<CUdeviceptr>(data), shape) {}
  ArrayView(T* data, const Extents& shape, const Extents& strides) noexcept
      : ArrayView(reinterpret_cast<CUdeviceptr>(data), shape, strides) {}
  // To read what can be written.
  template <typename U, typename = std::enable_if_t<std::is_same<const U, T>::value>>
  ArrayView(const ArrayView<U, Rank>& other) noexcept
      : data_(other.data()), shape_(other.shape()), strides_(other.strides()) {}

  CUdeviceptr data() const noexcept { return data_; }
  const Extents& shape() const noexcept { return shape_; }
  const Extents& strides() const noexcept { return strides_; }
  bool is_contiguous(Layout layout) const noexcept {
    std::int64_t expected = static_cast<std::int64_t>(sizeof(Value));
    bool empty = false;
    bool fits = true;
    for (std::size_t i = 0; i < Rank; ++i) {
      const std::size_t d = layout == Layout::F ? i : Rank - 1 - i;
      fits = fits && (shape_[d] == 1 || strides_[d] == expected);
      empty = empty || shape_[d] == 0;
      expected *= shape_[d];
    }
    return fits || empty;
  }

 private:
  CUdeviceptr data_ = 0;
  Extents shape_{};
  Extents strides_{};
};

// Machine code or PTX for one architecture ("sm_90a").
struct Code {
  const char* arch;
  bool is_cubin;
  const char* bytes;
};

struct KernelCode {
  const char* name;
  const char* symbol;
  std::size_t param_bytes;
  unsigned static_shared_bytes;
  bool cooperative;
  const std::uint32_t* offsets;
  std::size_t offset_count;
};

// The driver's functions, opened on first use: nothing links the driver.
class Driver {
 public:
  static const Driver& Get() {
    static const Driver driver;
    return driver;
  }

  decltype(&::cuModuleLoadDataEx) load = nullptr;
  decltype(&::cuModuleGetFunction) find = nullptr;
  decltype(&::cuLaunchKernel) launch = nullptr;
  decltype(&::cuLaunchCooperativeKernel) launch_cooperative = nullptr;
  decltype(&::cuFuncSetAttribute) set_attribute = nullptr;
  decltype(&::cuFuncGetAttribute) get_attribute = nullptr;
  decltype(&::cuCtxGetCurrent) current = nullptr;
  decltype(&::cuDeviceGetAttribute) device_attribute = nullptr;
  decltype(&::cuGetErrorName) error_name = nullptr;
  decltype(&::cuGetErrorString) error_text = nullptr;
  // Spelt out, as cuda.h of some versions gives the names to other functions.
  CUresult (*device)(CUdevice*) = nullptr;
  // Null for drivers before 12.0.
  CUresult (*context_id)(CUcontext, unsigned long long*) = nullptr;

  [[noreturn]] void Throw(CUresult status, const std::string& what) const {
    const char* name = nullptr;
    const char* text = nullptr;
    error_name(status, &name);
    error_text(status, &text);
    throw Error(status, what + ": " + (text == nullptr ? "unknown error" : text) + " [" +
                            (name == nullptr ? "" : name) + "]");
  }

 private:
  Driver() {
    const char* const given = std::getenv("KERNELC_CUDA_DRIVER");
    const char* const name = given != nullptr ? given : "libcuda.so.1";
    library_ = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) {
      const char* const why = dlerror();
      throw Error(CUDA_ERROR_NOT_FOUND,
                  std::string("the CUDA driver cannot be opened: ") + (why == nullptr ? name : why));
    }
    Find(load, "cuModuleLoadDataEx", true);
    Find(find, "cuModuleGetFunction", true);
    Find(launch, "cuLaunchKernel", true);
    Find(launch_cooperative, "cuLaunchCooperativeKernel", false);
    Find(set_attribute, "cuFuncSetAttribute", true);
    Find(get_attribute, "cuFuncGetAttribute", true);
    Find(current, "cuCtxGetCurrent", true);
    Find(device_attribute, "cuDeviceGetAttribute", true);
    Find(error_name, "cuGetErrorName", true);
    Find(error_text, "cuGetErrorString", true);
    Find(device, "cuCtxGetDevice", true);
    Find(context_id, "cuCtxGetId", false);
  }

  template <typename Function>
  void Find(Function& function, const char* name, bool required) {
    void* found = dlsym(library_, name);
    if (found == nullptr) {
      using GetProcAddress = int (*)(const char*, void**, int, unsigned long long, int*);
      void* const get = dlsym(library_, "cuGetProcAddress_v2");
      constexpr int kVersion = 12000;
      int outcome = 0;
      if (get == nullptr ||
          reinterpret_cast<GetProcAddress>(get)(name, &found, kVersion, 0, &outcome) != 0) {
        found = nullptr;
      }
    }
    if (found == nullptr && required) {
      throw Error(CUDA_ERROR_NOT_FOUND, std::string("the CUDA driver has no function ") + name);
    }
    function = reinterpret_cast<Function>(found);
  }

  void* library_ = nullptr;
};

// The code of a header: loaded when a kernel is first launched in a context, once for each context,
// and never unloaded. May be used by any number of threads.
template <std::size_t Kernels>
class Image {
 public:
  template <std::size_t Codes>
  constexpr Image(const char* name, const Code (&codes)[Codes],
                  const KernelCode (&kernels)[Kernels]) noexcept
      : name_(name), codes_(codes), code_count_(Codes), kernels_(kernels) {}
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;

  // Starts kernel number `kernel` in the current context. Throws Error.
  template <typename Bytes>
  void Launch(std::size_t kernel, const LaunchConfig& config, const Bytes& params) {
    const Driver& driver = Driver::Get();
    const CUfunction function = Function(kernel, driver);
    if (config.shared_bytes != 0 &&
        config.shared_bytes + kernels_[kernel].static_shared_bytes > kSharedWithoutAsking) {
      Check(driver,
            driver.set_attribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                 static_cast<int>(config.shared_bytes)),
            kernel, "asking for shared memory");
    }
    const KernelCode& code = kernels_[kernel];
    unsigned char* const bytes = const_cast<unsigned char*>(params.data());
    CUresult status = CUDA_SUCCESS;
    if (code.cooperative) {
      if (driver.launch_cooperative == nullptr) {
        throw Error(CUDA_ERROR_NOT_SUPPORTED, "the driver has no cooperative launches");
      }
      void* addresses[kMostFields] = {};
      if (code.offset_count > kMostFields) {
        throw Error(CUDA_ERROR_INVALID_VALUE, "too many parameters for a cooperative launch");
      }
      for (std::size_t i = 0; i < code.offset_count; ++i) {
        addresses[i] = bytes + code.offsets[i];
      }
      status = driver.launch_cooperative(function, config.grid.x, config.grid.y, config.grid.z,
                                         config.block.x, config.block.y, config.block.z,
                                         config.shared_bytes, config.stream, addresses);
    } else {
      std::size_t size = code.param_bytes;
      void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, bytes, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                       CU_LAUNCH_PARAM_END};
      status = driver.launch(function, config.grid.x, config.grid.y, config.grid.z, config.block.x,
                             config.block.y, config.block.z, config.shared_bytes, config.stream,
                             nullptr, size == 0 ? nullptr : extra);
    }
    if (status != CUDA_SUCCESS) {
      Check(driver, status, kernel,
            "launching grid (" + Text(config.grid) + ") of blocks (" + Text(config.block) + ") with " +
                std::to_string(config.shared_bytes) + " bytes of dynamic shared memory");
    }
  }

  // For occupancy and attributes; of the current context.
  CUfunction Function(std::size_t kernel) { return Function(kernel, Driver::Get()); }

 private:
  static constexpr unsigned kSharedWithoutAsking = 49152;
  static constexpr std::size_t kMostFields = 1024;

  struct Loaded {
    CUcontext context;
    unsigned long long id;
    CUfunction functions[Kernels];
    Loaded* next;
  };

  static std::string Text(const Dim3& dim) {
    return std::to_string(dim.x) + ", " + std::to_string(dim.y) + ", " + std::to_string(dim.z);
  }

  void Check(const Driver& driver, CUresult status, std::size_t kernel,
             const std::string& what) const {
    if (status != CUDA_SUCCESS) {
      driver.Throw(status, std::string("kernel `") + kernels_[kernel].name + "` of " + name_ + ", " + what);
    }
  }

  CUfunction Function(std::size_t kernel, const Driver& driver) {
    CUcontext context = nullptr;
    Check(driver, driver.current(&context), kernel, "asking for the current context");
    if (context == nullptr) {
      throw Error(CUDA_ERROR_INVALID_CONTEXT,
                  std::string("kernel `") + kernels_[kernel].name + "` of " + name_ +
                      ": no CUDA context is current on this thread");
    }
    // A later context may have the address of one that is gone.
    unsigned long long id = 0;
    if (driver.context_id != nullptr) {
      Check(driver, driver.context_id(context, &id), kernel, "asking for the current context");
    }
    for (const Loaded* one = first_.load(std::memory_order_acquire); one != nullptr; one = one->next) {
      if (one->context == context && one->id == id) {
        return one->functions[kernel];
      }
    }
    return Load(driver, context, id)->functions[kernel];
  }

  const Loaded* Load(const Driver& driver, CUcontext context, unsigned long long id) {
    const std::lock_guard<std::mutex> lock(loading_);
    for (const Loaded* one = first_.load(std::memory_order_acquire); one != nullptr; one = one->next) {
      if (one->context == context && one->id == id) {
        return one;
      }
    }
    const Code& code = Choose(driver);
    char log[8192] = {};
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void* values[] = {log, reinterpret_cast<void*>(sizeof log - 1)};
    CUmodule module = nullptr;
    const CUresult status = driver.load(&module, code.bytes, 2, options, values);
    if (status != CUDA_SUCCESS) {
      driver.Throw(status, std::string("the code of ") + name_ + " for " + code.arch +
                               " cannot be loaded" + (log[0] == 0 ? "" : "\n") + log);
    }
    // Kept for as long as the program runs.
    Loaded* const loaded = new Loaded{context, id, {}, first_.load(std::memory_order_relaxed)};
    for (std::size_t i = 0; i < Kernels; ++i) {
      Check(driver, driver.find(&loaded->functions[i], module, kernels_[i].symbol), i, "finding it");
    }
    first_.store(loaded, std::memory_order_release);
    return loaded;
  }

  // "sm_90a" as 90 and 'a'.
  static int Number(const char* arch, char* suffix) {
    int number = 0;
    const char* at = arch + 3;
    for (; *at >= '0' && *at <= '9'; ++at) {
      number = number * 10 + (*at - '0');
    }
    *suffix = *at;
    return number;
  }

  static bool Runs(const Code& code, int device) {
    char suffix = 0;
    const int number = Number(code.arch, &suffix);
    const bool embedded = number == 72 || number == 87 || device == 72 || device == 87;
    if (suffix == 'a' || (code.is_cubin && embedded)) {
      return number == device;
    }
    if (suffix == 'f' || code.is_cubin) {
      return number / 10 == device / 10 && number <= device;
    }
    return number <= device;
  }

  // Machine code before PTX, then the latest, then the chip's own.
  const Code& Choose(const Driver& driver) const {
    CUdevice device = 0;
    int major = 0;
    int minor = 0;
    if (driver.device(&device) != CUDA_SUCCESS ||
        driver.device_attribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device) !=
            CUDA_SUCCESS ||
        driver.device_attribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device) !=
            CUDA_SUCCESS) {
      throw Error(CUDA_ERROR_INVALID_DEVICE, "the current context's device does not answer");
    }
    const int arch = major * 10 + minor;
    const Code* best = nullptr;
    int best_rank = -1;
    std::string targets;
    for (std::size_t i = 0; i < code_count_; ++i) {
      char suffix = 0;
      const int rank = Number(codes_[i].arch, &suffix) * 10 + (suffix != 0 ? 1 : 0) +
                       (codes_[i].is_cubin ? 100000 : 0);
      targets += (i == 0 ? "" : ", ") + std::string(codes_[i].arch);
      if (Runs(codes_[i], arch) && rank > best_rank) {
        best = &codes_[i];
        best_rank = rank;
      }
    }
    if (best == nullptr) {
      throw Error(CUDA_ERROR_NO_BINARY_FOR_GPU, std::string(name_) + " has no code for sm_" +
                                                    std::to_string(arch) + "; its targets are " +
                                                    targets);
    }
    return *best;
  }

  const char* name_;
  const Code* codes_;
  std::size_t code_count_;
  const KernelCode* kernels_;
  std::mutex loading_;
  std::atomic<Loaded*> first_{nullptr};
};

namespace generated {

// Whether a value of U may stand where a kernel wants a T: the same type, or an integer of the same
// size and sign under another name.
template <typename U, typename T>
constexpr bool kSameScalar =
    std::is_same<U, T>::value ||
    (std::is_integral<U>::value && std::is_integral<T>::value && !std::is_same<U, bool>::value &&
     !std::is_same<T, bool>::value && sizeof(U) == sizeof(T) &&
     std::is_signed<U>::value == std::is_signed<T>::value);

// A scalar argument: nothing is converted.
template <typename T>
struct Exact {
  template <typename U, typename = std::enable_if_t<kSameScalar<U, T>>>
  constexpr Exact(U given) noexcept : value(static_cast<T>(given)) {}
  T value;
};

// The parameter buffer of one launch.
template <std::size_t Size>
class Params {
 public:
  explicit Params(const char* kernel) noexcept : kernel_(kernel) {}

  template <typename T>
  void Put(std::size_t offset, const T& value) noexcept {
    std::memcpy(bytes_.data() + offset, &value, sizeof(T));
  }
  template <typename T>
  void PutRecord(std::size_t offset, const char*, const ArrayView<T, 0>& view) noexcept {
    Put(offset, view.data());
  }
  template <Layout L, typename T, std::size_t Rank>
  void PutArray(std::size_t offset, const char* param, const ArrayView<T, Rank>& view) {
    if (L != Layout::A && !view.is_contiguous(L)) {
      throw Error(CUDA_ERROR_INVALID_VALUE, std::string("kernel `") + kernel_ + "`, parameter `" +
                                                param + "`: the array is not contiguous");
    }
    Put(offset, view.data());
    Put(offset + sizeof(std::int64_t), view.shape());
    if (L == Layout::A) {
      Put(offset + (1 + Rank) * sizeof(std::int64_t), view.strides());
    }
  }
  const std::array<unsigned char, Size == 0 ? 1 : Size>& bytes() const noexcept { return bytes_; }

 private:
  const char* kernel_;
  alignas(16) std::array<unsigned char, Size == 0 ? 1 : Size> bytes_{};
};

}  // namespace generated
}  // namespace kernelc_cuda

#endif  // KERNELC_CUDA_SUPPORT_1

