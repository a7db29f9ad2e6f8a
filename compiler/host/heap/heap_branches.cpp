// Branches: what a path did to the heap is taken back, kept beside it, and joined with what another
// path did.
#include <algorithm>

#include "compiler/host/interpreter/context.h"

namespace kernelc::host {
namespace {

constexpr std::string_view kDepends = "depends on something that is not known";

// What kernels can use of two values that a name may have: the one that is not None, and the
// kernel, or what makes one, beside a function: `cuda.jit(f) if HAVE_GPU else f`. Undefined where
// that is not one piece of code, and for a library beside None that kernels do not know.
Value CodeAmong(const Value& a, const Value& b, const Value& code_a, const Value& code_b) {
  const auto is_nothing = [](const Value& value) {
    return value.is_none() || value.is_undefined();
  };
  const auto makes = [](const Value& code) {
    return code.is(Kind::Kernel) || (code.is(Kind::External) && IsDecorator(code.text()));
  };
  if (is_nothing(a) || is_nothing(b)) {
    const Value& code = is_nothing(a) ? code_b : code_a;
    const bool is_lost =
        (a.is_none() || b.is_none()) && code.is(Kind::External) && !IsOfKernels(code.text());
    return is_lost ? Value() : code;
  }
  if (!code_a.is_object() || !code_b.is_object()) {
    return Value();
  }
  const bool is_same =
      IsSame(code_a, code_b) ||
      (code_a.is(Kind::External) && code_b.is(Kind::External) && code_a.text() == code_b.text());
  return is_same || (makes(code_a) && code_b.is(Kind::Function)) ? code_a
         : makes(code_b) && code_a.is(Kind::Function)            ? code_b
                                                                 : Value();
}

}  // namespace

Mark Heap::Begin() {
  ++marks_;
  return {journal_.size(), clock_++};
}

void Heap::End() {
  if (--marks_ == 0) {
    journal_.clear();
  }
}

Heap::States Heap::StatesAt(const Mark& mark) const {
  States states;
  for (std::size_t i = mark.position; i < journal_.size(); ++i) {
    states.emplace(journal_[i].object, &journal_[i].state);
  }
  return states;
}

Delta Heap::Capture(const Mark& mark) {
  Delta delta;
  for (std::size_t i = mark.position; i < journal_.size(); ++i) {
    Object* object = journal_[i].object;
    if (!object->is_dead) {
      delta.states.try_emplace(object, object->state);
    }
  }
  // The path that was taken may share what was made since the mark with the one that goes on: its
  // state of now is saved when it is changed next.
  delta.clock = clock_++;
  return delta;
}

bool Heap::HasChanged(const Mark& mark) const {
  return std::any_of(journal_.begin() + static_cast<std::ptrdiff_t>(mark.position), journal_.end(),
                     [&](const Saved& saved) { return saved.object->made <= mark.clock; });
}

void Heap::Rollback(const Mark& mark) {
  while (journal_.size() > mark.position) {
    journal_.back().object->state = std::move(journal_.back().state);
    journal_.pop_back();
  }
  ++changes_;
  ++clock_;
}

void Heap::Apply(const Delta& delta) {
  for (const auto& [object, state] : delta.states) {
    Change(object) = state;
  }
}

void Heap::Rebase(Delta& delta, const Mark& from, const Mark& to) const {
  const States at_from = StatesAt(from);
  for (std::size_t i = to.position; i < journal_.size(); ++i) {
    Object* object = journal_[i].object;
    if (object->made <= delta.clock && !delta.states.contains(object)) {
      const auto found = at_from.find(object);
      delta.states.emplace(object, found == at_from.end() ? object->state : *found->second);
    }
  }
}

void Heap::Join(const Delta& delta, const Mark& mark, SourceRange where) {
  JoinPaths(delta, mark, clock_, where);
}

void Heap::JoinPaths(const Delta& delta, const Mark& mark, std::uint64_t clock, SourceRange where) {
  ++joining_;
  // Copies: joining changes states, which adds to the journal.
  std::unordered_map<Object*, State> bases;
  for (std::size_t i = mark.position; i < journal_.size(); ++i) {
    bases.try_emplace(journal_[i].object, journal_[i].state);
  }
  for (const auto& [object, state] : delta.states) {
    if (object->is_dead) {
      continue;
    }
    // Only the other path has an object that was made after the end of the current one.
    if (object->made > clock) {
      Change(object) = state;
    } else {
      JoinState(object, state, where);
    }
  }
  for (const auto& [object, state] : bases) {
    if (!object->is_dead && !delta.states.contains(object) && object->made <= delta.clock) {
      JoinState(object, state, where);
    }
  }
  --joining_;
  Flush(where);
}

void Heap::JoinDeltas(Delta& into, const Delta& other, const Mark& mark, SourceRange where) {
  // The heap itself is the place where states are joined.
  const Mark here = Begin();
  const States bases = StatesAt(mark);
  Delta before;
  for (const auto& [object, state] : bases) {
    before.states.emplace(const_cast<Object*>(object), *state);
  }
  for (auto& [object, state] : before.states) {
    Change(object) = state;
  }
  const Mark base = Begin();
  Apply(into);
  JoinPaths(other, base, into.clock, where);
  Delta joined = Capture(base);
  joined.clock = std::max(into.clock, other.clock);
  Rollback(base);
  End();
  Rollback(here);
  End();
  into = std::move(joined);
}

bool Heap::Widen(const Delta& turn, const Mark& mark, SourceRange where) {
  bool changed = false;
  ++joining_;
  for (const auto& [object, state] : turn.states) {
    if (object->made <= mark.clock && !object->is_dead) {
      changed |= JoinState(object, state, where);
    }
  }
  --joining_;
  return Flush(where) || changed;
}

void Heap::Lose(const Delta& delta, SourceRange where) {
  ++joining_;
  for (const auto& [object, state] : delta.states) {
    if (object->is_dead) {
      continue;
    }
    JoinState(object, state, where);
    if (object->kind != Kind::Frame && object->kind != Kind::Module) {
      MakeTop(object, where);
    }
  }
  --joining_;
  Flush(where);
}

bool Heap::JoinState(Object* object, const State& other, SourceRange where) {
  const State& now = object->state;
  if (now.top || other.top || now.items.size() != other.items.size() ||
      now.cursor != other.cursor || (now.table != nullptr) != (other.table != nullptr) ||
      now.suspended != other.suspended ||
      (now.bytes && !(now.bytes == other.bytes) &&
       std::string_view(*now.bytes) != std::string_view(*other.bytes))) {
    // What either of them holds is out of sight from here on.
    bool changed = MakeTop(object, where);
    if (object->kind == Kind::Array) {
      // What one of them has lost both have.
      Change(object).cursor |= other.cursor;
    }
    other.ForEachValue([&](const Value& value) { changed |= Escape(value, where); });
    return changed;
  }
  bool changed = false;
  State& state = Change(object);
  for (std::size_t i = 0; i < state.items.size(); ++i) {
    changed |= JoinInto(state.items[i], other.items[i], where);
  }
  if (state.table) {
    changed |= JoinTable(*state.table, *other.table, where);
  }
  if (!state.attributes && other.attributes) {
    state.attributes = std::make_unique<Table>();
  }
  if (state.attributes) {
    changed |= JoinTable(*state.attributes, other.attributes ? *other.attributes : Table(), where);
  }
  return changed;
}

bool Heap::JoinTable(Table& table, const Table& other, SourceRange where) {
  bool changed = false;
  const auto same_key = [](const Value& a, const Value& b) {
    return IsSame(a, b) || (a.is(Kind::Str) && b.is(Kind::Str) && a.text() == b.text());
  };
  std::size_t order = 0;
  bool same_order = table.size() == other.size();
  for (const Entry& entry : other.entries()) {
    if (entry.key.is_undefined()) {
      continue;
    }
    Entry* found =
        table.Find(entry.hash, [&](const Entry& mine) { return same_key(mine.key, entry.key); });
    if (found == nullptr) {
      Entry& added = table.Add(entry.key, entry.hash, Value());
      added.where = entry.where;
      changed |= JoinInto(added.value, entry.value, where);
      added.value.flags |= kMaybe;
      changed = true;
      same_order = false;
      continue;
    }
    const std::uint8_t flags = found->value.flags;
    changed |= JoinInto(found->value, entry.value, where);
    changed |= flags != found->value.flags;
    same_order = same_order && static_cast<std::size_t>(found - table.entries().data()) >= order;
    order = static_cast<std::size_t>(found - table.entries().data());
  }
  Table& others = const_cast<Table&>(other);
  for (Entry& entry : table.entries()) {
    if (entry.key.is_undefined() || (entry.value.flags & kMaybe) != 0 ||
        others.Find(entry.hash, [&](const Entry& its) { return same_key(its.key, entry.key); }) !=
            nullptr) {
      continue;
    }
    JoinInto(entry.value, Value(), where);
    entry.value.flags |= kMaybe;
    changed = true;
    same_order = false;
  }
  if (!table.is_uncertain && (!same_order || other.is_uncertain)) {
    table.is_uncertain = true;
    changed = true;
  }
  return changed;
}

bool Heap::JoinInto(Value& into, const Value& other, SourceRange where) {
  const std::uint8_t flags = into.flags | other.flags;
  const Value joined = JoinValues(into, other, where);
  bool changed = flags != into.flags;
  if (into.is_unknown()) {
    changed |= Escape(other, where) || into.meant != joined.meant;
    into.meant = joined.meant;
  } else if (!IsSame(joined, into)) {
    into = joined;
    changed = true;
  }
  into.flags = flags;
  return changed;
}

Value Heap::JoinValues(const Value& a, const Value& b, SourceRange where) {
  if (IsSame(a, b)) {
    return a;
  }
  if (a.is_object() && b.is_object() && a.object->kind == b.object->kind &&
      a.object->cls == b.object->cls) {
    const Object& x = *a.object;
    const Object& y = *b.object;
    if (x.kind == Kind::Str || x.kind == Kind::Bytes) {
      if (x.text == y.text) {
        return a;
      }
    } else if (x.kind == Kind::Tuple && x.state.items.size() == y.state.items.size() &&
               x.cls == nullptr) {
      ValueList items = x.state.items;
      bool changed = false;
      for (std::size_t i = 0; i < items.size(); ++i) {
        changed |= JoinInto(items[i], y.state.items[i], where);
      }
      return changed ? Tuple(std::move(items)) : a;
    }
  }
  Escape(a, where);
  Escape(b, where);
  const Value joined = a.is_unknown() ? a : b.is_unknown() ? b : Unknown(kDepends, where);
  return Meaning(joined, CodeAmong(a, b, CodeOf(a), CodeOf(b)));
}

}  // namespace kernelc::host
