// The whole contract between the runtime and a kind of device. cuda/ and cpu/ implement it with the
// same file per noun; core/ and the public classes know nothing else of devices.
//
// All methods may be called by any thread, also while another one resets the context: each begins with
// KC_USE_CONTEXT or what does the same. Nothing here throws but std::bad_alloc; failures are
// Status. Destructors free what they own in its context, and report through the sink.
//
// What observers see (observer.h) is a public method and a virtual DoX() behind it. Callers know X()
// alone; a device that needs one inside another calls DoX().
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kernelc/context.h"
#include "kernelc/device.h"
#include "kernelc/event.h"
#include "kernelc/kernel.h"
#include "kernelc/launch.h"
#include "kernelc/link.h"
#include "kernelc/stream.h"
#include "runtime/backend/attachments.h"
#include "runtime/backend/context_use.h"
#include "runtime/backend/fact_check.h"
#include "runtime/backend/fork.h"
#include "runtime/backend/memory_resource.h"
#include "runtime/backend/observer.h"
#include "runtime/backend/pack_plan.h"
#include "runtime/backend/status.h"
#include "runtime/backend/strided.h"

namespace kernelc::backend {

class Context;
class Event;
class Function;
class GraphExec;
class Module;
class Stream;
struct GraphNode;

// A number that nobody else in this process got or gets.
inline std::uint64_t NextId() noexcept {
  static std::atomic<std::uint64_t> next{0};
  return next.fetch_add(1, std::memory_order_relaxed) + 1;
}

// What page-locked host memory is made for.
struct HostMemoryFlags {
  // Page-locked for every context, not only for the one that made it.
  bool portable = false;
  // Device code can use it.
  bool mapped = false;
  // Quick for the device to read, slow for the host to read.
  bool write_combined = false;
};

// An allocation as another process can open it.
struct IpcMemory {
  std::array<std::byte, 64> handle{};
  // From the start of the allocation to the address that was exported.
  std::uint64_t offset = 0;
};

// A device; lives as long as the process.
class Device {
 public:
  virtual ~Device() = default;
  // A new context of this device.
  virtual Status MakeContext(std::shared_ptr<Context>* context) = 0;
  // Whether kernels here can use memory of `peer`, another device of this kind.
  virtual Status CanAccessPeer(Device& peer, bool* can) = 0;

  DeviceKind kind() const noexcept { return kind_; }
  int ordinal() const noexcept { return ordinal_; }
  const std::string& name() const noexcept { return name_; }
  const std::string& arch() const noexcept { return arch_; }
  const DeviceProperties& properties() const noexcept { return properties_; }

 protected:
  Device(DeviceKind kind, int ordinal);

  std::string arch_;
  DeviceProperties properties_;

 private:
  DeviceKind kind_;
  int ordinal_;
  std::string name_;
};

class Context : public std::enable_shared_from_this<Context> {
 public:
  explicit Context(Device& device) : device_(device) {}
  virtual ~Context() = default;

  Device& device() const noexcept { return device_; }
  // Fails after a reset, and in a child of the process that made the context.
  Status CheckUsable(const char* operation) const {
    if (!usable()) [[unlikely]] {
      return Unusable(operation);
    }
    return {};
  }
  // What was made in the context is gone with it: destructors leave it alone.
  bool gone() const noexcept { return !usable() || broken(); }
  bool was_reset() const noexcept { return reset_.load(std::memory_order_seq_cst); }
  // From now on nothing of the context can be used. Blocks until what other threads are at work with
  // in it is done.
  void MarkReset() noexcept {
    reset_.store(true, std::memory_order_seq_cst);
    ContextUse::WaitForEnd(*this);
  }
  // Afterwards, in any case: nothing of the context is at work any more.
  void MarkResetDone() noexcept {
    reset_done_.store(true, std::memory_order_release);
    reset_done_.notify_all();
  }
  // Blocks until a reset that has begun is done.
  void WaitForReset() const noexcept {
    if (was_reset() && !Forked(device_.kind())) {
      reset_done_.wait(false, std::memory_order_acquire);
    }
  }
  // For ContextUse: operations that no thread's record stands for.
  void CountUse() const noexcept { counted_uses_.fetch_add(1, std::memory_order_seq_cst); }
  void UncountUse() const noexcept { counted_uses_.fetch_sub(1, std::memory_order_release); }
  bool has_counted_use() const noexcept {
    return counted_uses_.load(std::memory_order_seq_cst) != 0;
  }
  // What others keep as long as the context can be used.
  Attachments& attachments() noexcept { return attachments_; }
  // Where the memory of arrays comes from.
  MemoryResources& memory() noexcept { return memory_; }
  // Live as long as the context, which they do not keep alive.
  virtual Stream& default_stream() noexcept = 0;
  virtual Stream& per_thread_stream() noexcept = 0;
  // An error ended the context: nothing in it can be used or needs to be freed any more.
  virtual bool broken() const noexcept = 0;
  virtual void* native_handle() const noexcept = 0;

  // Makes the context current on this thread; `*previous` is what Leave() restores.
  virtual Status Enter(void** previous) = 0;
  virtual Status Leave(void* previous) = 0;
  Status Synchronize();
  // Blocks until the work so far is done, and leaves errors that it met to those who synchronise. Does not wait on a
  // thread that runs such work.
  virtual Status WaitForWork() = 0;
  // Waits for the work of the context, marks it and destroys everything in it.
  virtual Status Reset() = 0;
  virtual Status SetProfiling(bool on) = 0;
  virtual Status GetStreamPriorities(StreamPriorities* priorities) = 0;
  virtual Status GetMemoryInfo(MemoryInfo* info) = 0;
  // Bytes > 0.
  Status Allocate(std::size_t bytes, DevicePointer* data);
  // Waits for work that may use the memory. Fails for memory that is not the context's, or was freed before.
  Status Free(DevicePointer data);
  // Free() frees memory that was allocated elsewhere.
  virtual Status Adopt(DevicePointer data) = 0;
  virtual Status CreatePool(std::unique_ptr<AsyncPool>* pool) = 0;
  // Memory that host and device code both use at the same address. Bytes > 0; Free() frees it.
  Status AllocateManaged(std::size_t bytes, DevicePointer* data);
  // Page-locked host memory. Bytes > 0.
  Status AllocateHost(std::size_t bytes, const HostMemoryFlags& flags, void** data);
  // Waits for work that may use the memory.
  Status FreeHost(void* data);
  // Page-locks memory that the program owns. Bytes > 0.
  Status RegisterHost(void* data, std::size_t bytes, const HostMemoryFlags& flags);
  Status UnregisterHost(void* data);
  // Where device code sees host memory that was allocated or registered as mapped.
  virtual Status MapHost(void* data, DevicePointer* device) = 0;
  // Kernels here may use memory of `peer`, of another device that CanAccessPeer() named; nothing the second time.
  virtual Status EnablePeerAccess(Context& peer) = 0;
  virtual Status DisablePeerAccess(Context& peer) = 0;
  // The calling thread's cuBLAS handle for a stream of this context, which keeps it.
  virtual Status GetBlasHandle(Stream& stream, void** handle) = 0;
  // What another process needs to see the allocation that `data` lies in.
  virtual Status ExportMemory(DevicePointer data, IpcMemory* memory) = 0;
  // The start of another process's allocation in this one.
  virtual Status OpenMemory(const IpcMemory& memory, DevicePointer* data) = 0;
  virtual Status CloseMemory(DevicePointer data) = 0;
  Status CreateStream(const StreamOptions& options, std::unique_ptr<Stream>* stream);
  virtual Status WrapStream(void* native_stream, std::unique_ptr<Stream>* stream) = 0;
  virtual Status CreateEvent(const EventOptions& options, std::unique_ptr<Event>* event) = 0;
  // An event without timing that does not keep the context alive: for what the context owns.
  virtual Status CreateMark(std::unique_ptr<Event>* mark) = 0;
  Status LoadModule(std::shared_ptr<const abi::KernelImage> image, std::unique_ptr<Module>* module);
  // What replays the nodes (graph.h), each after those that it names.
  virtual Status InstantiateGraph(std::span<const GraphNode> nodes,
                                  std::unique_ptr<GraphExec>* exec) = 0;
  // Machine code for this device from PTX and what it is linked with, without loading it, at optimisation level 0 to
  // abi::kAssemblerLevel. Blocks.
  Status Assemble(std::string_view ptx, std::span<const LinkInput> inputs, unsigned level,
                  std::vector<std::byte>* code);
  // What Assemble() is: equal names give equal code.
  virtual Status GetAssembler(std::string* name) = 0;

 protected:
  virtual Status DoSynchronize() = 0;
  virtual Status DoAllocate(std::size_t bytes, DevicePointer* data) = 0;
  virtual Status DoFree(DevicePointer data) = 0;
  virtual Status DoAllocateManaged(std::size_t bytes, DevicePointer* data) = 0;
  virtual Status DoAllocateHost(std::size_t bytes, const HostMemoryFlags& flags, void** data) = 0;
  virtual Status DoFreeHost(void* data) = 0;
  virtual Status DoRegisterHost(void* data, std::size_t bytes, const HostMemoryFlags& flags) = 0;
  virtual Status DoUnregisterHost(void* data) = 0;
  virtual Status DoCreateStream(const StreamOptions& options, std::unique_ptr<Stream>* stream) = 0;
  virtual Status DoLoadModule(std::shared_ptr<const abi::KernelImage> image,
                              std::unique_ptr<Module>* module) = 0;
  virtual Status DoAssemble(std::string_view ptx, std::span<const LinkInput> inputs, unsigned level,
                            std::vector<std::byte>* code) = 0;

 private:
  bool usable() const noexcept { return !was_reset() && !Forked(device_.kind()); }
  Status Unusable(const char* function) const;

  Device& device_;
  MemoryResources memory_;
  Attachments attachments_;
  std::atomic<bool> reset_{false};
  std::atomic<bool> reset_done_{false};
  mutable std::atomic<int> counted_uses_{0};
};

// An in-order queue. Operations are enqueued and do not wait unless they say so.
class Stream : public std::enable_shared_from_this<Stream> {
 public:
  virtual ~Stream();
  Context& context() const noexcept { return context_; }
  // Of no other stream, event or function of this process.
  std::uint64_t id() const noexcept { return id_; }

  virtual void* native_handle() const noexcept = 0;
  // While the stream is captured, what others enqueue by its native handle is gathered instead of done.
  // Gather() gives what there was since, null for nothing, as the device's own graph, and goes on or ends.
  virtual Status BeginGathering() { return {}; }
  virtual Status Gather(bool /*go_on*/, std::shared_ptr<void>* /*graph*/) { return {}; }
  // Blocks.
  Status Synchronize();
  Status Query(bool* done);
  virtual Status GetPriority(int* priority) = 0;
  Status Wait(Event& event);
  Status AddCallback(std::function<void()> callback);
  // What work of the stream met that the device does not know of: the next synchronisation of the stream (CUDA:
  // of its context) fails with it, once. Any thread, also in work of the stream.
  virtual void KeepError(ErrorInfo error) = 0;
  Status CopyToDevice(DevicePointer to, const void* from, std::size_t bytes);
  Status CopyToHost(void* to, DevicePointer from, std::size_t bytes);
  Status CopyOnDevice(DevicePointer to, DevicePointer from, std::size_t bytes);
  // `from` lies in `from_context`, another context of the same kind of device.
  Status CopyFromPeer(DevicePointer to, Context& from_context, DevicePointer from,
                      std::size_t bytes);
  Status Memset(DevicePointer to, std::uint8_t value, std::size_t bytes);
  // Device to device; see strided.h.
  Status CopyStrided(const StridedCopy& copy);
  Status FillStrided(const StridedFill& fill);

 protected:
  virtual Status DoSynchronize() = 0;
  virtual Status DoQuery(bool* done) = 0;
  virtual Status DoWait(Event& event) = 0;
  virtual Status DoAddCallback(std::function<void()> callback) = 0;
  virtual Status DoCopyToDevice(DevicePointer to, const void* from, std::size_t bytes) = 0;
  virtual Status DoCopyToHost(void* to, DevicePointer from, std::size_t bytes) = 0;
  virtual Status DoCopyOnDevice(DevicePointer to, DevicePointer from, std::size_t bytes) = 0;
  virtual Status DoCopyFromPeer(DevicePointer to, Context& from_context, DevicePointer from,
                                std::size_t bytes) = 0;
  virtual Status DoMemset(DevicePointer to, std::uint8_t value, std::size_t bytes) = 0;
  virtual Status DoCopyStrided(const StridedCopy& copy) = 0;
  virtual Status DoFillStrided(const StridedFill& fill) = 0;

  explicit Stream(Context& context) : context_(context) {}

 private:
  Context& context_;
  const std::uint64_t id_ = NextId();
};

class Event {
 public:
  virtual ~Event() = default;
  Context& context() const noexcept { return *context_; }
  // Of no other stream, event or function of this process.
  std::uint64_t id() const noexcept { return id_; }
  bool has_timing() const noexcept { return timing_; }

  virtual void* native_handle() const noexcept = 0;
  Status Record(Stream& stream);
  // Blocks.
  Status Synchronize();
  Status Query(bool* done);
  // From this event to `end`, both of this context and with timing.
  virtual Status GetElapsed(Event& end, float* milliseconds) = 0;

 protected:
  virtual Status DoRecord(Stream& stream) = 0;
  virtual Status DoSynchronize() = 0;
  virtual Status DoQuery(bool* done) = 0;

  Event(std::shared_ptr<Context> context, bool timing)
      : context_(std::move(context)), timing_(timing) {}

 private:
  std::shared_ptr<Context> context_;
  const std::uint64_t id_ = NextId();
  bool timing_;
};

// What a launch may ask for; checked before the device is.
struct LaunchLimits {
  std::uint32_t max_threads = 0;
  std::uint32_t max_block[3] = {0, 0, 0};
  std::uint32_t max_grid[3] = {0, 0, 0};
  std::uint64_t static_shared_bytes = 0;
  // Static and dynamic together.
  std::uint64_t max_shared_bytes = 0;
};

// A kernel's code in one context. Owned by its Module.
class Function {
 public:
  virtual ~Function() = default;
  const abi::KernelInfo& info() const noexcept { return info_; }
  const KernelAttributes& attributes() const noexcept { return attributes_; }
  const LaunchLimits& limits() const noexcept { return limits_; }
  const PackPlan& pack_plan() const noexcept { return pack_plan_; }
  Context& context() const noexcept { return context_; }
  // What owns it: to be kept by whoever starts it later.
  std::shared_ptr<Module> module() const;
  // Of no other function, nor of anything else that asked for a number, in this process.
  std::uint64_t id() const noexcept { return id_; }

  // The configuration was checked against limits(); `stream` is of this context; `params` has
  // info().param_bytes bytes and is copied.
  Status Launch(Stream& stream, const LaunchConfig& config, const std::byte* params) {
    return !Observed() ? DoLaunch(stream, config, params) : LaunchObserved(stream, config, params);
  }
  // Adds a variant (abi::KernelInfo::variant_of) in this context, which lives as long as this.
  // Launches ask variants in the order of these calls; attributes() and limits() stay this code's.
  void AddVariant(Function& variant);
  // Whether there is something to choose from.
  bool has_variants() const noexcept { return !variants_.empty(); }
  // The variant that takes a launch, with the arguments as it takes them. Null where none does: the
  // launch is this code's.
  class Choice {
   public:
    Choice(const Function& function, const LaunchConfig& config, const std::byte* params) {
      if (!function.variants_.empty()) [[unlikely]] {
        Choose(function, config, params);
      }
    }
    Choice(const Choice&) = delete;
    Choice& operator=(const Choice&) = delete;
    Function* variant() const noexcept { return variant_; }
    const std::byte* params() const noexcept { return params_; }

   private:
    void Choose(const Function& function, const LaunchConfig& config,
                const std::byte* params) noexcept;

    Function* variant_ = nullptr;
    const std::byte* params_ = nullptr;
    alignas(16) std::array<std::byte, FactCheck::kRoomBytes> room_;
  };

  // The one that takes the launch; null where none does, and this code runs itself.
  const Function* VariantFor(const LaunchConfig& config, const std::byte* params) const noexcept {
    return Choice(*this, config, params).variant();
  }
  virtual Status GetMaxActiveBlocks(std::uint32_t threads, std::size_t dynamic_shared_bytes,
                                    int* blocks) = 0;
  // Blocks of a grid that can run all at once; 0 where the device has no such launches.
  virtual Status GetMaxCooperativeBlocks(std::uint32_t threads, std::size_t dynamic_shared_bytes,
                                         std::uint64_t* blocks) = 0;
  virtual Status SuggestBlock(std::size_t dynamic_shared_bytes,
                              OccupancySuggestion* suggestion) = 0;

 protected:
  virtual Status DoLaunch(Stream& stream, const LaunchConfig& config, const std::byte* params) = 0;

  Function(Context& context, const abi::KernelInfo& info)
      : context_(context), info_(info), pack_plan_(info) {}

  KernelAttributes attributes_;
  LaunchLimits limits_;

 private:
  struct Variant {
    Function* function;
    FactCheck check;
  };

  Status LaunchObserved(Stream& stream, const LaunchConfig& config, const std::byte* params);

  friend class Module;

  Context& context_;
  const abi::KernelInfo& info_;
  Module* module_ = nullptr;
  const std::uint64_t id_ = backend::NextId();
  PackPlan pack_plan_;
  std::vector<Variant> variants_;
};

// The error of a launch whose blocks cannot run all at once: it names both figures.
Status CooperativeGridTooLarge(const Function& function, std::uint64_t blocks,
                               std::uint64_t most_blocks);

// An image's code in one context; keeps both alive.
class Module : public std::enable_shared_from_this<Module> {
 public:
  virtual ~Module() = default;
  Context& context() const noexcept { return *context_; }
  const abi::KernelImage& image() const noexcept { return *image_; }
  // By place in image().kernels.
  Function& function(std::size_t index) const noexcept { return *functions_[index]; }
  // What it was loaded from; image() may be a part of that.
  const std::shared_ptr<const abi::KernelImage>& source() const noexcept { return source_; }
  // After it was loaded from `source`: its functions know it, and their variants.
  void OwnFunctions(std::shared_ptr<const abi::KernelImage> source) {
    source_ = std::move(source);
    for (const std::unique_ptr<Function>& function : functions_) {
      function->module_ = this;
      if (function->info().is_variant()) {
        functions_[function->info().variant_of]->AddVariant(*function);
      }
    }
  }

 protected:
  Module(std::shared_ptr<Context> context, std::shared_ptr<const abi::KernelImage> image)
      : context_(std::move(context)), image_(std::move(image)) {}
  const std::shared_ptr<Context>& shared_context() const noexcept { return context_; }
  const std::shared_ptr<const abi::KernelImage>& shared_image() const noexcept { return image_; }

  std::vector<std::unique_ptr<Function>> functions_;

 private:
  std::shared_ptr<Context> context_;
  std::shared_ptr<const abi::KernelImage> image_;
  std::shared_ptr<const abi::KernelImage> source_;
};

inline std::shared_ptr<Module> Function::module() const { return module_->shared_from_this(); }

}  // namespace kernelc::backend

// The enclosing scope works in `context`, which no reset destroys meanwhile; returns from the function
// when nothing can be done in it any more.
#define KC_USE_CONTEXT(context)                                                          \
  ::kernelc::backend::ContextUse kc_context_use(context);                                \
  if (::kernelc::backend::Status kc_usable = (context).CheckUsable(__func__);            \
      !kc_usable.ok()) [[unlikely]] {                                                    \
    kc_context_use.EndWithReset();                                                       \
    return kc_usable;                                                                    \
  }
