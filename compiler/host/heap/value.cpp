#include "compiler/host/heap/value.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace kernelc::host {
namespace {

struct KindRow {
  std::string_view cls;
  std::uint8_t traits;
};

constexpr KindRow kKinds[] = {
#define HOST_KIND(name, cls, traits) {cls, traits},
#include "compiler/host/heap/kinds.def"
};

}  // namespace

bool HasTrait(Kind kind, KindTrait trait) {
  return (kKinds[static_cast<std::size_t>(kind)].traits & trait) != 0;
}

std::string_view ClassNameOf(Kind kind) { return kKinds[static_cast<std::size_t>(kind)].cls; }

bool IsSame(const Value& a, const Value& b) {
  if (a.tag != b.tag || a.is_unknown()) {
    return false;
  }
  return a.is_float() ? std::bit_cast<std::uint64_t>(a.real) == std::bit_cast<std::uint64_t>(b.real)
         : a.is_object() ? a.object == b.object
                         : !a.is_small_int() || a.integer == b.integer;
}

std::uint64_t Table::HashName(std::string_view name) {
  constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15;
  std::uint64_t hash = name.size();
  while (!name.empty()) {
    const std::size_t count = std::min<std::size_t>(name.size(), sizeof(std::uint64_t));
    std::uint64_t word = 0;
    std::memcpy(&word, name.data(), count);
    hash = (hash ^ word) * kMix;
    hash ^= hash >> 32;
    name.remove_prefix(count);
  }
  return hash;
}

Entry* Table::FindName(std::string_view name, std::uint64_t hash) {
  return Find(hash, [&](const Entry& entry) {
    return entry.key.is(Kind::Str) && entry.key.text() == name;
  });
}

std::uint32_t Table::Next(std::uint32_t at, std::uint64_t hash) const {
  const auto is_it = [&](const Entry& entry) {
    return entry.hash == hash && !entry.key.is_undefined();
  };
  if (buckets_.empty()) {
    const auto found =
        std::find_if(entries_.begin() + (at == kEnd ? 0 : at + 1), entries_.end(), is_it);
    return found == entries_.end() ? kEnd : static_cast<std::uint32_t>(found - entries_.begin());
  }
  do {
    at = at == kEnd ? buckets_[hash & (buckets_.size() - 1)] : next_[at];
  } while (at != kEnd && !is_it(entries_[at]));
  return at;
}

void Table::Rebuild(std::size_t buckets) {
  std::erase_if(entries_, [](const Entry& entry) { return entry.key.is_undefined(); });
  buckets_.assign(buckets, kEnd);
  next_.assign(entries_.size(), kEnd);
  for (std::uint32_t i = 0; buckets != 0 && i < entries_.size(); ++i) {
    std::uint32_t& first = buckets_[entries_[i].hash & (buckets - 1)];
    next_[i] = first;
    first = i;
  }
}

Entry& Table::Add(Value key, std::uint64_t hash, Value value) {
  constexpr std::size_t kMostLinear = 8;
  if (entries_.size() >= kMostLinear && entries_.size() >= buckets_.size()) {
    Rebuild(std::bit_ceil(entries_.size() * 2));
  }
  Entry entry;
  entry.key = key;
  entry.key.flags = 0;
  entry.hash = hash;
  entry.value = value;
  if (!buckets_.empty()) {
    std::uint32_t& first = buckets_[hash & (buckets_.size() - 1)];
    next_.push_back(first);
    first = static_cast<std::uint32_t>(entries_.size());
  }
  entries_.push_back(entry);
  ++size_;
  return entries_.back();
}

void Table::Remove(Entry& entry) {
  entry.key = Value();
  entry.value = Value();
  --size_;
}

void Table::Clear() {
  entries_.clear();
  buckets_.clear();
  next_.clear();
  size_ = 0;
}

}  // namespace kernelc::host
