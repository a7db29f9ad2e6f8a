// Evaluates expressions whose value is known while compiling: module constants, closures, types, decorators.
#pragma once

#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/diag/emitter.h"
#include "compiler/sema/const_effects.h"
#include "compiler/sema/const_objects.h"
#include "compiler/sema/const_store.h"
#include "compiler/sema/index.h"
#include "compiler/sema/record_types.h"
#include "compiler/sema/signature.h"

namespace kernelc::host {
struct Found;
}

namespace kernelc::sema {

// Answers for a name that is local to a function: true when it is local, with `*object` set when its value is known.
using LocalLookup = std::function<bool(const ast::Name&, std::optional<Object>* object)>;
// What somebody else knows of an expression, null for most.
using ExprLookup = std::function<std::optional<Object>(const ast::Expr*)>;

class Evaluator {
 public:
  // Everything that has been bound; see Binding::order.
  static constexpr std::uint32_t kEnd = std::numeric_limits<std::uint32_t>::max();
  // Expressions and statements evaluated for one value.
  static constexpr std::size_t kMaxSteps = 4000000;
  // Those inside one call of a function of stdlib.
  static constexpr std::size_t kMaxHostSteps = 400000;
  // Those of all names of files whose statements are followed.
  static constexpr std::size_t kAllHostSteps = 3 * kMaxHostSteps;

  // `arena` takes the functions that calls of factories make, and outlives what uses their values.
  Evaluator(const FileIndexImpl& index, CodeArena& arena)
      : index_(&index), arena_(&arena), now_file_(&index) {}

  // The value of `expr` as seen from `scope`, null where it is none that is known now.
  std::optional<Object> Eval(const ast::Expr* expr, const Scope* scope,
                             const LocalLookup* locals = nullptr,
                             const ExprLookup* expressions = nullptr);

  // The value of an expression of the file as its own statements see it at a moment; see Binding::order.
  std::optional<Object> EvalBefore(const ast::Expr* expr, std::uint32_t order, const LocalLookup& locals);

  // The value that a name of a file is assigned by `name = value`.
  std::optional<Object> EvalAssigned(std::string_view name, const ast::Expr* value,
                                     const Scope* scope);

  // The kernel, or tuple of them, that a function of the program makes for `name = call` of arguments of which some have
  // no known value.
  std::optional<Object> EvalPartlyKnown(std::string_view name, const ast::Call& call,
                                        const Scope* scope);

  // The value of a name that is not local.
  std::optional<Object> EvalName(std::string_view name, const Scope* scope);

  // const_names.cpp: what a dot gives, null where there is no such thing.
  std::optional<Object> Member(const Object& base, std::string_view name);
  // Whether the file of `scope` gives the attribute of another file or library something else: `module.name = value`.
  bool IsReplacedIn(const Scope& scope, const Object& base, std::string_view name);

  // The type that an annotation or dtype argument names: a type, a dtype string or Python's int, float, bool, complex.
  static std::optional<abi::ArgType> AsType(const Object& object);

  // decorators.cpp: applies a call of a decorator ("cuda.jit(...)") to `options`. Reports what cannot be read when
  // `emitter` is given. `*function` becomes the function that was passed, if any.
  void ReadDecoratorCall(const ast::Call& call, const Scope* scope, DecoratorOptions* options,
                         const FunctionInfo** function, diag::Emitter* emitter);
  // What the decorators of a function make of it.
  void ReadDecorators(FunctionInfo& function, diag::Emitter* emitter);

  // const_factory.cpp: the function that a FunctionDef or Lambda defines in `scope`; null when there is none.
  const FunctionInfo* FunctionAt(const ast::Node* node, const Scope* scope) const;

  // The function that is compiled: names have the value that they have when it is launched first. Null: when the file
  // has run.
  void set_reader(const FunctionInfo* function) { reader_ = function; }
  // The kernel, or function for others, that is compiled with all that it calls: outer names have the values that the
  // program has given them when it launches it first; see host_names.h. Null: those that the text of the file says.
  void set_kernel(const FunctionInfo* kernel) {
    kernel_ = kernel;
    outcome_ = nullptr;
  }
  const FunctionInfo* reader() const { return reader_; }

  // const_imports.cpp: has modules looked for in the folders that the file adds to `sys.path`.
  void AddSearchFolders();

  // const_factory.cpp: the default of a parameter.
  std::optional<Object> EvalDefault(const FunctionInfo& function, const ast::Expr* expr);

  // The imported modules whose names were asked for.
  const std::set<const ImportedModule*>& used_modules() const { return used_modules_; }

 private:
  struct Context {
    const Scope* scope;
    const LocalLookup* locals;
    // Names of `scope` itself are seen as they were bound before this.
    std::uint32_t order = kEnd;
    const ExprLookup* expressions = nullptr;
  };
  // An argument of a call.
  struct Keyword {
    std::string_view name;
    Object value;
  };
  // While it lives, names of a file are seen as they were bound before a moment. What is evaluated then raises nothing
  // where it is asked for.
  class Moment {
   public:
    Moment(Evaluator& evaluator, std::uint32_t order, const FileIndexImpl* file)
        : evaluator_(&evaluator),
          order_(std::exchange(evaluator.now_, order)),
          file_(std::exchange(evaluator.now_file_, file)),
          attempts_(std::exchange(evaluator.attempts_, 0)) {}
    ~Moment() {
      evaluator_->now_ = order_;
      evaluator_->now_file_ = file_;
      evaluator_->attempts_ = attempts_;
    }
    Moment(const Moment&) = delete;
    Moment& operator=(const Moment&) = delete;

   private:
    Evaluator* evaluator_;
    std::uint32_t order_;
    const FileIndexImpl* file_;
    unsigned attempts_;
  };
  // Elements of an array that a subscript names: those of the result, by their places in C order.
  struct ArrayPlaces {
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> places;
    // Numbers, slices and new axes alone: NumPy copies nothing.
    bool is_view = true;
    bool has_ellipsis = false;
  };
  struct Frame {
    std::unordered_map<std::string_view, std::optional<Object>> variables;
  };
  struct Arguments {
    std::vector<Object> positional;
    std::vector<Keyword> keywords;
    // Those without a known value: they stand in the lists above as None. See EvalPartlyKnown.
    std::set<std::size_t> unknown_places = {};
    std::set<std::string_view> unknown_names = {};

    bool is_known(std::size_t index, std::string_view name) const {
      return index < positional.size() ? !unknown_places.contains(index)
                                       : !unknown_names.contains(name);
    }
    // Parameter number `index`, called `name`; null when it is absent.
    const Object* Find(std::size_t index, std::string_view name) const;
  };

  // const_eval.cpp: expressions
  std::optional<Object> EvalIn(const ast::Expr* expr, const Context& context);
  std::optional<Object> EvalNode(const ast::Expr* expr, const Context& context);
  std::optional<Object> EvalConstant(const ast::Constant& constant);
  std::optional<Object> EvalAttribute(const ast::Attribute& attribute, const Context& context);
  std::optional<Object> EvalBase(const ast::Attribute& attribute, const Context& context);
  std::optional<Object> EvalUnary(const ast::UnaryOp& unary, const Context& context);
  std::optional<Object> EvalSequence(ast::NodeList<ast::Expr> items, bool is_list,
                                     const Context& context);
  std::optional<Object> EvalDict(const ast::Dict& dict, const Context& context);
  std::optional<Object> EvalBinary(const ast::BinOp& binary, const Context& context);
  std::optional<Object> EvalBoolean(const ast::BoolOp& boolean, const Context& context);
  std::optional<Object> EvalCompare(const ast::Compare& compare, const Context& context);

  // const_sequence.cpp: subscripts and comprehensions
  std::optional<Object> ValueOfMissing(const Object& dict, const Object& key);
  std::optional<Object> EvalSubscript(const ast::Subscript& subscript, const Context& context);
  std::optional<Object> EvalArrayType(const Object& element, const ast::Expr* slice);
  std::optional<Object> EvalSlice(const Object& base, const ast::Slice& slice,
                                  const Context& context);
  // Cells with their versions.
  using Sources = std::vector<std::pair<std::shared_ptr<HostCell>, std::uint32_t>>;
  Sources SourcesOf(const ast::Expr* iter, const Object& iterable, const Context& context);
  static bool HaveChanged(const Sources& sources);
  std::optional<Object> EvalComprehension(const ast::Expr* element,
                                          ast::NodeList<ast::Comprehension> generators,
                                          const Context& context,
                                          const ast::Expr* second = nullptr);
  std::optional<Object> EvalDictComprehension(const ast::DictComp& dict, const Context& context);

  // host_names.cpp: what the program, run until the kernel is launched, has for names
  bool AsksHost(const Scope* scope) const;
  const host::Found* FoundIn(const Scope& owner, std::string_view name, bool* is_run);
  std::optional<Object> FromHost(std::string_view name, const Scope& owner,
                                 std::optional<Object> object);

  // const_names.cpp: names, imports, attributes
  std::optional<Object> NameInText(std::string_view name, const Context& context);
  std::optional<Object> ClassMemberInText(const Scope& cls, std::string_view name);
  std::optional<Object> ModuleMemberInText(const ImportedModule& module, std::string_view name);
  std::optional<Object> NameAt(std::string_view name, const Context& context);
  std::uint32_t TimeIn(const Scope& module) const;
  Moment MomentIn(const Scope& scope, std::uint32_t order);
  static bool IsOfFile(const Scope& scope);
  // Of star imports after `after`; see Binding::order.
  std::optional<Object> FromStarImports(std::string_view name, const Scope* scope,
                                        std::uint32_t after = 0);
  std::optional<Object> SearchStarImports(std::string_view name, const Scope* scope,
                                          std::uint32_t after);
  std::optional<Object> FromBinding(const Binding& last, const Scope* scope, std::uint32_t order);
  std::optional<Object> Definition(const Binding& binding, const Scope* scope);
  std::optional<Object> EvalDefinition(const Binding& binding, const Scope* scope);
  std::optional<Object> Import(const ImportRef& import, const Scope* scope);
  std::optional<bool> Holds(const Guard* guard, const Scope* scope);
  std::optional<bool> TrySucceeds(const ast::Try& attempt, const Scope* scope);
  bool IsMissing(const ImportedModule& module, std::string_view name);
  std::string_view SurelyRaised(const ast::Stmt* stmt, const Scope* scope);
  bool SurelyFails(const ast::Try& attempt, const Scope* scope);
  std::optional<Object> ModuleMember(const ImportedModule& module, std::string_view name);
  Object UseModule(const ImportedModule* module);
  std::optional<Object> ImportByCall(const Object& name, const Scope& scope);
  std::optional<Object> ImportedByFunction(std::string_view name, const Scope& module);
  std::optional<Object> MeantAsNumba(std::string_view name, const Scope* scope,
                                     const std::optional<Object>& known);
  std::optional<Object> NumbaTypeBeside(std::string_view name, const Binding& binding,
                                        const Scope& scope);

  // const_class.cpp: classes, enumerations, named tuples
  enum class ClassKind : std::uint8_t { Plain, Enum, IntEnum, NamedTuple };
  ClassKind KindOf(const Scope& cls);
  std::string EnumBase(const Scope& cls);
  std::optional<Object> ClassMember(const Scope& cls, std::string_view name);
  const std::vector<Object>& EnumMembers(const Scope& cls);
  // All of them, without those that are other names of others; null where some have no known value.
  std::optional<std::vector<Object>> MembersOf(const Scope& cls);
  std::optional<Object> NamedTupleClass(const Scope& cls);
  std::optional<Object> MakeNamedTupleType(const Arguments& arguments);
  std::optional<Object> MakeNamedTuple(const Object& type, const Arguments& arguments);
  std::optional<Object> MakeRecordOf(const Arguments& arguments);
  bool IsDataClass(const Scope& cls);
  std::optional<Object> CallClass(const Scope& cls, const Arguments& arguments);
  // dataclasses.replace, asdict, astuple, fields
  std::optional<Object> RecordCall(std::string_view name, const Arguments& arguments);
  static std::optional<Object> NamedTupleMethod(const Object& tuple, std::string_view name,
                                                const Arguments& arguments);
  // Attributes of a class that statements change: what they are when it is made.
  void AddClassVariables(const ast::ClassDef& def, const Scope* scope);

  // const_calls.cpp: calls
  std::optional<Object> EvalCall(const ast::Call& call, const Context& context);
  std::optional<Object> EvalKnownCall(const ast::Call& call, const Context& context,
                                      bool is_taken);
  std::optional<Object> EvalMethodCall(const ast::Call& call, const ast::Attribute& attribute,
                                       const Context& context, std::optional<Object>* base);
  static bool IsSpecialCall(std::string_view path);
  std::optional<Object> EvalSpecialCall(const ast::Call& call, const Object& callee,
                                        const Context& context);
  bool IsLazyCall(const ast::Call& call, const Context& context);
  bool ChangesUnseen(const ast::Call& call, std::string_view path, const Arguments& arguments,
                     const Context& context);
  void TakeAll(std::string_view path, const ast::Call& call);
  bool IsClosed(const Object& function);
  const ast::Expr* TakenByLoop(const ast::Expr* iterable, const Context& context);
  std::optional<Arguments> EvalArguments(const ast::Call& call, const Context& context,
                                         bool partly = false);
  std::optional<Object> CallPartlyKnown(const ast::Call& call, const Context& context);
  std::optional<Object> EvalTypeCall(const Object& type, const std::vector<Object>& arguments);
  std::optional<Object> EvalExternalCall(const Object& callee, const Arguments& arguments);
  std::optional<Object> GetItem(const Object& dict, const std::vector<Object>& arguments);
  std::optional<Object> EvalReduce(const std::vector<Object>& arguments);
  std::optional<Object> EvalMethod(const Object& base, std::string_view name,
                                   const Arguments& arguments);

  // const_environment.cpp: the value of a variable of the environment; None where it is not set
  std::optional<Object> Variable(const Object& name);
  // const_given.cpp: whether the host gives a constant for an outer name seen from `scope`
  bool IsGiven(std::string_view name, const Scope* scope, std::optional<Object>* object);

  // const_python.cpp: what host code alone calls
  std::optional<Object> EvalHostCall(const ast::Call& call, const Context& context,
                                     bool is_taken);
  std::string HostPathOf(const ast::Call& call, const Context& context,
                         std::optional<Object>* self);
  std::optional<Object> CallHostPath(std::string_view path, const Arguments& arguments);
  std::optional<Object> CallObject(const Object& callee, const Arguments& arguments);
  static void CollectArrays(const Object& object, std::set<const HostCell*>* cells);
  static void ForgetPlaces(const std::set<const HostCell*>& cells, Object* object);
  std::optional<Object> CallMap(bool is_filter, const std::vector<Object>& arguments);
  std::optional<Object> CallOrdered(std::string_view name, const Arguments& arguments);
  std::optional<Object> MakeDict(const Arguments& arguments);
  // collections.deque, Counter, defaultdict
  std::optional<Object> MakeCollection(std::string_view name, const Arguments& arguments);
  // const_argparse.cpp
  std::optional<Object> ParsedArguments(const ast::Call& parse, const Context& context);
  // const_index.cpp: subscripts of arrays that slices and numbers alone do not say, comparisons of arrays
  // `value` is that of the subscript where it is known already.
  std::optional<ArrayPlaces> PlacesOf(const ConstArray& array, const ast::Expr* slice,
                                      const Context& context, const Object* value = nullptr);
  std::optional<Object> EvalArrayPart(const Object& array, const ast::Expr* slice,
                                      const Context& context, const Object* value = nullptr);
  std::optional<Object> EvalGrid(std::string_view path, const ast::Expr* slice,
                                 const Context& context);

  // const_types.cpp: what a call of Numba's makes a type of, `types.Array(...)` or `typeof(...)`
  static std::optional<Object> MakeType(std::string_view path, const Arguments& given);
  // const_text.cpp: strings
  std::optional<Object> EvalFString(const ast::JoinedStr& text, const Context& context);
  static std::optional<Object> FormatText(std::string_view pattern, const Arguments& arguments);
  static std::optional<Object> TextMethod(const std::string& text, std::string_view name,
                                          const Arguments& arguments);
  // const_paths.cpp: `cuda.CUSource("...")` as the text that stands for it among the files to link with
  std::optional<Object> EvalLinkable(const Object& callee, const Arguments& arguments);
  // const_paths.cpp: np.load of a file that lies beside the file of the call, or below
  std::optional<Object> LoadArray(const Arguments& arguments, const Scope& scope);
  // const_files.cpp: `open(path)` to read, and what reads all of such a file: `.read()`, `json.load`
  std::optional<Object> OpenFile(const Arguments& arguments, const Scope& scope);
  std::optional<Object> ReadOpenFile(const Object& file, const ast::Expr* expr, const Scope& scope);
  bool MayWriteFile(const ast::Node* node, const std::string& file, const Scope& scope);

  // const_records.cpp: record types
  static bool IsRecordMaker(std::string_view path);
  std::optional<Object> EvalRecordCall(const ast::Call& call, std::string_view path,
                                       const Scope* scope);
  const ast::Expr* WrittenAs(const ast::Expr* expr, const Scope** scope) const;
  std::optional<FieldType> EvalFieldType(const ast::Expr* expr, const Scope* scope);
  std::optional<FieldType> EvalNestedArray(const ast::Call& call, const Scope* scope);
  bool AddExtents(const ast::Expr* expr, const Scope* scope, FieldType* type);
  std::optional<abi::ArgType> EvalFields(ast::NodeList<ast::Expr> elements, const Scope* scope,
                                         bool align);
  std::optional<abi::ArgType> EvalFieldDict(const ast::Dict& dict, const Scope* scope,
                                            bool align);

  // const_factory.cpp: calls of functions of the program
  std::optional<Object> CallFunction(const FunctionInfo& function, const Arguments& arguments);
  Scope& CopyScope(const Scope& scope, const Scope* parent);
  Binding CopyBinding(const Binding& binding, const Scope& scope);
  const FunctionInfo* CopyFunction(const FunctionInfo& function, const Scope& outer);
  bool BindParameters(const FunctionInfo& function, const Arguments& arguments, Scope& scope);
  const FunctionInfo* FindLambda(const ast::Lambda& lambda, const Scope* scope) const;

  // const_outer.cpp: what all calls in the file give a parameter of a function around a kernel
  std::optional<Object> OuterParameter(const Binding& binding, const Scope& scope);
  std::optional<Object> GivenArgument(const ast::Call& call, const Scope* scope, std::size_t index,
                                      std::string_view name, bool* is_default);

  std::optional<Object> CallHostFunction(const Object& callee, const Arguments& arguments);
  static std::optional<Object> MakePartial(const Arguments& arguments);
  bool NeedsRun(const FunctionInfo& function);

  // const_instance.cpp: objects of the program's classes
  std::optional<Object> MakeInstance(const Scope& cls, const Arguments& arguments);
  bool HasForeignBase(const Scope& cls);
  std::optional<Object> InstanceMember(const Object& given, std::string_view name);
  std::optional<Object> BoundMethod(const Object& member, const Object& self, const Scope& cls);
  static bool IsClassMethod(const FunctionInfo& function);
  std::optional<Object> SuperOf(const Context& context);
  std::optional<Object> CallSpecial(const Object& object, std::string_view name,
                                    std::vector<Object> arguments);
  std::optional<Object> CallOperator(ast::BinaryOperator op, const Object& left,
                                     const Object& right);
  std::optional<bool> CallComparison(ast::CompareOperator op, const Object& left,
                                     const Object& right);

  // const_raises.cpp: what statements in `try` raise
  // Notes what is raised by the expression that is evaluated now, and gives null.
  std::nullopt_t Raise(std::string_view exception);
  // Whether CPython may raise where a value is known: what is not checked everywhere is in `try`.
  bool MayRaiseInstead(ast::BinaryOperator op, const Object& left, const Object& right);
  bool MayRaiseInstead(ast::UnaryOperator op, const Object& operand);
  bool MayRaiseInstead(ast::CompareOperator op, const Object& left, const Object& right);
  bool MayRaiseInstead(const Object& callee, const Arguments& arguments, const Object& result);
  static bool IsThere(std::string_view library, std::string_view name);
  bool IsImportable(const ast::Stmt* stmt, const Scope* scope);
  // Whether what raises `exception` is caught by `handler`; null where that is not known.
  std::optional<bool> Catches(const ast::Expr* handler, std::string_view exception, const Scope* scope);

  // const_views.cpp: arrays that lie in the memory of others, and what writes to them
  void MakeView(const Object& base, std::vector<std::int64_t> places, Object* view);
  void ViewWhole(const Object& base, std::string_view method,
                 const std::vector<Object>& arguments, Object* view);
  bool StorePlaces(const Object& array, const std::vector<std::int64_t>& shape,
                   const std::vector<std::int64_t>& places, const Object& value);
  bool StoreWhole(const Object& array, const Object& value);
  std::optional<Object> CallWithOut(const ast::Call& call, const Object& callee,
                                    const Arguments& arguments, const Context& context);
  std::optional<Object> ChangeArray(std::string_view name, const std::vector<Object>& arguments);
  std::optional<Object> ChangeArrayBy(const Object& array, std::string_view method,
                                      const Arguments& arguments);

  // const_cells.cpp: what is changed while statements are followed
  void GiveCell(Object* object);
  void ForgetShared();
  void ForgetCells(const Object& object);
  std::optional<Object> Current(const Object& object) const;
  const Object* Followed(const ast::Expr* expr, const Context& context);
  bool ShareArrays(const Object& object);
  void Adopt(const ast::Expr* expr, const Context& context, Object* object);
  HostCell* CellToChange(const Object& object);
  bool StoreItem(const Object& base, const Object& index, const Object& value);
  bool StoreSlice(const Object& list, const ast::Slice& slice, const Object& value,
                  const Context& context);
  bool RemoveItem(const Object& base, const ast::Expr* index_expr, const PartValue& value_of);
  std::optional<Object> ChangeCell(const Object& object, std::string_view name,
                                   const Arguments& arguments);
  // Objects that were looked at before the last change are looked at again; false where they are not known any more.
  bool Refresh(std::uint32_t changes, std::vector<Object>* objects) const;
  void ShareAllArrays();
  bool SetVariable(std::string_view name, const Scope* scope, const Object& value);
  bool HasSlotFor(const Scope& cls, std::string_view name);
  bool SetMember(const Object& base, std::string_view name, const Object& value);

  bool IsReplaced(const Binding& last, const std::optional<Object>& value, const Scope& scope, bool is_late);

  // const_module.cpp: which statements are followed, and what others make unknown
  class ModuleRun;
  Mentions& MentionsOf(const FileIndexImpl& file);
  bool MayChange(const ast::Node* node, const Scope* scope);
  // A function of a library that is given numbers and strings alone changes nothing of the file.
  bool IsGivenValues(const ast::Call& call, const Scope* scope);
  // What a call is given, before it is made.
  bool PartsMayChange(const ast::Call& call, const Scope* scope);
  bool DefinitionMayChange(const ast::Node* node, const Scope* scope);
  void ForgetWrites(const ast::Node* stmt, const Scope* scope);
  void ForgetChanges(const ast::Node* stmt, const Scope* scope);
  std::set<std::uint32_t> UnknownGroups(const Names& names, const Scope* scope) const;
  struct FileStatement {
    const ast::Stmt* stmt;
    // Names that it binds or whose values it may change.
    Names writes;
    Names imports;
    bool is_always_needed = false;
    bool launches = false;
    // Launches kernels, or keeps them.
    bool may_launch = false;
    // Names that it may use when it runs.
    const Names* mentions = nullptr;
    // Of the search in progress.
    bool needed = false;
  };
  std::vector<FileStatement>& StatementsOf(const Scope& module);
  std::vector<const FileStatement*> NeededStatements(std::string_view name, const Scope& owner,
                                                     const Scope& module);
  bool ReadsChanged(const ast::Expr* expr, const Scope& module);
  bool IsInside(std::uint32_t moment, std::string_view name, const Scope& module);
  bool IsExported(const ImportedModule& module, std::string_view name);
  bool ChangesLate(const FileIndexImpl& file, std::string_view name);
  // Whether any name of the file may have any value, as far as this file sees.
  bool IsWild(const FileIndexImpl& file) const {
    return &file == index_ ? file.effects().is_wild : file.effects().is_wild_imported;
  }
  // const_imports.cpp
  const ImportedModule* FindModule(const ImportRef& import, const FileIndexImpl& file);
  bool ChangedByOthers(const FileIndexImpl& file, std::string_view name);
  const std::set<const ImportedModule*>& ModulesOfProgram();
  bool MayRun(const FunctionInfo& kernel, const FunctionInfo& function);
  bool MayKeep(const FileStatement& statement, const FunctionInfo& kernel, const Scope& module);
  void NoteState(bool is_launch);
  std::optional<Object> Decorated(const FunctionInfo& function);

  // const_run.cpp: statements of the host, one after the other
  class Runner;
  bool IsGenerator(const ast::FunctionDef& def);
  // The elements of what Python goes through: also of enumerations.
  std::optional<std::vector<Object>> GoThrough(const Object& object);
  // What a call of `function` returns; its parameters are bound in `scope`.
  // Sets `*raises` where a `raise` is reached.
  std::optional<Object> RunFunction(const FunctionInfo& function, const Scope& scope, bool* raises);
  // What a name of a file, or an attribute of a class, stands for once the file's own statements have run, as far as
  // they run before what is evaluated now.
  std::optional<Object> FinalValue(std::string_view name, const Scope& owner);

  // decorators.cpp
  TypeNames TypeNamesOf(const FileIndexImpl& index);
  // extern_functions.cpp
  std::optional<Object> EvalDeclareDevice(const ast::Call& call, const Context& context);
  std::optional<Object> EvalDecorator(const ast::Call& call, const Object& callee,
                                      const Context& context);
  void ReadSignatures(const ast::Expr* expr, const Object& object, const Scope* scope,
                      DecoratorOptions* options, diag::Emitter* emitter);
  void ReadDecoratorArguments(ast::NodeList<ast::Expr> arguments,
                              ast::NodeList<ast::Keyword> keywords, const Context& context,
                              DecoratorOptions* options, const FunctionInfo** function,
                              diag::Emitter* emitter);
  void ReadOptionsOf(const std::optional<Object>& dict, DecoratorOptions* options);
  void ReadOption(const ast::Keyword& keyword, const Context& context, DecoratorOptions* options,
                  diag::Emitter* emitter);

  const FileIndexImpl* index_;
  CodeArena* arena_;
  // By definition, and by the last definition for names seen from functions.
  std::unordered_map<const Binding*, std::optional<Object>> values_;
  std::unordered_map<const Binding*, std::optional<Object>> names_;
  std::map<const GivenConstant*, std::optional<Object>> given_;
  std::unordered_map<const Scope*, std::vector<Object>> enums_;
  std::unordered_map<const Scope*, std::optional<Object>> named_tuples_;
  std::map<std::tuple<const Scope*, std::string_view, const FunctionInfo*, std::uint32_t>,
           std::optional<Object>>
      finals_;
  std::unordered_map<const FunctionInfo*, std::optional<Object>> decorated_;
  std::unordered_map<const ast::Node*, bool> needs_run_;
  std::unordered_map<const ast::FunctionDef*, bool> generators_;
  std::unordered_map<const FileIndexImpl*, Mentions> mentions_;
  // All names of the own file.
  Names own_mentions_;
  std::unordered_map<const FileIndexImpl*, std::vector<FileStatement>> statements_;
  // What statements that were followed have bound, null where it is not known.
  std::unordered_map<const Scope*, Frame> frames_;
  std::vector<std::shared_ptr<HostCell>> shared_cells_;
  const FunctionInfo* reader_ = nullptr;
  const FunctionInfo* kernel_ = nullptr;
  std::shared_ptr<const host::Outcome> outcome_;
  // Names whose values the text is asked for: inside of them, the text says everything.
  unsigned asked_ = 0;
  // Names of the file that is looked at are seen as they were bound before this.
  std::uint32_t now_ = kEnd;
  const FileIndexImpl* now_file_;
  // Functions and files that are followed.
  unsigned running_ = 0;
  unsigned module_runs_ = 0;
  ModuleRun* run_ = nullptr;
  const FunctionInfo* watched_ = nullptr;
  // The launch that is waited for was met.
  bool stopped_ = false;
  // Inside `try`.
  unsigned attempts_ = 0;
  // What the expression that was evaluated last raises, in `try`.
  std::string_view raising_;
  // Something of the statement in progress is not known.
  bool is_doubtful_ = false;
  // The argument of a call that goes through all of it at once: `list(map(f, items))`.
  const ast::Expr* consumed_ = nullptr;
  // Counts changes of lists, dictionaries, arrays and objects.
  std::uint32_t changes_ = 0;
  // The function that is called next is a generator whose results are taken at once.
  bool takes_all_ = false;
  // Names that are looked for in the star imports of scopes.
  std::set<std::pair<const Scope*, std::string_view>> star_names_;
  std::set<const ImportedModule*> used_modules_;
  std::map<const ast::Try*, bool> failures_;
  // What imports have found: by file, leading dots and name.
  std::map<std::tuple<const FileIndexImpl*, unsigned, std::string_view>, const ImportedModule*>
      found_modules_;
  // Those that the own file imports, used or not.
  std::optional<std::set<const ImportedModule*>> program_modules_;
  // Constants that are defined by constants, and names that files hand on; deeper ones count as unknown.
  static constexpr unsigned kMaxDepth = 400;
  unsigned depth_ = 0;
  // Calls of functions in progress.
  unsigned calls_ = 0;
  // Taken by all names of files whose statements were followed.
  std::size_t followed_steps_ = 0;
  // Expressions evaluated so far inside the outermost one in progress.
  std::size_t steps_ = 0;
  // The last call whose arguments are not known.
  const ast::Call* failed_call_ = nullptr;
  // Expressions and statements evaluated at most; less inside functions of stdlib.
  std::size_t max_steps_ = kMaxSteps;
  // Names of keyword arguments that are not in the text.
  std::deque<std::string> keyword_names_;
};

// The statements of a file are followed while it lives, for the value of one name.
class Evaluator::ModuleRun {
 public:
  ModuleRun(Evaluator& evaluator, const Scope& module, const Scope& owner, std::string_view name,
            const FunctionInfo* reader);
  ~ModuleRun();
  ModuleRun(const ModuleRun&) = delete;
  ModuleRun& operator=(const ModuleRun&) = delete;

  // Statements that end before this run.
  std::uint32_t until() const { return until_; }
  // Somebody may look at the name now: who launches the kernel, or who imports the file.
  void Note(bool is_launch);
  // Follows a statement that may launch the kernel or keep it for others to launch; they may look at any time from then on.
  template <typename Follow>
  void Watch(bool mentions_kernel, Follow follow);
  // The value, where all who looked at it saw the same.
  std::optional<Object> Finish();

 private:
  bool Find(std::optional<Object>* value) const;

  Evaluator* evaluator_;
  const Scope* owner_;
  std::string_view name_;
  std::uint32_t until_;
  // The kernel may be launched by what nobody follows.
  bool is_kept_ = false;
  // What those saw who import the file, and those who may have launched the kernel.
  std::vector<std::optional<Object>> notes_;
  std::vector<std::optional<Object>> launch_notes_;
  // What was found out before, and holds afterwards.
  std::unordered_map<const Binding*, std::optional<Object>> values_;
  std::unordered_map<const Binding*, std::optional<Object>> names_;
};

// const_names.cpp: whether a loop may give a name another binding in each turn.
bool IsInLoop(const Binding& binding);

// const_module.cpp
void ForEachName(const ast::Node* node, const std::function<void(const ast::Name&)>& visit);

// What `cuda.get_current_device()` gives, as a path.
inline constexpr std::string_view kCurrentDevice = "cuda.<device>";
// The function among `values` where all others are None: what kernels can call of `f if HAVE_GPU else None`.
std::optional<Object> FunctionBesideNone(const std::vector<std::optional<Object>>& values);
// What makes kernels, or is one, among `values` where all others are functions and None: `cuda.jit(f) if HAVE_GPU else f`.
std::optional<Object> KernelBesideFunctions(const std::vector<std::optional<Object>>& values);
// What a call of `callee` tells of the device, where that is the same for all of them.
std::optional<Object> AskedOfDevice(const Object& callee);

}  // namespace kernelc::sema
