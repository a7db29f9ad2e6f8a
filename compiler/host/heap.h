// The heap of one run: makes objects, remembers what they were so that branches can be taken back and joined, and lets
// objects escape to code that is not known.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/host/value.h"

namespace kernelc::host {

// A place in the journal: the states of all objects as they were then can be found again.
struct Mark {
  std::size_t position = 0;
  std::uint64_t clock = 0;
};

// The states in which a path of the program left objects, against those at a mark.
using Delta = std::unordered_map<Object*, State>;

class Heap {
 public:
  Heap();
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  Object* New(Kind kind);
  Value Str(std::string_view text);
  Value Bytes(std::string_view bytes);
  Value Tuple(std::vector<Value> items);
  Value List(std::vector<Value> items);
  Object* NewDict();
  Value Unknown(std::string_view reason, SourceRange where);

  // To be called before a state is changed; gives it. Whoever changes a state whose `top` is set does nothing instead,
  // after the stored value has escaped.
  State& Change(Object* object);

  // --- branches (heap_branches.cpp) ---
  Mark Begin();
  // The mark is not needed any more.
  void End();
  // What was changed since `mark`.
  Delta Capture(const Mark& mark) const;
  // All states are again as they were at `mark`.
  void Rollback(const Mark& mark);
  // States become those of `delta`.
  void Apply(const Delta& delta);
  // The state of `object` at `mark`.
  const State& StateAt(const Mark& mark, const Object* object) const;
  // `delta`, which is against `from`, against the earlier `to` instead.
  void Rebase(Delta& delta, const Mark& from, const Mark& to) const;
  // The states become what both paths can have: the current one, and `delta` against `mark`.
  void Join(const Delta& delta, const Mark& mark, SourceRange where);
  // The same for two paths against one mark.
  void JoinDeltas(Delta& into, const Delta& other, const Mark& mark, SourceRange where);
  // A value that is `a` on one path and `b` on the other; what it may refer to escapes.
  Value JoinValues(const Value& a, const Value& b, SourceRange where);
  // After a turn of a loop whose number of turns is not known: what the turn changed against `mark` is unknown from
  // here on. False when everything was so already.
  bool Widen(const Delta& turn, const Mark& mark, SourceRange where);

  // --- escape (escape.cpp) ---
  // Code that is not known has `value` from here on: the contents of what it reaches are unknown for the rest of the run,
  // and what its functions read and write is exposed to it.
  void Escape(const Value& value, SourceRange where);
  // The same for what code of the program, run at any time in `frame`, may read and write.
  void EscapeCode(const std::vector<const void*>& nodes, Object* frame, Object* module);

  // Objects made so far.
  std::size_t size() const { return objects_.size(); }
  std::size_t journal_size() const { return journal_.size(); }

 private:
  struct Saved {
    Object* object;
    State state;
  };

  std::deque<Object> objects_;
  std::deque<Why> reasons_;
  std::vector<Saved> journal_;
  std::size_t marks_ = 0;
  std::uint64_t clock_ = 1;
};

}  // namespace kernelc::host
