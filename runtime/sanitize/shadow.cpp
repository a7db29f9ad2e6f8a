#include "runtime/sanitize/shadow.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kernelc::sanitize {
namespace {

// Touches of one piece of memory that are kept; the oldest go first.
constexpr std::size_t kMaxTouches = 512;

bool Covers(const Touch& outer, const Touch& inner) {
  const auto bytes = static_cast<std::int64_t>(outer.end - outer.begin);
  std::int64_t touched = static_cast<std::int64_t>(outer.access.element_size);
  for (const std::int64_t extent : outer.access.shape) {
    touched *= extent;
  }
  return touched >= bytes && outer.begin <= inner.begin && inner.end <= outer.end;
}

bool IsSamePlace(const Touch& a, const Touch& b) {
  return a.begin == b.begin && a.end == b.end && a.access.writes == b.access.writes &&
         std::equal(a.access.shape.begin(), a.access.shape.end(), b.access.shape.begin(),
                    b.access.shape.end()) &&
         std::equal(a.access.strides.begin(), a.access.strides.end(), b.access.strides.begin(),
                    b.access.strides.end());
}

// Those that everybody waits for.
void Forget(std::vector<Touch>& touches, const Clock& host) {
  std::erase_if(touches, [&](const Touch& old) { return old.by->time <= host.at(old.by->stream); });
}

// What is in [begin, end) goes. Gives who touched it.
std::vector<Touch> Evict(std::map<DevicePointer, Allocation>& map, DevicePointer begin,
                         DevicePointer end) {
  std::vector<Touch> touches;
  auto place = map.upper_bound(begin);
  if (place != map.begin() && std::prev(place)->second.end > begin) {
    --place;
  }
  while (place != map.end() && place->first < end) {
    std::vector<Touch>& own = place->second.touches;
    touches.insert(touches.end(), std::make_move_iterator(own.begin()),
                   std::make_move_iterator(own.end()));
    place = map.erase(place);
  }
  return touches;
}

}  // namespace

Allocation* Shadow::FindIn(Map& map, DevicePointer data) {
  auto place = map.upper_bound(data);
  if (place == map.begin()) {
    return nullptr;
  }
  --place;
  return data < place->second.end ? &place->second : nullptr;
}

Allocation* Shadow::Find(DevicePointer data) {
  Allocation* const block = FindIn(blocks_, data);
  return block != nullptr ? block : FindIn(memory_, data);
}

bool Shadow::IsHost(DevicePointer data) const {
  auto place = memory_.upper_bound(data);
  if (place == memory_.begin()) {
    return false;
  }
  --place;
  return data < place->second.end && place->second.kind == MemoryKind::Host;
}

void Shadow::Add(DevicePointer data, std::size_t bytes, MemoryKind kind,
                 const backend::CallSite& site) {
  Allocation added{data, data + bytes, kind, site, {}, nullptr, {}};
  // What lies there is given back or forgotten by somebody whom the sanitizer did not see. Whoever
  // gets a block again must have waited for those that used it before; the device gives out memory
  // that nobody uses.
  std::vector<Touch> before = Evict(blocks_, data, added.end);
  if (kind == MemoryKind::Block) {
    added.touches = std::move(before);
    blocks_.insert_or_assign(data, std::move(added));
  } else {
    Evict(memory_, data, added.end);
    memory_.insert_or_assign(data, std::move(added));
  }
}

void Shadow::Remove(DevicePointer data) {
  const auto found = memory_.find(data);
  if (found != memory_.end()) {
    // With the blocks in it.
    blocks_.erase(blocks_.lower_bound(data), blocks_.lower_bound(found->second.end));
    memory_.erase(found);
  }
}

void Shadow::AddUser(DevicePointer data, StreamKey stream) {
  const auto found = blocks_.find(data);
  if (found != blocks_.end()) {
    found->second.users.push_back(stream);
  }
}

std::vector<StreamKey> Shadow::UsersOf(DevicePointer data) const {
  const auto found = blocks_.find(data);
  return found != blocks_.end() ? found->second.users : std::vector<StreamKey>();
}

std::optional<Conflict> Shadow::Free(DevicePointer data, std::shared_ptr<const Toucher> by,
                                     const Clock& known, const Clock& host) {
  const auto found = blocks_.find(data);
  if (found == blocks_.end()) {
    return std::nullopt;
  }
  Allocation& block = found->second;
  block.freed = by;
  Forget(block.touches, host);
  if (block.touches.empty()) {
    return std::nullopt;
  }
  Touch touch{backend::BytesAccess(data, block.end - block.begin, true), block.begin, block.end,
              std::move(by)};
  return Check(block.touches, &block, std::move(touch), known, known);
}

std::optional<Conflict> Shadow::Use(backend::Access access, std::shared_ptr<const Toucher> by,
                                    const Clock& known, const Clock& host) {
  Touch touch;
  backend::AccessBounds(access, &touch.begin, &touch.end);
  if (touch.begin == touch.end) {
    return std::nullopt;
  }
  Allocation* const memory = Find(touch.begin);
  if (access.unbounded && memory != nullptr) {
    access = backend::BytesAccess(touch.begin, memory->end - touch.begin, access.writes);
    touch.end = memory->end;
  }
  touch.access = std::move(access);
  touch.by = std::move(by);
  if (memory == nullptr) {
    return Check(elsewhere_, nullptr, std::move(touch), known, host);
  }
  if (memory->freed != nullptr) {
    Touch freed{backend::BytesAccess(memory->begin, memory->end - memory->begin, true),
                memory->begin, memory->end, memory->freed};
    return Conflict{std::move(freed), std::move(touch), memory, true};
  }
  return Check(memory->touches, memory, std::move(touch), known, host);
}

std::optional<Conflict> Shadow::Check(std::vector<Touch>& touches, const Allocation* memory,
                                      Touch touch, const Clock& known, const Clock& host) {
  Forget(touches, host);
  std::optional<Conflict> conflict;
  for (const Touch& old : touches) {
    const bool ordered =
        old.by->stream == touch.by->stream || old.by->time <= known.at(old.by->stream);
    if (!ordered && (old.access.writes || touch.access.writes) && old.begin < touch.end &&
        touch.begin < old.end && backend::Overlap(old.access, touch.access)) {
      conflict = Conflict{old, touch, memory, false};
      break;
    }
  }
  // Who comes after the new touch comes after what the touch came after.
  std::erase_if(touches, [&](const Touch& old) {
    const bool before =
        old.by->stream == touch.by->stream || old.by->time <= known.at(old.by->stream);
    return before &&
           (touch.access.writes ? Covers(touch, old)
                                : old.by->stream == touch.by->stream && IsSamePlace(touch, old));
  });
  if (touches.size() == kMaxTouches) {
    touches.erase(touches.begin());
  }
  touches.push_back(std::move(touch));
  return conflict;
}

void Shadow::Clear() {
  blocks_.clear();
  memory_.clear();
  elsewhere_.clear();
}

}  // namespace kernelc::sanitize
