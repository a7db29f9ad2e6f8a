// The streams that use memory besides the one in whose order it is freed.
#pragma once

#include <memory>
#include <vector>

#include "runtime/backend/backend.h"

namespace kernelc::memory {

class StreamUses {
 public:
  using Marks = std::vector<std::unique_ptr<backend::Event>>;

  // `mark(stream, &event)` leaves a mark.
  template <typename Mark>
  backend::Status Add(backend::Stream& stream, Mark mark) {
    if (&stream == &stream.context().per_thread_stream()) {
      // Each thread's is another stream: only this one can leave a mark in its own.
      std::unique_ptr<backend::Event> event;
      KC_RETURN_IF_FAILED(mark(stream, &event));
      marks_.push_back(std::move(event));
      return {};
    }
    for (const std::shared_ptr<backend::Stream>& known : streams_) {
      if (known.get() == &stream) {
        return {};
      }
    }
    std::shared_ptr<backend::Stream> owned = stream.weak_from_this().lock();
    // The context's own streams live as long as it does.
    streams_.push_back(owned != nullptr
                           ? std::move(owned)
                           : std::shared_ptr<backend::Stream>(std::shared_ptr<void>(), &stream));
    return {};
  }
  // Marks in all of them, behind which the memory is used no more. Lets go of the streams.
  template <typename Mark>
  backend::Status TakeMarks(Mark mark, Marks* marks) {
    *marks = std::move(marks_);
    for (const std::shared_ptr<backend::Stream>& stream : streams_) {
      std::unique_ptr<backend::Event> event;
      KC_RETURN_IF_FAILED(mark(*stream, &event));
      marks->push_back(std::move(event));
    }
    return {};
  }
  // What TakeMarks() leaves, for whoever is about to destroy streams without a lock.
  std::vector<std::shared_ptr<backend::Stream>> TakeStreams() { return std::move(streams_); }

 private:
  std::vector<std::shared_ptr<backend::Stream>> streams_;
  Marks marks_;
};

// A new mark in a stream.
inline backend::Status RecordNewMark(backend::Stream& stream,
                                     std::unique_ptr<backend::Event>* event) {
  std::unique_ptr<backend::Event> mark;
  KC_RETURN_IF_FAILED(stream.context().CreateMark(&mark));
  KC_RETURN_IF_FAILED(mark->Record(stream));
  *event = std::move(mark);
  return {};
}

}  // namespace kernelc::memory
