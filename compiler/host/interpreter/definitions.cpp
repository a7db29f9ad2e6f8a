// `def`, `lambda` and `class`.
#include <fmt/format.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/ScopeExit.h>

#include <algorithm>
#include <utility>

#include "compiler/ast/walk.h"
#include "compiler/host/take.h"

namespace kernelc::host {
namespace {

std::string QualifiedName(Context& c, std::string_view name) {
  const FrameInfo& here = c.frame->As<FrameInfo>();
  std::string prefix;
  if (here.scope != nullptr && here.scope->globals.contains(name)) {
    return std::string(name);
  }
  if (here.space != nullptr && here.space->kind != Kind::Module) {
    prefix = fmt::format("{}.", here.space->text);
  } else if (here.function != nullptr) {
    prefix = fmt::format("{}.<locals>.", here.function->As<FunctionInfo>().qualified_name);
  }
  return prefix + std::string(name);
}

// `*kernel` becomes the last thing that one of the decorators has made a kernel or a function of
// the device.
Value Decorate(Context& c, ast::NodeList<ast::Expr> nodes, llvm::function_ref<Value()> make,
               Value* kernel) {
  ValueList decorators;
  for (const ast::Expr* node : nodes) {
    decorators.push_back(Eval(c, node));
  }
  Value value = make();
  for (std::size_t i = decorators.size(); i-- > 0;) {
    value = Call(c, decorators[i], {value});
    const Value code = c.heap.CodeOf(value);
    *kernel = code.is(Kind::Kernel) ? code : *kernel;
  }
  return value;
}

// What two calls of a decorator have in common.
ConstantRef JoinCalls(const ConstantRef& a, const ConstantRef& b) {
  if (a == nullptr || b == nullptr || a->text != b->text || a->names != b->names ||
      a->elements.size() != b->elements.size()) {
    return nullptr;
  }
  auto joined = std::make_shared<Constant>(*a);
  for (std::size_t i = 0; i < joined->elements.size(); ++i) {
    ConstantRef& element = joined->elements[i];
    const bool is_same =
        element != nullptr && b->elements[i] != nullptr && IsEqual(*element, *b->elements[i]);
    element = is_same ? element : nullptr;
  }
  return joined;
}

// What the decorators have made of the function that a statement has defined.
void NoteDecorated(Context& c, const Value& function, const Value& kernel) {
  const FunctionInfo& info = function.As<FunctionInfo>();
  const bool is_made = kernel.is(Kind::Kernel) && !kernel.items().empty() &&
                       kernel.items()[0].is(Kind::Function) &&
                       kernel.items()[0].object == function.object;
  if (is_made) {
    kernel.As<KernelInfo>().is_own = true;
  }
  const ConstantRef call = is_made ? kernel.As<KernelInfo>().decorator_call : nullptr;
  const auto [place, is_new] = c.decorated.try_emplace(info.node, call);
  place->second = is_new ? call : JoinCalls(call, place->second);
}

// The class that makes a class: the one that is given, or that of a base. Null where what one of
// them does to the names and the order of its classes is not what `type` does.
Object* Metaclass(Context& c, const ValueList& bases, const Value& given) {
  Object* metaclass = given.is(Kind::Class) ? given.object : BuiltinClass(c, "type");
  const auto is_followed = [&](const Object* cls) {
    return FindOwn(c, cls, "__prepare__").is_undefined() && FindOwn(c, cls, "mro").is_undefined();
  };
  bool are_followed = is_followed(metaclass);
  for (const Value& base : bases) {
    Object* of_base = base.As<ClassInfo>().metaclass;
    are_followed = are_followed && (of_base == nullptr || is_followed(of_base));
    metaclass = of_base != nullptr && !IsSubclass(metaclass, of_base) ? of_base : metaclass;
  }
  return are_followed ? metaclass : nullptr;
}

// Whether functions in it ask for the class that is being made: `super()`.
bool NamesItsClass(const ast::Node* node) {
  return ast::AnyOf(node, [](const ast::Node* part) {
    const auto* name = ast::As<ast::Name>(part);
    return name != nullptr && (name->id == "super" || name->id == "__class__");
  });
}

// The frame whose attributes are those of the class.
Object* RunClassBody(Context& c, const ast::ClassDef& stmt) {
  Object* frame = NewFrame(c, ScopeOf(c, &stmt));
  FrameInfo& info = frame->As<FrameInfo>();
  info.space = frame;
  info.function = c.frame->As<FrameInfo>().function;
  frame->text = Pool::current()->Copy(QualifiedName(c, stmt.name));
  frame->state.attributes = std::make_unique<Table>();
  Capture(info.outer);
  Object* cell = c.heap.New(Kind::List);
  info.class_cell = cell;
  const InFrame inside(c, frame);
  StoreName(c, frame, "__module__", c.heap.Str(info.module->text));
  StoreName(c, frame, "__qualname__", c.heap.Str(frame->text));
  ExecBlock(c, stmt.body);
  if (std::ranges::any_of(stmt.body, NamesItsClass)) {
    StoreName(c, frame, "__classcell__", Value::Of(cell));
  }
  return frame;
}

Value BuildClass(Context& c, const ast::ClassDef& stmt) {
  ValueList bases;
  Value metaclass;
  std::vector<Keyword> keywords;
  bool is_known = true;
  for (const ast::Expr* node : stmt.bases) {
    // What `__mro_entries__` would replace is not known.
    const Value& base = bases.emplace_back(Eval(c, node));
    is_known = is_known && base.is(Kind::Class) && !base.object->state.top;
  }
  for (const ast::Keyword* keyword : stmt.keywords) {
    const Value value = Eval(c, keyword->value);
    if (keyword->arg == "metaclass") {
      metaclass = value;
      is_known = is_known && value.is(Kind::Class) && !value.object->state.top;
    } else {
      keywords.push_back({keyword->arg, value});
    }
  }
  Object* made_by = is_known ? Metaclass(c, bases, metaclass) : nullptr;
  Object* frame = RunClassBody(c, stmt);
  if (made_by == nullptr || frame->state.top) {
    c.heap.MakeTop(frame, c.where);
    for (const Value& base : bases) {
      c.heap.Escape(base, c.where);
    }
    MayRaise(c);
    return Lose(c, "is a class with a base that is not known");
  }
  std::vector<Object*> classes;
  for (const Value& base : bases) {
    classes.push_back(base.object);
  }
  if (made_by == BuiltinClass(c, "type")) {
    return MakeClass(c, stmt.name, std::move(classes), made_by, *frame->state.attributes, keywords);
  }
  const ValueList values = {c.heap.Str(stmt.name), c.heap.Tuple(bases), AttributesAsDict(c, frame)};
  return Call(c, Value::Of(made_by), Arguments{values, keywords});
}

bool HasEffects(const ast::Node* node) {
  return ast::AnyOf(node, [](const ast::Node* part) {
    return part->kind == ast::NodeKind::Call || part->kind == ast::NodeKind::NamedExpr;
  });
}

// Annotations that do something: Python's version decides whether they run here.
void ExposeAnnotations(Context& c, const ast::Node* function) {
  const auto expose = [&](const ast::Expr* annotation) {
    if (annotation != nullptr && HasEffects(annotation)) {
      c.heap.EscapeCode(annotation, c.frame, true, c.where);
    }
  };
  const Definition definition = DefinitionOf(function);
  expose(definition.returns);
  ast::ForEachChild(definition.arguments, [&](const ast::Node* child) {
    const auto* argument = ast::As<ast::Arg>(child);
    expose(argument != nullptr ? argument->annotation : nullptr);
  });
}

}  // namespace

Value MakeFunction(Context& c, const ast::Node* node) {
  Object* function = c.heap.New(Kind::Function);
  FunctionInfo& info = function->Attach<FunctionInfo>();
  const FrameInfo& here = c.frame->As<FrameInfo>();
  info.node = node;
  const Definition definition = DefinitionOf(node);
  info.arguments = definition.arguments;
  function->text = definition.name;
  info.scope = ScopeOf(c, node);
  info.outer = FunctionFrame(c.frame);
  info.module = here.module;
  info.class_cell = here.class_cell;
  info.unit = here.unit;
  info.qualified_name = Pool::current()->Copy(QualifiedName(c, function->text));
  info.where = node->range;
  Capture(info.outer);
  for (const ast::Expr* value : info.arguments->defaults) {
    function->state.items.push_back(Eval(c, value));
  }
  for (const ast::Expr* value : info.arguments->kw_defaults) {
    function->state.items.push_back(value != nullptr ? Eval(c, value) : Value());
  }
  if (!info.unit->is_library && !info.unit->has_text_annotations) {
    ExposeAnnotations(c, node);
  }
  return Value::Of(function);
}

void ExecFunction(Context& c, const ast::Stmt* stmt) {
  const Definition definition = DefinitionOf(stmt);
  Value function;
  Value kernel;
  c.defining.emplace_back(stmt, c.frame);
  const llvm::scope_exit defined([&] { c.defining.pop_back(); });
  const Value made = Decorate(
      c, definition.decorators, [&] { return function = MakeFunction(c, stmt); }, &kernel);
  if (!definition.decorators.empty() && function.is(Kind::Function)) {
    NoteDecorated(c, function, kernel);
  }
  StoreVariable(c, definition.name, made);
}

void ExecClass(Context& c, const ast::ClassDef& stmt) {
  GiveUpIf(c, !stmt.type_params.empty(), "is a class with type parameters, which are not followed");
  const SourceRange where = c.where;
  const auto note = [&](const Value& made) {
    if (made.is(Kind::Class) && made.As<ClassInfo>().node == nullptr &&
        !made.As<ClassInfo>().is_builtin && !made.As<ClassInfo>().is_library) {
      made.As<ClassInfo>().node = &stmt;
    }
    return made;
  };
  Value none;
  const Value made = note(Decorate(
      c, stmt.decorator_list, [&] { return note(BuildClass(c, stmt)); }, &none));
  c.where = where;
  StoreVariable(c, stmt.name, made);
}

}  // namespace kernelc::host
