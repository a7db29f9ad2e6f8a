// ValueList of the host program and the objects of its heap.
//
// A Value is small and copied. What has an identity or is larger lies in an Object, which the Heap
// owns until the run ends. An Object's State is what statements can change; the rest of it stays as
// it was made.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/base/source.h"
#include "compiler/host/heap/pool.h"

namespace kernelc::host {

struct Object;
enum class Kind : std::uint8_t;

// Why a value is not known, and where the run lost it. Owned by the heap.
struct Why {
  std::string reason;
  SourceRange where;
};

enum class Tag : std::uint8_t {
  // A name or a key that has no value.
  Undefined,
  // Top: may be anything that does not reach an object whose contents are still known (see
  // Heap::Escape).
  Unknown,
  None,
  Bool,
  Int,
  Float,
  Ellipsis,
  NotImplemented,
  Object,
};

// What code that is not known may do with the place that holds a value; it stays when the place
// gets another value.
enum PlaceFlag : std::uint8_t {
  // It may read the place at any time: what is stored there escapes.
  kExposed = 1,
  // It may write the place at any time: its value is never known.
  kVolatile = 2,
  // Of a key: it may be absent.
  kMaybe = 4,
  // The value was given from outside and stays.
  kFixed = 8,
};

struct Value;
using ValueList = std::vector<Value, PoolAllocator<Value>>;

struct Value {
  Tag tag = Tag::Undefined;
  std::uint8_t flags = 0;
  // Unknown: which code it stands for all the same, where kernels call it; see Heap::CodeOf. 0:
  // none.
  std::uint32_t meant = 0;
  union {
    bool truth;
    std::int64_t integer;
    double real;
    Object* object;
    const Why* why;
  };

  Value() : integer(0) {}
  static Value None() { return Make(Tag::None); }
  static Value Bool(bool truth) {
    Value value = Make(Tag::Bool);
    value.integer = truth ? 1 : 0;
    return value;
  }
  // Integers that do not fit are objects of Kind::BigInt; see integer.h.
  static Value Int(std::int64_t integer) {
    Value value = Make(Tag::Int);
    value.integer = integer;
    return value;
  }
  static Value Float(double real) {
    Value value = Make(Tag::Float);
    value.real = real;
    return value;
  }
  static Value Of(Object* object) {
    Value value = Make(Tag::Object);
    value.object = object;
    return value;
  }
  static Value Unknown(const Why* why) {
    Value value = Make(Tag::Unknown);
    value.why = why;
    return value;
  }
  static Value Ellipsis() { return Make(Tag::Ellipsis); }
  static Value NotImplemented() { return Make(Tag::NotImplemented); }

  bool is_undefined() const { return tag == Tag::Undefined; }
  bool is_unknown() const { return tag == Tag::Unknown; }
  bool is_none() const { return tag == Tag::None; }
  bool is_bool() const { return tag == Tag::Bool; }
  // Bool is an integer as well, as in Python.
  bool is_small_int() const { return tag == Tag::Int || tag == Tag::Bool; }
  bool is_float() const { return tag == Tag::Float; }
  bool is_object() const { return tag == Tag::Object; }
  bool as_bool() const { return integer != 0; }
  // An object of one of these kinds.
  template <typename... Kinds>
  bool is(Kinds... kinds) const;
  // As it is in any other place.
  Value Plain() const {
    Value value = *this;
    value.flags = 0;
    return value;
  }
  // Of an object.
  inline const ValueList& items() const;
  inline std::string_view text() const;
  template <typename T>
  T& As() const;

 private:
  static Value Make(Tag tag) {
    Value value;
    value.tag = tag;
    return value;
  }
};

// What `make` gives for each of `range`.
template <typename Range, typename Make>
ValueList ListOf(Range&& range, Make&& make) {
  ValueList list;
  for (auto&& each : range) {
    list.push_back(make(each));
  }
  return list;
}

// `a is b` for values that are known: objects by identity, the others by value.
bool IsSame(const Value& a, const Value& b);

enum class Kind : std::uint8_t {
#define HOST_KIND(name, cls, traits) name,
#include "compiler/host/heap/kinds.def"
};

// What all objects of a kind have in common.
enum KindTrait : std::uint8_t {
  kPlain = 0,
  // It has contents that can be changed, or that reach what can be.
  kHolds = 1,
  // Nothing but what it is made of.
  kBinds = 2,
  // Who has it may run code of the program by it.
  kRuns = 4,
  // It is no value by itself.
  kCode = 8,
  // `callable` says so.
  kCallable = 16,
};
bool HasTrait(Kind kind, KindTrait trait);
// Python's class of objects of this kind.
std::string_view ClassNameOf(Kind kind);

// One key of a dictionary, a set or a namespace, with the place that gave it its value.
struct Entry {
  Value key;
  Value value;
  std::uint64_t hash = 0;
  SourceRange where;
};

using Entries = std::vector<Entry, PoolAllocator<Entry>>;

// Ordered by insertion. Keys are compared by the caller of Find (ops.h: FindKey); names by text.
class Table : public InPool {
 public:
  // In the order of insertion; a removed entry has an undefined key.
  const Entries& entries() const { return entries_; }
  Entries& entries() { return entries_; }
  // Those that are there.
  auto live() const {
    return std::views::filter(entries_,
                              [](const Entry& entry) { return !entry.key.is_undefined(); });
  }
  // Those of names that have a value.
  auto named() const {
    return std::views::filter(entries_, [](const Entry& entry) {
      return entry.key.is(Kind::Str) && !entry.value.is_undefined();
    });
  }
  // Keys that are there for certain or may be.
  std::size_t size() const { return size_; }
  // The entry whose key is the string `name`, or null.
  Entry* FindName(std::string_view name) { return FindName(name, HashName(name)); }
  const Entry* FindName(std::string_view name) const {
    return const_cast<Table*>(this)->FindName(name);
  }
  Entry* FindName(std::string_view name, std::uint64_t hash);
  // The first entry with this hash for which `is_equal(entry)` holds, or null.
  template <typename IsEqual>
  Entry* Find(std::uint64_t hash, IsEqual&& is_equal) {
    for (std::uint32_t at = Next(kEnd, hash); at != kEnd; at = Next(at, hash)) {
      if (is_equal(entries_[at])) {
        return &entries_[at];
      }
    }
    return nullptr;
  }
  // `key` must not be there yet.
  Entry& Add(Value key, std::uint64_t hash, Value value);
  void Remove(Entry& entry);
  void Clear();
  // Of strings as keys.
  static std::uint64_t HashName(std::string_view name);

  // The order of the keys is not known, or a key may be absent: going through it tells nothing.
  bool is_uncertain = false;

 private:
  static constexpr std::uint32_t kEnd = 0xffffffffu;
  // Behind an entry, kEnd: before the first one.
  std::uint32_t Next(std::uint32_t at, std::uint64_t hash) const;
  void Rebuild(std::size_t buckets);

  Entries entries_;
  // Chains by hash: the first entry of each bucket, and the next one of each entry.
  std::vector<std::uint32_t, PoolAllocator<std::uint32_t>> buckets_;
  std::vector<std::uint32_t, PoolAllocator<std::uint32_t>> next_;
  std::size_t size_ = 0;
};

// Where a generator stands; generators.h.
struct Suspended;

// Zeros take no memory before somebody looks at them.
class Bytes : public InPool {
 public:
  explicit Bytes(std::size_t size) : size_(size) {}
  explicit Bytes(std::string_view text) : size_(text.size()), made_(text) {}

  std::size_t size() const { return size_; }
  const char* data() const { return Made().data(); }
  char* data() { return Made().data(); }
  operator std::string_view() const { return Made(); }
  // With zeros behind.
  void Grow(std::size_t size) {
    size_ = size;
    if (!made_.empty()) {
      made_.resize(size);
    }
  }

 private:
  using Text = std::basic_string<char, std::char_traits<char>, PoolAllocator<char>>;
  Text& Made() const {
    if (made_.empty()) {
      made_.resize(size_);
    }
    return made_;
  }

  std::size_t size_;
  mutable Text made_;
};

// What it points at is copied with it.
template <typename T>
struct Own : std::unique_ptr<T> {
  Own() = default;
  Own(std::unique_ptr<T> made) : std::unique_ptr<T>(std::move(made)) {}
  Own(const Own& other) : std::unique_ptr<T>(other ? std::make_unique<T>(*other) : nullptr) {}
  Own(Own&&) noexcept = default;
  Own& operator=(const Own& other) { return *this = Own(other); }
  Own& operator=(Own&&) noexcept = default;
};

// Copies have it together until one of them is to be written.
template <typename T>
class Shared {
 public:
  template <typename... Parts>
  void Make(Parts&&... parts) {
    made_ = std::allocate_shared<T>(PoolAllocator<T>(), std::forward<Parts>(parts)...);
  }
  T& Written() {
    if (made_.use_count() > 1) {
      Make(*made_);
    }
    return *made_;
  }
  explicit operator bool() const { return made_ != nullptr; }
  const T& operator*() const { return *made_; }
  const T* operator->() const { return made_.get(); }
  bool operator==(const Shared& other) const { return made_ == other.made_; }

 private:
  std::shared_ptr<T> made_;
};

// What statements can change of an object. Copied when a branch may have to be taken back.
struct State {
  // Nothing of this is known: code that is not known has the object, or may have changed it.
  bool top = false;
  // Elements of sequences, variables of frames, parts of bound objects; see kinds.def.
  ValueList items;
  // Of dictionaries and sets.
  Own<Table> table;
  // Attributes: of modules, classes, instances and functions.
  Own<Table> attributes;
  // Of bytearrays and the storage of arrays.
  Shared<Bytes> bytes;
  // Null for a generator that has come to its end.
  std::shared_ptr<const Suspended> suspended;
  // Of iterators: how far they are.
  std::int64_t cursor = 0;

  // Calls `visit` with all values that it holds, which may add names meanwhile.
  template <typename Visit>
  void ForEachValue(const Visit& visit) const {
    std::ranges::for_each(ValueList(items), visit);
    for (const Table* each : {table.get(), attributes.get()}) {
      for (const Entry& entry : each != nullptr ? Entries(each->entries()) : Entries()) {
        visit(entry.key);
        visit(entry.value);
      }
    }
  }
};

// What only some kinds have, made with the object and never changed.
struct Payload {};

struct Object {
  Kind kind;
  // Counts those of a heap.
  std::uint32_t id = 0;
  // Clocks of the heap: when it was made, and when its state was last saved.
  std::uint64_t made = 0;
  std::uint64_t saved = 0;
  // A frame that nothing can reach any more: paths need not agree on it.
  bool is_dead = false;
  // The class of an instance, also of a subclass of a builtin type; null where the kind tells it.
  Object* cls = nullptr;
  State state;
  // Str: UTF-8. Bytes. External: its canonical path. Names of functions, classes and modules.
  std::string_view text;
  Payload* payload = nullptr;

  template <typename T>
  T& As() const {
    return static_cast<T&>(*payload);
  }
  template <typename T, typename... Parts>
  T& Attach(Parts&&... parts) {
    T* own = Pool::current()->Make<T>(std::forward<Parts>(parts)...);
    payload = own;
    return *own;
  }
};

template <typename... Kinds>
bool Value::is(Kinds... kinds) const {
  return tag == Tag::Object && ((object->kind == kinds) || ...);
}
const ValueList& Value::items() const { return object->state.items; }
std::string_view Value::text() const { return object->text; }
template <typename T>
T& Value::As() const {
  return object->As<T>();
}

}  // namespace kernelc::host
