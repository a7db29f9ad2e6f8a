// What the fake driver knows. Everything is behind one lock.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "runtime/abi/device_error.h"
#include "runtime/cuda/driver_types.h"
#include "tests/fake_driver/fake_driver.h"
#include "tests/fake_driver/queue.h"

namespace kernelc::fake_driver {

using namespace kernelc::cuda;

// Every object knows the device whose context it lives in.
struct Object {
  int device = 0;
};
struct Context : Object {
  int retains = 0;
  // Whose memory its kernels may use.
  std::set<const Context*> peers;
};
struct Graph;
struct GraphNode {
  std::function<void()> work;
  std::vector<GraphNode*> after;
  // A conditional node: the body is run if, or as long as, the value is not zero.
  std::shared_ptr<std::atomic<unsigned>> condition;
  bool repeats = false;
  Graph* body = nullptr;
  // A child graph's.
  std::shared_ptr<const Graph> child;
};
// Nodes come after those that they wait for.
struct Graph : Object {
  std::vector<std::unique_ptr<GraphNode>> nodes;
  // Their handles are addresses.
  std::vector<std::shared_ptr<std::atomic<unsigned>>> conditions;
  std::vector<std::unique_ptr<Graph>> bodies;
};
struct GraphExec : Object {
  std::shared_ptr<const Graph> graph;
  // What nodes do that were changed.
  std::map<const GraphNode*, std::function<void()>> changed;
};
// A stream's capture: work becomes nodes of the graph.
struct Capture {
  Graph* graph = nullptr;
  // Where it was begun without one.
  std::shared_ptr<Graph> owned;
  std::vector<GraphNode*> last;
};

struct Stream : Object {
  int priority = 0;
  std::unique_ptr<Capture> capture;
};
struct Event : Object {
  bool timing = true;
  // Null for an event that was never recorded.
  std::shared_ptr<Mark> mark;
};
struct Function {
  std::string name;
  std::map<int, int> attributes;
};
struct Module : Object {
  std::map<std::string, Function> functions;
  // Where the code reports errors: its text names the variable.
  bool reports_errors = false;
  abi::CudaErrorState error_state;
};

// Code whose module is made when it is asked for. The driver's belong to no context, and outlive a reset; who made one in a
// context that is gone has no more use for it, so it is no leak here.
struct Library : Object {
  std::string text;
  Module* module = nullptr;
};

// A linker of the driver; its code lives as long.
struct Link : Object {
  std::vector<int> options;
  std::vector<void*> values;
  std::string text;
};

struct MemPool : Object {
  std::uint64_t threshold = 0;
  std::uint64_t used = 0;
};

struct State {
  std::mutex mutex;
  int device_count = 2;
  std::size_t total_memory = std::size_t{1} << 30;
  std::size_t used_memory = 0;
  std::map<int, int> device_attributes;
  std::map<int, int> function_attributes;
  std::vector<Context*> contexts;
  std::set<Stream*> streams;
  std::set<Event*> events;
  std::set<Library*> libraries;
  std::set<Link*> links;
  std::set<Module*> modules;
  std::set<MemPool*> pools;
  std::map<Graph*, std::shared_ptr<Graph>> graphs;
  std::set<GraphExec*> graph_execs;
  struct Allocation {
    std::size_t bytes = 0;
    int device = 0;
    MemPool* pool = nullptr;
  };
  std::map<DriverPointer, Allocation> allocations;
  std::map<DriverPointer, Allocation> module_globals;
  std::map<void*, Allocation> registrations;
  // Memory opened by handle, and how often.
  std::map<DriverPointer, int> opened;

  // By device, stream (0 for the default ones) and, for streams of threads, thread.
  using QueueKey = std::tuple<int, std::uintptr_t, std::thread::id>;
  bool asynchronous = false;
  std::map<QueueKey, std::shared_ptr<Queue>> queues;
  KernelRunner run_kernel = nullptr;

  std::map<std::string, int> calls;
  int total_calls = 0;
  std::string fail_function;
  int fail_countdown = 0;
  int fail_result = 0;
  std::string failed_function;
  std::set<std::string> hidden;
  // Starts less stops.
  int profiling = 0;
  int launches = 0;
  LaunchRecord last_launch;
};

// Contexts made current on a thread, the last one on top. Has no destructor: destructors of other
// objects of a thread that ends may still call the driver.
class Stack {
 public:
  bool empty() const { return size_ == 0; }
  Context* back() const { return contexts_[size_ - 1]; }
  // More than there is room for are dropped.
  void push_back(Context* context) { contexts_[size_ < kRoom ? size_++ : kRoom - 1] = context; }
  void pop_back() { --size_; }

 private:
  static constexpr std::size_t kRoom = 64;
  std::size_t size_ = 0;
  Context* contexts_[kRoom] = {};
};

State& TheState();
// Of the calling thread.
Stack& ContextStack();
// What Controls hold.
const Controls& TheControls();
// Destroys everything in a device's context.
void DestroyContents(State& state, int device);
// Null where the stream does not capture.
Capture* CaptureOf(StreamHandle stream);
// What a launch with these arguments does. With the state's lock held.
std::function<void()> KernelWork(State& state, FunctionHandle function, const unsigned (&grid)[3],
                                 const unsigned (&block)[3], unsigned shared_bytes, void** params,
                                 void** extra);
// Counts a call; a failure when this one was chosen to fail.
Result Enter(const char* function);

}  // namespace kernelc::fake_driver
