// The heap of one run: makes objects, remembers what they were so that branches can be taken back
// and joined, and lets objects escape to code that is not known.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/host/heap/value.h"

namespace kernelc::host {

struct CodeNames;
struct Scope;

// A place in the journal: the states of all objects as they were then can be found again.
struct Mark {
  std::size_t position = 0;
  std::uint64_t clock = 0;
};

// The states in which a path of the program left objects, against those at a mark.
struct Delta {
  std::unordered_map<Object*, State> states;
  // When they were taken: what was made later is not on that path.
  std::uint64_t clock = 0;
};

// Where the memory of runs comes from. What the base holds is the same in every run: what
// stdlib/host and the builtin types are made of. A run that changes some of it restores it at its
// end.
struct HeapMemory {
  Pool base;
  Pool run;
};

class Heap {
 public:
  explicit Heap(HeapMemory& memory) : memory_(&memory), in_run_(memory.run) {}
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  // With the tables that every object of the kind has.
  Object* New(Kind kind);
  // An object with this payload.
  template <typename T, typename... Parts>
  Value With(Kind kind, Parts&&... parts) {
    Object* object = New(kind);
    object->Attach<T>(std::forward<Parts>(parts)...);
    return Value::Of(object);
  }
  // An object that is made of `items`.
  Value Of(Kind kind, ValueList items);
  Value Str(std::string_view text);
  Value Bytes(std::string_view bytes);
  Value Tuple(ValueList items) { return Of(Kind::Tuple, std::move(items)); }
  Value List(ValueList items) { return Of(Kind::List, std::move(items)); }
  Object* NewDict() { return New(Kind::Dict); }
  Value Unknown(std::string_view reason, SourceRange where);
  // `unknown`, which stands for `code` where kernels call it: the function of a device beside None,
  // what a module that is not there gives by its name. For everything else it is as unknown as
  // others. `code` undefined: for none.
  Value Meaning(const Value& unknown, const Value& code);
  // The code that a value is, or stands for where it is not known; undefined for others.
  Value CodeOf(const Value& value) const;

  // While it lives, the base is what it was before the run, and what is made and changed belongs to
  // it, and to no branch.
  class Lasting {
   public:
    explicit Lasting(Heap& heap)
        : heap_(&heap), outer_(heap.is_lasting_), in_base_(heap.memory_->base) {
      if (!outer_) {
        heap.SwapBase();
      }
      heap.is_lasting_ = true;
    }
    ~Lasting() {
      heap_->is_lasting_ = outer_;
      if (!outer_) {
        heap_->SwapBase();
        heap_->LoseTwiceChanged();
      }
    }
    Lasting(const Lasting&) = delete;
    Lasting& operator=(const Lasting&) = delete;

   private:
    Heap* heap_;
    bool outer_;
    Pool::Use in_base_;
  };

  bool is_lasting() const { return is_lasting_; }
  // There is one mark at the most.
  bool is_plain() const { return marks_ <= 1; }
  // A state is changed that need not be found again.
  void NoteChange() { ++changes_; }

  // To be called before a state is changed; gives it. Whoever changes a state whose `top` is set
  // does nothing instead, after the stored value has escaped.
  State& Change(Object* object) {
    ++changes_;
    if (object->saved < clock_) {
      Save(object);
    }
    return object->state;
  }

  // --- branches (heap_branches.cpp) ---
  Mark Begin();
  // The mark is not needed any more.
  void End();
  // One more holds a mark.
  void Hold() { ++marks_; }
  // What was changed since `mark`.
  Delta Capture(const Mark& mark);
  // Whether something that was there at `mark` was changed since, or has escaped.
  bool HasChanged(const Mark& mark) const;
  // All states are again as they were at `mark`.
  void Rollback(const Mark& mark);
  // States become those of `delta`.
  void Apply(const Delta& delta);
  // `delta`, which is against `from`, against the earlier `to` instead.
  void Rebase(Delta& delta, const Mark& from, const Mark& to) const;
  // The states become what both paths can have: the current one, and `delta` against `mark`.
  void Join(const Delta& delta, const Mark& mark, SourceRange where);
  // The same for two paths against one mark.
  void JoinDeltas(Delta& into, const Delta& other, const Mark& mark, SourceRange where);
  // A value that is `a` on one path and `b` on the other; what it may refer to escapes.
  Value JoinValues(const Value& a, const Value& b, SourceRange where);
  // After a turn of a loop whose number of turns is not known: what the turn changed against `mark`
  // is unknown from here on. False when everything was so already.
  bool Widen(const Delta& turn, const Mark& mark, SourceRange where);
  // Nothing is known any more of what `delta` changed.
  void Lose(const Delta& delta, SourceRange where);

  // --- escape (escape.cpp) ---
  // Code that is not known has `value` from here on: the contents of what it reaches are unknown
  // for the rest of the run, and what its functions read and write is exposed to it. False where
  // all that was so already.
  bool Escape(const Value& value, SourceRange where);
  // The same for what `node`, code of the program that may run at any time in `frame`, reads and
  // writes. Where it `runs_here`, names that it binds in the frame itself are unknown as well.
  void EscapeCode(const ast::Node* node, Object* frame, bool runs_here, SourceRange where);
  // The object's own contents; what it holds escapes.
  bool MakeTop(Object* object, SourceRange where);

  // Frames, functions and classes that the run has made. What goes through them may make more.
  const std::vector<Object*>& scopes() const { return scopes_; }
  // Kernels that code which is not known was given, in any path; each may stand here several times.
  const std::vector<const Object*>& escaped_kernels() const { return escaped_kernels_; }

  // Objects that the run has made so far, and calls of Change.
  std::size_t size() const { return size_; }
  std::uint64_t changes() const { return changes_; }
  // What escaped code imports of a module escapes as soon as that is there.
  void EscapeIfExposed(Object* module, SourceRange where);
  // Its attributes are the files that the program has imported; null: none so far.
  Object* imported = nullptr;
  // What an object holds whose contents are unknown: says where it was handed on.
  Value PartOfTop(const Object& object);
  // Of an object whose contents are unknown: ends in GivenUp, which says where it was handed on.
  void GiveUpIfTop(const Object& object);

 private:
  struct Saved {
    Object* object;
    State state;
  };
  using States = std::unordered_map<const Object*, const State*>;

  void Save(Object* object);
  // What the base is for the run, and what it was before, change places.
  void SwapBase();
  void LoseTwiceChanged();
  // The states at `mark` of what was changed since.
  States StatesAt(const Mark& mark) const;
  // Join, where the current path ended at `clock`.
  void JoinPaths(const Delta& delta, const Mark& mark, std::uint64_t clock, SourceRange where);
  // What the current state and `other` have in common becomes the state. False where nothing
  // changes by that.
  bool JoinState(Object* object, const State& other, SourceRange where);
  bool JoinTable(Table& table, const Table& other, SourceRange where);
  bool JoinInto(Value& into, const Value& other, SourceRange where);
  // Lets go what waits in escaping_.
  bool Flush(SourceRange where);
  bool EscapeOne(const Value& value, SourceRange where);
  using Members = std::unordered_set<std::string_view>;
  bool EscapeFunction(const Object* function, SourceRange where);
  void ExposeModulesOf(const CodeNames& names, SourceRange where);
  // `members`: what alone is read of the value, where that is a module; null: anything.
  bool ExposeValue(const Value& value, const Members* members, SourceRange where);
  // `wanted`: PlaceFlags, kExposed or kVolatile.
  bool ExposePlace(Value& place, std::uint8_t wanted, SourceRange where, const Members* members);
  bool ExposeName(Object* frame, std::string_view name, std::uint8_t wanted, SourceRange where,
                  const Members* members = nullptr);
  // `own`: of a function, whose variables are not meant; else null.
  bool ExposeNames(const CodeNames& names, Object* frame, Object* module, const Scope* own,
                   SourceRange where);

  HeapMemory* memory_;
  Pool::Use in_run_;
  // Of the base, as it was.
  std::vector<Saved> changed_base_;
  // Changed by the run, and then by what made more of the base.
  std::vector<Object*> twice_changed_;
  std::vector<Object*> scopes_;
  std::uint32_t size_ = 0;
  const Why* last_why_ = nullptr;
  // By Value::meant, from 1 on.
  std::vector<Object*> meant_;
  std::vector<Saved> journal_;
  std::size_t marks_ = 0;
  std::uint64_t clock_ = 1;
  std::uint64_t changes_ = 0;
  std::unordered_set<std::string> exposed_modules_;
  // Those of which it imports these names alone.
  std::unordered_map<std::string, std::unordered_set<std::string_view>> exposed_parts_;
  // Where objects were handed to code that is not known.
  std::unordered_map<const Object*, SourceRange> escapes_;
  std::vector<const Object*> escaped_kernels_;
  // What waits to escape: letting it go may add names to tables that are being joined.
  ValueList escaping_;
  bool is_flushing_ = false;
  int joining_ = 0;
  bool is_lasting_ = false;
};

}  // namespace kernelc::host
