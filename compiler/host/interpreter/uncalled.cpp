// Functions that the program does not call: what decorators inside of them are, whatever the
// arguments.
#include <set>

#include "compiler/ast/walk.h"
#include "compiler/host/interpreter/branches.h"
#include "compiler/host/take.h"

namespace kernelc::host {
namespace {

// Steps for one function, and how many are called.
constexpr std::int64_t kSteps = 20'000;
constexpr std::size_t kMostCalls = 64;

// Whether a function with decorators stands in `node` that no statement has defined yet.
bool HasUnmade(const Context& c, const ast::Node* node) {
  bool has = false;
  ast::ForEachChild(node, [&](const ast::Node* child) {
    const auto* def = ast::As<ast::FunctionDef>(child);
    const bool is_unmade =
        def != nullptr && !def->decorator_list.empty() && !c.decorated.contains(def);
    const bool may_hold = ast::node_class(child->kind) != ast::NodeClass::Expr;
    has = has || is_unmade || (may_hold && HasUnmade(c, child));
  });
  return has;
}

// False where its steps did not suffice.
bool CallWithUnknown(Context& c, Object* function) {
  const ast::Arguments& parameters = *function->As<FunctionInfo>().arguments;
  const Value argument = Lose(c, "is an argument of a function that the program does not call");
  const ValueList values(parameters.posonlyargs.size() + parameters.args.size(), argument);
  std::vector<Keyword> keywords;
  for (const ast::Arg* each : parameters.kwonlyargs) {
    keywords.push_back({each->arg, argument});
  }
  c.steps_left = kSteps;
  const Region region(c);
  bool is_done = true;
  try {
    RunPath(c, [&]() -> Completion {
      Call(c, Value::Of(function), Arguments{values, keywords});
      return {};
    });
  } catch (const GivenUp&) {
  } catch (const NotFollowed&) {
  } catch (const OutOfBudget&) {
    is_done = false;
  }
  DropPaths(c, c.region);
  return is_done;
}

}  // namespace

void CallUncalled(Context& c) {
  std::set<const ast::Node*> called;
  // Those that the calls define are called as well.
  for (std::size_t i = 0; i < c.heap.scopes().size() && called.size() < kMostCalls; ++i) {
    Object* object = c.heap.scopes()[i];
    if (object->kind != Kind::Function || object->payload == nullptr) {
      continue;
    }
    const FunctionInfo& info = object->As<FunctionInfo>();
    const bool is_called = !info.unit->is_library &&
                           ast::As<ast::FunctionDef>(info.node) != nullptr &&
                           HasUnmade(c, info.node) && called.insert(info.node).second;
    if (is_called && !CallWithUnknown(c, object)) {
      return;
    }
  }
}

}  // namespace kernelc::host
