// What the parts of the interpreter share: the state of one run, and how they signal.
#pragma once

#include <fmt/format.h>
#include <llvm/ADT/STLFunctionalExtras.h>

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/host/heap/heap.h"
#include "compiler/host/host.h"
#include "compiler/host/interpreter/code.h"
#include "compiler/host/interpreter/signals.h"
#include "compiler/host/outcome.h"

namespace kernelc::host {

// How a statement came to its end.
// Yield: a generator waits there. Gone: no path comes to it, the program has ended or goes on for
// ever.
enum class Exit : std::uint8_t { Normal, Break, Continue, Return, Raise, Yield, Gone };
struct Completion {
  Exit exit = Exit::Normal;
  // Return, Raise, Yield.
  Value value;
};

// What a name was when a function of the device was compiled; see frozen.h.
struct Frozen {
  // A file or a call.
  const Object* owner = nullptr;
  std::string_view name;
  // That reads it.
  std::string_view function;
  // Null: not known.
  ConstantRef value;
};

// A path that left the statements which still run: `if unknown: return 1`. What it did to the heap
// waits for the place where it joins the others.
struct Pending {
  Completion completion;
  Mark mark;
  Delta delta;
};

// What Python has before a program runs, made as programs ask for it. One run at a time has it; the
// next one finds it as it was.
struct Library {
  HeapMemory memory;
  std::vector<std::unique_ptr<Unit>> units;
  // By dotted name.
  std::map<std::string, Object*, std::less<>> modules;
  Object* builtins = nullptr;
  // What builtin names are that have been asked for.
  std::unordered_map<std::string_view, Object*> builtin_names;
  // Those of stdlib/host, by file.
  std::unordered_map<std::string_view, Object*> host_modules;
  std::unordered_map<std::string_view, Object*> classes;
  // Of what is no object, and of objects of a kind.
  Object* tag_classes[static_cast<std::size_t>(Tag::Object)] = {};
  Object* kind_classes[static_cast<std::size_t>(Kind::DictView) + 1] = {};
  std::unordered_map<const NativeRow*, Object*> natives;
  // Of types that share the row of another one.
  std::map<std::pair<const NativeRow*, const Object*>, Object*> shared_natives;
  // Some of it was left unfinished: it ends with the run.
  bool is_spoilt = false;
};

// Where a run is.
struct Position {
  // The statement that runs, in the user's files.
  SourceRange where;
  Object* frame = nullptr;
  // The last call in the text that was run.
  const ast::Call* call = nullptr;
  std::int64_t steps_left = 0;
  int depth = 0;
  int text_depth = 0;
  // Conditions around that are not known.
  int forks = 0;
  // Functions around that Numba compiles for the host; see compiled.cpp.
  int compiled = 0;
  // Statements around the current one that may catch an exception.
  int handlers = 0;
};

struct Identifiers;
struct Context : Position {
  Context(SourceManager& the_sources, const Inputs& the_inputs, const Budget& the_budget);
  ~Context();

  SourceManager& sources;
  const Inputs& inputs;
  std::unique_ptr<Library, void (*)(Library*)> library;
  Heap heap;
  std::vector<std::unique_ptr<Unit>> units;
  Object* main = nullptr;
  // Files of the program that were imported, as attributes.
  Object* registry = nullptr;
  // `sys.argv`
  Object* arguments = nullptr;
  // Parts of an expression that have these values already; see Operands.
  std::unordered_map<const ast::Expr*, Value> parts;
  // See Outcome.
  std::map<const ast::Node*, ConstantRef> decorated;
  std::vector<RunText> texts;
  // An expression alone is evaluated: the types that it is given are those of signatures as well.
  bool is_expression = false;
  // Statements of the file that take too long are skipped, and what they bind is unknown then.
  bool skips = false;
  // How many the run may make.
  std::size_t objects = 0;
  std::vector<Pending> pending;
  // Where those of the innermost function, loop or `try` begin.
  std::size_t region = 0;
  // Of the innermost `try`: what MayRaise speaks of.
  Mark handler_mark;
  std::uint64_t handler_changes = 0;
  // Exceptions being handled, the innermost last.
  ValueList handled;
  // In the order in which they were made.
  std::vector<Object*> kernels;
  // The function of the kernel whose first launch the run waits for; null for that of any.
  const ast::Node* target = nullptr;
  std::shared_ptr<Outcome> outcome;
  // Names that matter to whom it is for; see outcome.cpp.
  std::shared_ptr<Identifiers> wanted;
  std::vector<Frozen> frozen;
  std::unordered_set<const Object*> frozen_functions;
  // Definitions of functions whose decorators run, and the frames that they stand in.
  std::vector<std::pair<const ast::Node*, const Object*>> defining;
  // The run ends where the target is launched; else it goes on to the end of the program.
  bool ends_at_launch = true;
  // Whether a function holds the kernel that the run waits for; see calls.cpp.
  std::unordered_map<const ast::Node*, bool> holds_target;
  // Code that is not known has the kernel, and may launch it at any time.
  bool target_escaped = false;
  std::uint64_t outcome_changes = 0;
  // Of things that constants have been made of, or that were made of constants: Constant::identity.
  std::unordered_map<const Object*, std::uint64_t> identities;
  // The latter by that number.
  std::unordered_map<std::uint64_t, Value> things;
};

// At its end, `place` gets back what it held before.
template <typename T>
class Restored {
 public:
  explicit Restored(T& place) : place_(&place), before_(place) {}
  Restored(T& place, T meanwhile) : place_(&place), before_(std::exchange(place, meanwhile)) {}
  ~Restored() { *place_ = before_; }
  Restored(const Restored&) = delete;
  Restored& operator=(const Restored&) = delete;

 private:
  T* place_;
  T before_;
};

// While it lives, `frame` is the current one.
struct InFrame : Restored<Object*> {
  InFrame(Context& c, Object* frame) : Restored(c.frame, frame) {}
};

// --- signals (context.cpp) ---
[[noreturn]] void GiveUp(Context& c, std::string_view why);
template <typename First, typename... Rest>
[[noreturn]] void GiveUp(Context& c, fmt::format_string<First, Rest...> why, First&& first,
                         Rest&&... rest) {
  GiveUp(c, fmt::format(why, std::forward<First>(first), std::forward<Rest>(rest)...));
}
template <typename Condition>
void GiveUpIf(Context& c, const Condition& holds, std::string_view why) {
  if (holds) {
    GiveUp(c, why);
  }
}
// Gives up where one of them is not known.
template <typename... Each>
void CheckKnown(Context& c, const Each&... values) {
  for (const Value* value : {&values...}) {
    if (value->is_unknown()) {
      GiveUp(c, value->why->reason);
    }
  }
}
// Raises an exception of a builtin class. What the message says is for people: texts of exceptions,
// which differ from one Python to the next, are not known.
[[noreturn]] void RaiseError(Context& c, std::string_view cls, std::string_view message);
template <typename First, typename... Rest>
[[noreturn]] void RaiseError(Context& c, std::string_view cls,
                             fmt::format_string<First, Rest...> message, First&& first,
                             Rest&&... rest) {
  RaiseError(c, cls, fmt::format(message, std::forward<First>(first), std::forward<Rest>(rest)...));
}
template <typename Condition>
void RaiseIf(Context& c, const Condition& holds, std::string_view cls, std::string_view message) {
  if (holds) {
    RaiseError(c, cls, message);
  }
}
// `KeyError(key)` and the like.
[[noreturn]] void RaiseWith(Context& c, std::string_view cls,
                            std::initializer_list<Value> arguments);
// An unknown value, lost here.
Value Lose(Context& c, std::string_view why);
// What is done now may raise an exception that is not known.
void MayRaise(Context& c);
// Where no steps are left, loops become loops of unknown length; these bring them to their ends.
inline constexpr std::int64_t kReserveSteps = 50'000;
// Counts a step.
inline void Step(Context& c) {
  if (--c.steps_left < -kReserveSteps) {
    throw OutOfBudget();
  }
}

// What `operation` gives; where it gives up, something unknown, and the operands escape.
template <typename Operation>
Value Guarded(Context& c, std::initializer_list<Value> operands, Operation&& operation) {
  try {
    return operation();
  } catch (const GivenUp& given_up) {
    for (const Value& operand : operands) {
      c.heap.Escape(operand, c.where);
    }
    MayRaise(c);
    return Value::Unknown(given_up.why);
  }
}

// The same, where what `node` reaches and binds escapes.
template <typename Operation>
Value OrLose(Context& c, const ast::Node* node, Operation&& operation) {
  Object* frame = c.frame;
  try {
    return operation();
  } catch (const GivenUp& given_up) {
    c.frame = frame;
    c.heap.EscapeCode(node, frame, true, c.where);
    MayRaise(c);
    return Value::Unknown(given_up.why);
  }
}

// What `operation` gives; undefined where it raises an exception of one of these builtin classes.
bool IsOneOf(Context& c, const Value& exception, std::initializer_list<std::string_view> classes);
template <typename Operation>
Value Unless(Context& c, std::initializer_list<std::string_view> classes, Operation&& operation) {
  try {
    return operation();
  } catch (const Raised& raised) {
    if (!IsOneOf(c, raised.exception, classes)) {
      throw;
    }
    return Value();
  }
}

// Whether `operation` comes to its end.
template <typename Operation>
bool Succeeds(Operation&& operation) {
  try {
    operation();
    return true;
  } catch (const GivenUp&) {
  } catch (const NotFollowed&) {
  } catch (const Raised&) {
  } catch (const OutOfBudget&) {
  }
  return false;
}

// --- names (names.cpp) ---
Value LoadName(Context& c, std::string_view name);
void StoreVariable(Context& c, std::string_view name, const Value& value);
void DeleteVariable(Context& c, std::string_view name);
// Stores into a place, whose flags stay.
void StorePlace(Context& c, Value& place, const Value& value);
// The frame whose variables a function defined in `frame` sees; null at module level.
Object* FunctionFrame(Object* frame);
// Something that may outlive the call refers to `frame`, null for none, and so to those around it.
void Capture(Object* frame);
// A frame for code of `scope` inside the current one.
Object* NewFrame(Context& c, const Scope* scope);
const Scope* ScopeOf(Context& c, const ast::Node* node);

// --- operators (operators.cpp, compare.cpp) ---
enum class Truthiness : std::uint8_t { False, True, Unknown };
Truthiness TruthOf(Context& c, const Value& value);
// Gives up where it is not known.
bool Truth(Context& c, const Value& value);
Value Binary(Context& c, ast::BinaryOperator op, const Value& a, const Value& b);
// `a op= b`: the object that the name has afterwards.
Value InPlace(Context& c, ast::BinaryOperator op, const Value& a, const Value& b);
Value Unary(Context& c, ast::UnaryOperator op, const Value& a);
Value Compare(Context& c, ast::CompareOperator op, const Value& a, const Value& b);
// `a == b`; gives up where it is not known.
bool IsEqual(Context& c, const Value& a, const Value& b);
// Raises TypeError for what cannot be hashed, gives up where it is not known.
std::uint64_t HashOf(Context& c, const Value& value);
// In front of the number, the path of an external that stands for what hash() gives.
inline constexpr std::string_view kHashOf = "hash ";
// `hash`: that of the key, where it is there already; objects of the program compute theirs.
Entry* FindKey(Context& c, Table& table, const Value& key,
               std::optional<std::uint64_t> hash = std::nullopt);

// --- containers (items.cpp) ---
// Gives up where the contents are not known.
void CheckContents(Context& c, const Object& object);
inline void CheckContents(Context& c, const Value& value) {
  if (value.is_object()) {
    CheckContents(c, *value.object);
  }
}
inline bool IsSet(const Value& value) { return value.is(Kind::Set) || value.is(Kind::FrozenSet); }
Value GetItem(Context& c, const Value& container, const Value& index);
void SetItem(Context& c, const Value& container, const Value& index, const Value& value);
void DeleteItem(Context& c, const Value& container, const Value& index);
// What a str, bytes or bytearray is made of, and one of the same kind.
std::string_view BytesIn(const Object& object);
Value LikeText(Context& c, Kind kind, std::string_view text);
// Gives up where it is not known.
std::int64_t Length(Context& c, const Value& container);
// Stores into a dictionary or a set, or in a place of a namespace; what is exposed escapes.
// The object whose state holds the keys of a dictionary or set: that of `vars(x)` and `globals()`
// is the object itself.
Object* KeysOwner(Object* dict);
Table& KeysOf(Object* dict);
// Gives up where not all keys and their order are known.
const Table& KnownKeys(Context& c, Object* dict);
// The entry of a key; null where there certainly is none.
const Entry* KnownEntry(Context& c, const Value& dict, const Value& key);
void StoreKey(Context& c, Object* dict, const Value& key, const Value& value);
// The value of a key of a dictionary or set, which goes; undefined where there is none.
Value RemoveKey(Context& c, const Value& container, const Value& key);
// `dict.update(other)`.
void UpdateDict(Context& c, Object* dict, const Value& other);
void StoreName(Context& c, Object* owner, std::string_view name, const Value& value);
// An index, also of an object with __index__; raises TypeError.
std::int64_t AsIndex(Context& c, const Value& value);
// The place of an index that may be negative; raises IndexError.
std::int64_t CheckedIndex(Context& c, std::int64_t index, std::int64_t length);
// Whether a value is an integer, or has `__index__`.
bool IsIndex(Context& c, const Value& value);
// For `length` elements: first, step and count of a slice, and where it ends.
struct SliceRange {
  std::int64_t start = 0;
  std::int64_t stop = 0;
  std::int64_t step = 1;
  std::int64_t count = 0;
};
SliceRange ResolveSlice(Context& c, const Object& slice, std::int64_t length);

// --- attributes and classes (attributes.cpp, classes.cpp) ---
void MakeBuiltins(Context& c);
Object* BuiltinClass(Context& c, std::string_view name);
Object* ClassOf(Context& c, const Value& value);
// Whether a class, or a base of it, is one of stdlib/host that need not have all that Python's has.
bool IsPartial(const Object* cls);
// Whether it is such a class itself.
bool IsPartialItself(const Object* cls);
// Whether a builtin type has no name in Python's builtins.
bool IsHiddenType(std::string_view name);
// Its `__name__`.
Value NameOfClass(Context& c, const Object& cls);
Value GetAttribute(Context& c, const Value& object, std::string_view name);
// Undefined where there is certainly none.
Value FindAttribute(Context& c, const Value& object, std::string_view name);
// An attribute of the class, not bound; undefined where there is none.
Value FindInClass(Context& c, const Object* cls, std::string_view name);
void SetAttribute(Context& c, const Value& object, std::string_view name, const Value& value);
void DeleteAttribute(Context& c, const Value& object, std::string_view name);
// What an object, module or class itself has for an attribute, without its class; undefined where
// it has none.
Value OwnAttribute(const Object& object, std::string_view name);
// A descriptor with `__set__`, which comes before the attributes of the instance.
bool IsData(Context& c, const Value& attribute);
// What reading an attribute of the class through `object` gives: methods are bound, properties are
// called.
Value Bind(Context& c, const Value& attribute, const Value& object, Object* cls);
// An attribute that this one class defines, without its bases.
Value FindInOne(Context& c, Object* cls, std::string_view name);
// What host_functions.def has for an attribute of a builtin type: unknown where Python has one and
// the table none.
Value FindNativeMember(Context& c, const Object& cls, std::string_view name);
// As `object.__setattr__` stores.
void SetPlainAttribute(Context& c, const Value& object, std::string_view name, const Value& value);
// The program has given the function other code or defaults: what it does is not known.
bool IsReplaced(const Object& function);
// modules.cpp, kernels.cpp
Value LibraryAttribute(Context& c, Object* module, std::string_view name);
Value ExternalAttribute(Context& c, Object* external, std::string_view name);
Value KernelAttribute(Context& c, Object* kernel, std::string_view name);
Value CallExternal(Context& c, Object* external, const Arguments& arguments);
// Whether kernels have something of the library, by the path of a member.
bool IsOfKernels(std::string_view path);
// What a name bound to something unknown stands for: Numba's `cuda`, and types beside it. Others
// are returned as they are.
Value MeantByName(Context& c, const Value& unknown, std::string_view name, bool is_beside_cuda);
// Whether a member of a library makes kernels and functions of the device.
bool IsDecorator(std::string_view path);
// The code that a call of something unknown, which stands for `code`, gives; undefined for most.
Value CallMeant(Context& c, const Value& code, const Arguments& arguments);
// An attribute of something unknown, which may stand for a thing of a library.
Value MeantAttribute(Context& c, const Value& unknown, std::string_view name);
// `kernel[grid, block]`.
Value ConfigureKernel(Context& c, const Value& kernel, const Value& configuration);
// `list[int]`, `Color["RED"]`.
Value GetClassItem(Context& c, const Value& cls, const Value& index);
// A method of a class of the program; undefined where a builtin type or `object` defines it.
Value FindOwn(Context& c, const Object* cls, std::string_view name);
bool IsSubclass(const Object* cls, const Object* base);
bool IsInstance(Context& c, const Value& value, const Object* cls);
// `type.__new__(metaclass, name, bases, attributes)`.
Value MakeClass(Context& c, std::string_view name, std::vector<Object*> bases, Object* metaclass,
                const Table& attributes, std::span<const Keyword> keywords);
Value InstantiateClass(Context& c, Object* cls, const Arguments& arguments);
// A dictionary that shows the attributes of `owner`, and changes them.
Value AttributesAsDict(Context& c, Object* owner);

// --- functions that Numba compiles for the host (compiled.cpp) ---
// A call from the program; what Numba may compute in another way than Python is unknown.
Value CallCompiled(Context& c, Object* kernel, const Arguments& arguments);
// Inside of such a function: give up where Numba's types may make a difference.
void CheckCompiledOperation(Context& c, ast::BinaryOperator op, const Value& a, const Value& b);
void CheckCompiledCallee(Context& c, const Value& callee);

// --- calls (calls.cpp) ---
// The call of a function of the program or of stdlib/host.
Value CallFunction(Context& c, Object* function, const Arguments& arguments);
Value Call(Context& c, const Value& callee, const Arguments& arguments);
Value Call(Context& c, const Value& callee, std::initializer_list<Value> values);
// Calls a method of the class, as operators do; undefined where there is none.
Value CallSpecial(Context& c, const Value& object, std::string_view name,
                  std::initializer_list<Value> values);
// The same for methods of the program's and the library's classes, without those of builtin types.
Value CallOwn(Context& c, const Value& object, std::string_view name,
              std::initializer_list<Value> values);
// A call of code that is not known: everything it is given escapes.
Value CallUnknown(Context& c, const Value& callee, const Arguments& arguments);

// --- iteration (iteration.cpp) ---
// As `for` goes through a value; gives up for what cannot be gone through with certainty.
Value MakeIterator(Context& c, const Value& iterable);
// False at the end.
bool Advance(Context& c, const Value& iterator, Value& element);
ValueList Elements(Context& c, const Value& iterable);
// A value for each of `count` targets, of which the one at `star` gets a list of what is left;
// behind the last one, none does. Nothing where they do not fit.
std::optional<ValueList> Spread(Context& c, const ValueList& elements, std::size_t count,
                                std::size_t star);

// --- text (text.cpp, format.cpp) ---
std::string Repr(Context& c, const Value& value);
// The parts of an object as text.
using PartWriter = llvm::function_ref<std::string(const Value&)>;
std::string ListText(const ValueList& items, std::string_view open, std::string_view close,
                     PartWriter write);
// What an object of a builtin type holds, sets in the order of the texts; empty for those of other
// types.
std::string ContentsText(Context& c, const Value& value, PartWriter write);
std::string ToText(Context& c, const Value& value);
std::string Format(Context& c, const Value& value, std::string_view spec);
// `text % arguments`.
std::string FormatPercent(Context& c, std::string_view text, const Value& arguments);
// As repr() of a float writes it.
std::string FloatText(double value);

// --- modules (modules.cpp) ---
// The module of this dotted name; undefined where nothing of it is known.
Value ImportModule(Context& c, std::string_view name, unsigned level);
// A thing of a library by its path.
Value MakeExternal(Context& c, std::string_view path);
// A library's module whatever files the program has; undefined where nothing is known of it.
Value FindLibrary(Context& c, std::string_view path);
void ExecImport(Context& c, const ast::Import& stmt);
void ExecImportFrom(Context& c, const ast::ImportFrom& stmt);
// A frame whose names are the attributes of `module`.
Object* ModuleFrame(Context& c, Object* module, const Unit& unit);
// `sys.modules[name]`
Value LoadedModule(Context& c, const Value& name);
// run.cpp: gives a file of the program the names that come from outside.
void GiveDefines(Context& c, Object* module);
// The module of stdlib/host/`file`.py.
Object* HostModule(Context& c, std::string_view file);

// --- statements (statements.cpp, expressions.cpp) ---
Value Eval(Context& c, const ast::Expr* node);
// The same; where it gives up, something unknown, and what the expression reaches escapes.
Value EvalOrLose(Context& c, const ast::Expr* node);
// The same where the value decides what runs: None where it is not known.
Truthiness EvalCondition(Context& c, const ast::Expr* node);
Completion ExecBlock(Context& c, ast::NodeList<ast::Stmt> block);
Completion ExecStatement(Context& c, const ast::Stmt* stmt);
void Assign(Context& c, const ast::Expr* target, const Value& value);
// Throws where a path has ended by an exception, or goes no further.
void Rethrow(const Completion& completion);
// The value of an exception that `raise` is given: an instance.
Value MakeException(Context& c, const Value& raised);
// compound.cpp
Completion ExecFor(Context& c, const ast::For& stmt);
Completion ExecWhile(Context& c, const ast::While& stmt);
Completion ExecTry(Context& c, const ast::Try& stmt);
Completion ExecWith(Context& c, const ast::With& stmt, std::size_t item);
// patterns.cpp
Completion ExecMatch(Context& c, const ast::Match& stmt);
// definitions.cpp
Value MakeFunction(Context& c, const ast::Node* node);
void ExecFunction(Context& c, const ast::Stmt* stmt);
void ExecClass(Context& c, const ast::ClassDef& stmt);
// comprehensions.cpp
Value EvalComprehension(Context& c, const ast::Expr* node);
// compound.cpp: whether `except type` takes the exception.
Truthiness Matches(Context& c, const Value& exception, const Value& type);
// kernels.cpp
Value CallKernel(Context& c, Object* kernel, const Arguments& arguments);

}  // namespace kernelc::host
