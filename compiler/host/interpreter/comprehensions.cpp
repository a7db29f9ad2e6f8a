// Comprehensions, which run at once, and generator expressions, which become generators.
#include <llvm/ADT/STLFunctionalExtras.h>

#include "compiler/host/interpreter/branches.h"
#include "compiler/host/interpreter/generators.h"

namespace kernelc::host {
namespace {

using Emit = llvm::function_ref<void()>;

// Where a condition is not known, what `take` does may have been done.
void TakeIf(Context& c, ast::NodeList<ast::Expr> conditions, std::size_t index, Emit take) {
  if (index == conditions.size()) {
    return take();
  }
  const auto go_on = [&]() -> Completion {
    return TakeIf(c, conditions, index + 1, take), Completion();
  };
  Rethrow(Choose(c, TruthOf(c, Eval(c, conditions[index])), go_on, [] { return Completion(); }));
}

void RunGenerators(Context& c, ast::NodeList<ast::Comprehension> generators, std::size_t index,
                   const Value& iterable, Emit emit) {
  const ast::Comprehension& generator = *generators[index];
  const Value iterator = MakeIterator(c, iterable);
  Value element;
  while (Advance(c, iterator, element)) {
    GiveUpIf(c, c.steps_left < 0, "is made by a loop that is too long to be followed");
    Assign(c, generator.target, element);
    TakeIf(c, generator.ifs, 0, [&] {
      if (index + 1 == generators.size()) {
        emit();
      } else {
        RunGenerators(c, generators, index + 1, Eval(c, generators[index + 1]->iter), emit);
      }
    });
  }
}

Object* ComprehensionFrame(Context& c, const ast::Expr* node) {
  Object* frame = NewFrame(c, ScopeOf(c, node));
  FrameInfo& info = frame->As<FrameInfo>();
  info.is_comprehension = true;
  info.around = c.frame;
  return frame;
}

Value Build(Context& c, const ast::Expr* node, ast::NodeList<ast::Comprehension> generators,
            Object* result, Emit emit) {
  const Value first = Eval(c, generators.front()->iter);
  Object* frame = ComprehensionFrame(c, node);
  const InFrame inside(c, frame);
  RunGenerators(c, generators, 0, first, emit);
  return Value::Of(result);
}

// for TARGET in ITER: if COND: yield ELT
ast::NodeList<ast::Stmt> GeneratorBody(Context& c, const ast::GeneratorExp& node) {
  const Unit& unit = *c.frame->As<FrameInfo>().unit;
  ast::NodeList<ast::Stmt>& body = unit.generator_bodies[&node];
  if (!body.empty()) {
    return body;
  }
  ast::Module& trees = unit.synthetic;
  auto* yield = trees.Create<ast::Yield>(node.range);
  yield->value = node.elt;
  auto* give = trees.Create<ast::ExprStmt>(node.range);
  give->value = yield;
  const ast::Stmt* inner = give;
  for (std::size_t i = node.generators.size(); i-- > 0;) {
    const ast::Comprehension& generator = *node.generators[i];
    for (std::size_t j = generator.ifs.size(); j-- > 0;) {
      auto* test = trees.Create<ast::If>(node.range);
      test->test = generator.ifs[j];
      test->body = trees.CopyList(std::vector<const ast::Stmt*>{inner});
      inner = test;
    }
    auto* loop = trees.Create<ast::For>(node.range);
    loop->target = generator.target;
    loop->iter = generator.iter;
    if (i == 0) {
      auto* first = trees.Create<ast::Name>(node.range);
      first->id = kFirstIterable;
      loop->iter = first;
    }
    loop->body = trees.CopyList(std::vector<const ast::Stmt*>{inner});
    inner = loop;
  }
  body = trees.CopyList(std::vector<const ast::Stmt*>{inner});
  return body;
}

Value EvalGenerator(Context& c, const ast::GeneratorExp& node) {
  const Value first = MakeIterator(c, Eval(c, node.generators.front()->iter));
  const Scope* scope = ScopeOf(c, &node);
  Object* frame = ComprehensionFrame(c, &node);
  Capture(FunctionFrame(c.frame));
  frame->state.items[scope->slots.at(kFirstIterable)] = first;
  return MakeGenerator(c, frame, GeneratorBody(c, node));
}

Value EvalEager(Context& c, const ast::Expr* node) {
  if (const auto* list = ast::As<ast::ListComp>(node)) {
    Object* result = c.heap.List({}).object;
    return Build(c, node, list->generators, result, [&] {
      const Value element = Eval(c, list->elt);
      if (result->state.top) {
        c.heap.Escape(element, c.where);
      } else {
        c.heap.Change(result).items.push_back(element);
      }
    });
  }
  if (const auto* set = ast::As<ast::SetComp>(node)) {
    Object* result = c.heap.New(Kind::Set);
    return Build(c, node, set->generators, result,
                 [&] { StoreKey(c, result, Eval(c, set->elt), Value::None()); });
  }
  const auto& dict = *ast::As<ast::DictComp>(node);
  Object* result = c.heap.NewDict();
  return Build(c, node, dict.generators, result, [&] {
    const Value key = Eval(c, dict.key);
    StoreKey(c, result, key, Eval(c, dict.value));
  });
}

}  // namespace

Value EvalComprehension(Context& c, const ast::Expr* node) {
  const auto* generator = ast::As<ast::GeneratorExp>(node);
  return OrLose(c, node, [&] {
    return generator != nullptr ? EvalGenerator(c, *generator) : EvalEager(c, node);
  });
}

}  // namespace kernelc::host
