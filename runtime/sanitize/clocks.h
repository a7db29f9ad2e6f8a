// Vector clocks: how far each stream is known to have come.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace kernelc::sanitize {

// A stream's number in the sanitizer; operations of a stream are numbered from 1.
using StreamKey = std::uint32_t;

class Clock {
 public:
  // The operations of `stream` up to this one are done; 0: none is known to be.
  std::uint64_t at(StreamKey stream) const noexcept {
    const auto place = Find(stream);
    return place != times_.end() && place->first == stream ? place->second : 0;
  }
  void Raise(StreamKey stream, std::uint64_t time) {
    const auto place = Find(stream);
    if (place == times_.end() || place->first != stream) {
      times_.insert(place, {stream, time});
    } else {
      times_[static_cast<std::size_t>(place - times_.begin())].second =
          std::max(place->second, time);
    }
  }
  void Join(const Clock& other) {
    for (const auto& [stream, time] : other.times_) {
      Raise(stream, time);
    }
  }
  // Says nothing beyond what `other` says.
  bool IsWithin(const Clock& other) const noexcept {
    return std::all_of(times_.begin(), times_.end(),
                       [&](const auto& item) { return item.second <= other.at(item.first); });
  }

 private:
  using Times = std::vector<std::pair<StreamKey, std::uint64_t>>;
  Times::const_iterator Find(StreamKey stream) const noexcept {
    return std::lower_bound(times_.begin(), times_.end(), stream,
                            [](const auto& item, StreamKey key) { return item.first < key; });
  }
  // By stream.
  Times times_;
};

}  // namespace kernelc::sanitize
