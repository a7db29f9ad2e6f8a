#include "compiler/host/context.h"

#include "compiler/host/branches.h"

namespace kernelc::host {

Context::Context(SourceManager& the_sources, const Inputs& the_inputs, const Budget& the_budget)
    : sources(the_sources),
      inputs(the_inputs),
      steps_left(the_budget.steps),
      objects(the_budget.objects) {}
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
  const Value text = c.heap.Str(message);
  throw Raised{Call(c, Value::Of(BuiltinClass(c, cls)), {text})};
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
