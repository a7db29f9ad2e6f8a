// When a stream came to a point: by the thread that does the work on the CPU, by events on a GPU.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "runtime/backend/backend.h"

namespace kernelc::trace {

// A point in a stream. Its time is known once the stream has come there.
class Mark {
 public:
  virtual ~Mark() = default;
  enum class State : std::uint8_t { Waiting, Known, Lost };
  // Of the host's clock.
  virtual State GetTime(std::int64_t* time) = 0;
};

class DeviceClock {
 public:
  // After what the stream holds by now. Null where it cannot be marked.
  std::unique_ptr<Mark> MarkNow(backend::Stream& stream);
  // The context has work that is timed elsewhere.
  void Note(backend::Context& context);
  // Those that were noted or marked and are still there.
  std::vector<std::shared_ptr<backend::Context>> contexts() const;
  void Clear();

 private:
  // An event whose time on the host's clock is known.
  struct Reference {
    std::unique_ptr<backend::Event> event;
    std::int64_t time = 0;
  };
  struct Events {
    std::unique_ptr<backend::Stream> stream;
    std::shared_ptr<Reference> reference;
  };
  class EventMark;
  class CpuMark;

  std::unique_ptr<Mark> MarkByEvent(backend::Stream& stream);
  static bool Renew(backend::Context& context, Events* events);

  std::map<backend::Context*, Events> events_;
  std::map<backend::Context*, std::weak_ptr<backend::Context>> contexts_;
};

}  // namespace kernelc::trace
