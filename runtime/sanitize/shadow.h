// What is remembered of memory: who read and wrote which part of it, as far as nobody waited for
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/backend/access.h"
#include "runtime/backend/call_site.h"
#include "runtime/sanitize/clocks.h"

namespace kernelc::sanitize {

// An operation that touched memory.
struct Toucher {
  // "kernel `scale`", "copy to host".
  std::string what;
  // "stream 2 of cuda:0".
  std::string where;
  StreamKey stream = 0;
  std::uint64_t time = 0;
  // It gave the memory back.
  bool frees = false;
  backend::CallSite site;
};

struct Touch {
  backend::Access access;
  DevicePointer begin = 0;
  DevicePointer end = 0;
  std::shared_ptr<const Toucher> by;
};

enum class MemoryKind : std::uint8_t {
  // Allocated from the device.
  Device,
  // Host memory that devices copy from and to while the host goes on.
  Host,
  // A resource's, out of memory that it holds.
  Block,
};

struct Allocation {
  DevicePointer begin = 0;
  DevicePointer end = 0;
  MemoryKind kind = MemoryKind::Device;
  backend::CallSite site;
  // Of a block: streams that whoever gets it next has waited for too.
  std::vector<StreamKey> users;
  // Of a block that was given back and not handed out again.
  std::shared_ptr<const Toucher> freed;
  std::vector<Touch> touches;
};

// One touch that another one did not wait for.
struct Conflict {
  Touch earlier;
  Touch later;
  // Null for memory of unknown origin.
  const Allocation* memory = nullptr;
  // The later one uses memory that nobody holds any more.
  bool after_free = false;
};

class Shadow {
 public:
  void Add(DevicePointer data, std::size_t bytes, MemoryKind kind, const backend::CallSite& site);
  // Forgets the memory and who used it: what could still use it was waited for.
  void Remove(DevicePointer data);
  // The block's memory is not handed out before the stream is done, besides the one it is given
  // back on.
  void AddUser(DevicePointer data, StreamKey stream);
  std::vector<StreamKey> UsersOf(DevicePointer data) const;
  // The block is given back, which is a write to all of it unless everybody waits for those that
  // touched it: then whoever gets the memory next has nobody to wait for. It is known until it is
  // handed out again. `known` is what the stream waited for, `host` what everybody waits for.
  std::optional<Conflict> Free(DevicePointer data, std::shared_ptr<const Toucher> by,
                               const Clock& known, const Clock& host);
  // Remembers an access.
  std::optional<Conflict> Use(backend::Access access, std::shared_ptr<const Toucher> by,
                              const Clock& known, const Clock& host);
  // Whether the address lies in memory that is known as the host's.
  bool IsHost(DevicePointer data) const;
  void Clear();

 private:
  using Map = std::map<DevicePointer, Allocation>;
  static Allocation* FindIn(Map& map, DevicePointer data);
  Allocation* Find(DevicePointer data);
  std::optional<Conflict> Check(std::vector<Touch>& touches, const Allocation* memory, Touch touch,
                                const Clock& known, const Clock& host);

  Map blocks_;
  Map memory_;
  // In memory that was allocated elsewhere, or before the sanitizer was on.
  std::vector<Touch> elsewhere_;
};

}  // namespace kernelc::sanitize
