#include "compiler/host/interpreter/context.h"

#include <mutex>

#include "compiler/host/interpreter/branches.h"

namespace kernelc::host {

namespace {

// Libraries that no run has now.
struct Shelf {
  std::mutex mutex;
  std::vector<std::unique_ptr<Library>> free;
} shelf;

Library* TakeLibrary() {
  const std::scoped_lock lock(shelf.mutex);
  if (shelf.free.empty()) {
    return new Library();
  }
  Library* library = shelf.free.back().release();
  shelf.free.pop_back();
  return library;
}

void ReturnLibrary(Library* used) {
  constexpr std::size_t kMost = 4;
  std::unique_ptr<Library> library(used);
  library->memory.run.Empty();
  const std::scoped_lock lock(shelf.mutex);
  if (!library->is_spoilt && shelf.free.size() < kMost) {
    shelf.free.push_back(std::move(library));
  }
}

}  // namespace

Context::Context(SourceManager& the_sources, const Inputs& the_inputs, const Budget& the_budget)
    : sources(the_sources),
      inputs(the_inputs),
      library(TakeLibrary(), ReturnLibrary),
      heap(library->memory),
      objects(the_budget.objects) {
  steps_left = the_budget.steps;
  if (library->classes.empty()) {
    MakeBuiltins(*this);
  }
}

Context::~Context() = default;

Value Arguments::Get(std::size_t position, std::string_view name) const {
  if (position < values.size()) {
    return values[position];
  }
  for (const Keyword& keyword : keywords) {
    if (keyword.name == name) {
      return keyword.value;
    }
  }
  return Value();
}

void GiveUp(Context& c, std::string_view why) { throw GivenUp{c.heap.Unknown(why, c.where).why}; }

void RaiseError(Context& c, std::string_view cls, std::string_view message) {
  RaiseWith(c, cls, {Lose(c, message)});
}

void RaiseWith(Context& c, std::string_view cls, std::initializer_list<Value> arguments) {
  throw Raised{Call(c, Value::Of(BuiltinClass(c, cls)), arguments)};
}

Value Lose(Context& c, std::string_view why) { return c.heap.Unknown(why, c.where); }

void MayRaise(Context& c) {
  if (c.handlers == 0 || c.heap.changes() == c.handler_changes) {
    return;
  }
  AddPending(c, {Exit::Raise, Lose(c, "an exception that is not known")}, c.handler_mark,
             c.heap.Capture(c.handler_mark));
  c.handler_changes = c.heap.changes();
}

}  // namespace kernelc::host
