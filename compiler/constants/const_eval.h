// Evaluates expressions whose value is known while compiling: module constants, closures, types,
// decorators.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/constants/const_objects.h"
#include "compiler/constants/decorator_options.h"
#include "compiler/constants/files.h"
#include "compiler/constants/host_names.h"
#include "compiler/diag/emitter.h"
#include "compiler/host/outcome.h"
#include "compiler/types/signature.h"
#include "compiler/types/written_types.h"

namespace kernelc::constants {

// Answers for a name that is local to a function: true when it is local, with `*object` set when
// its value is known.
using LocalLookup = std::function<bool(const ast::Name&, std::optional<Object>* object)>;
// What somebody else knows of an expression, null for most.
using ExprLookup = std::function<std::optional<Object>(const ast::Expr*)>;

class Evaluator {
 public:
  // Functions and scopes that all calls together make.
  static constexpr std::size_t kMaxCopies = 20000;
  // Expressions and statements evaluated for one value.
  static constexpr std::size_t kMaxSteps = 4000000;
  // `arena` takes the functions that calls of factories make, and outlives what uses their values.
  Evaluator(const FileIndexImpl& index, CodeArena& arena) : index_(&index), arena_(&arena) {}

  // The value of `expr` as seen from `scope`, null where it is none that is known now.
  std::optional<Object> Eval(const ast::Expr* expr, const Scope* scope,
                             const LocalLookup* locals = nullptr,
                             const ExprLookup* expressions = nullptr);

  // host_values.cpp: the value of an expression all of whose operands are `parts`.
  std::optional<Object> EvalWith(const ast::Expr* expr,
                                 const std::map<const ast::Expr*, Object>& parts);

  // The value of a name that is not local.
  std::optional<Object> EvalName(std::string_view name, const Scope* scope);

  // host_names.cpp: why a name, or an attribute of a module or class, is not known to the run; null
  // where it has a value, and where nobody was asked.
  std::optional<Lost> WhyUnknown(std::string_view name, const Scope* scope);
  std::optional<Lost> WhyMemberUnknown(const Object& base, std::string_view name);

  // host_names.cpp: what a name of the file is when the file has run as a program. `kernels_alone`:
  // where kernels may be in it.
  std::optional<Object> EvalAtEnd(std::string_view name, bool kernels_alone = false);

  // const_names.cpp: what a dot gives, null where there is no such thing.
  std::optional<Object> Member(const Object& base, std::string_view name);
  // The type that an annotation or dtype argument names: a type, a dtype string or Python's int,
  // float, bool, complex.
  static std::optional<abi::ArgType> AsType(const Object& object);

  // decorators.cpp: what the decorators of a function make of it. Reports what cannot be read when
  // `emitter` is given.
  void ReadDecorators(FunctionInfo& function, diag::Emitter* emitter);

  // const_factory.cpp: the function that a FunctionDef or Lambda defines in `scope`; null when
  // there is none.
  const FunctionInfo* FunctionAt(const ast::Node* node, const Scope* scope) const;

  // The kernel, or function for others, that is compiled with all that it calls: outer names have
  // the values that the program has given them when it launches it first; see host_names.h. Null:
  // those that the text of the file says.
  void set_kernel(const FunctionInfo* kernel) {
    kernel_ = kernel;
    host_run_ = nullptr;
    frame_scopes_.clear();
    by_host_.clear();
    host_objects_.clear();
  }

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
    const ExprLookup* expressions = nullptr;
  };
  // An argument of a call.
  struct Keyword {
    std::string_view name;
    Object value;
  };
  struct Arguments {
    std::vector<Object> positional;
    std::vector<Keyword> keywords;
    // Parameter number `index`, called `name`; null when it is absent.
    const Object* Find(std::size_t index, std::string_view name) const;
  };

  // const_eval.cpp: expressions
  std::optional<Object> EvalIn(const ast::Expr* expr, const Context& context);
  std::optional<Object> EvalNode(const ast::Expr* expr, const Context& context);
  std::optional<Object> EvalConstant(const ast::Constant& constant);
  std::optional<Object> EvalChoice(const ast::IfExp& choice, const Context& context);
  std::optional<Object> EvalBase(const ast::Attribute& attribute, const Context& context);
  std::optional<Object> EvalAttribute(const ast::Attribute& attribute, const Context& context);
  std::optional<Object> EvalSequence(const ast::Expr* expr, ast::NodeList<ast::Expr> items,
                                     bool is_list, const Context& context);
  std::optional<Object> EvalIdentity(const ast::Compare& compare, const Context& context);

  // const_sequence.cpp: subscripts
  std::optional<Object> EvalSubscript(const ast::Subscript& subscript, const Context& context);

  // host_names.cpp: what the program, run until the kernel is launched, has for names
  bool AsksHost(const Scope* scope) const;
  bool IsFixed(const ast::Node* node, const Scope& scope);
  const FileIndexImpl* FileAt(const ast::Node& node) const;
  const Scope* OwnScope(const ast::Node& node) const;
  const Scope* ScopeOfFrame(std::int64_t id);
  // The constant as sema has it; null for what kernels cannot read. Containers are kept.
  std::optional<Object> HostObject(const host::ConstantRef& constant);
  std::optional<Object> MakeHostObject(const host::ConstantRef& constant);
  std::optional<std::vector<Object>> HostElements(const host::Constant& constant);
  std::optional<Object> HostFunction(const host::Constant& constant);
  void ReadAppliedCall(const host::Constant& constant, FunctionInfo& function);
  const FunctionInfo* AppliedInRun(const FunctionInfo& function, const host::Constant& constant);
  std::optional<Object> HostClass(const host::Constant& constant);
  std::optional<Object> HostInstance(const host::Constant& constant);
  std::optional<Object> HostEnumMember(const host::Constant& constant);
  // host_values.cpp: the value of an expression, by the interpreter of the host program
  struct HostOperands;
  // An argument of a decorator.
  std::optional<Object> EvalArgument(const ast::Expr* expr, const Context& context);
  host::ConstantRef FoundOutside(std::string_view name, const Context& context);
  bool BindFunction(const FunctionInfo& function, HostOperands* operands);
  bool BindName(const ast::Name& name, const Context& context, HostOperands* operands);
  bool BindOperands(const ast::Node* node, const Context& context, HostOperands* operands);
  bool BindEnumMember(const ast::Node* node, const Context& context, HostOperands* operands);
  host::Outcome::Names ChangedLibrary();
  std::optional<Object> EvalByHost(const ast::Expr* expr, const Context& context);
  // The run for the kernel; to the end of the program before there is one.
  const host::Outcome& Run();
  const host::Found* FoundIn(const Scope& owner, std::string_view name);
  const host::Found* ChangedInLibrary(std::string_view module, std::string_view name);
  std::optional<Object> ObjectOf(const host::Found& found);

  // const_names.cpp: names, imports, attributes
  // Of tuples, also of those with fields and of objects of data classes.
  std::optional<Object> TupleMember(const Object& base, std::string_view name);
  std::optional<Object> NameInText(std::string_view name, const Context& context);
  std::optional<Object> NameAt(std::string_view name, const Context& context);
  std::optional<Object> MeantByImport(std::string_view name, const Scope* scope,
                                      const std::optional<Object>& known);
  bool IsOfLibraries(std::string_view name, const Scope& scope) const;
  std::optional<Object> NameOfLibraries(std::string_view name, const Scope& scope) const;
  std::optional<Object> Definition(const Binding& binding, const Scope* scope);
  std::optional<Object> EvalDefinition(const Binding& binding, const Scope* scope);
  std::optional<Object> ModuleMember(const ImportedModule& module, std::string_view name);
  const Scope* NamesOf(const ImportedModule& module);
  Object UseModule(const ImportedModule* module);
  // const_class.cpp: classes of the program and their objects
  std::vector<abi::ArgType> FieldTypes(const Scope& cls, const std::vector<std::string>& fields);
  std::optional<Object> ClassMember(const Scope& cls, std::string_view name);
  std::optional<Object> InstanceMember(const Object& given, std::string_view name);
  std::optional<Object> UnboundMember(const Scope& cls, std::string_view name);
  static bool IsClassMethod(const FunctionInfo& function);
  // const_calls.cpp: calls
  std::optional<Object> EvalCall(const ast::Call& call, const Context& context);
  std::optional<Arguments> EvalArguments(const ast::Call& call, const Context& context);
  std::optional<Object> EvalExternalCall(const Object& callee, const Arguments& arguments);

  // host_names.cpp: whether the host gives a constant for an outer name seen from `scope`
  bool IsGiven(std::string_view name, const Scope* scope, std::optional<Object>* object);

  // const_paths.cpp: `cuda.CUSource("...")` as the text that stands for it among the files to link
  // with
  std::optional<Object> EvalLinkable(std::string_view path, const Arguments& arguments);

  // const_factory.cpp: copies of scopes and functions for calls
  Scope& CopyScope(const Scope& scope, const Scope* parent);
  Binding CopyBinding(const Binding& binding, const Scope& scope);
  const FunctionInfo* CopyFunction(const FunctionInfo& function, const Scope& outer);
  const FunctionInfo* FindLambda(const ast::Lambda& lambda, const Scope* scope) const;

  // decorators.cpp
  types::TypeNames TypeNamesOf(const FileIndexImpl& index);
  // extern_functions.cpp
  std::optional<Object> DeclaredDevice(const Arguments& arguments, SourceRange range);
  // A call of the run that describes code outside of the program.
  std::optional<Object> HostDescription(const host::Constant& call);
  bool IsSaidByText(const ast::Expr* decorator, const Scope& scope);
  DecoratorCall CallInText(std::string_view path, const ast::Call* call, const Context& context);
  std::optional<DecoratorCall> CallOfRun(const host::Constant& call,
                                         ast::NodeList<ast::Expr> decorators);
  std::optional<DecoratorCall> AppliedByRun(const FunctionInfo& function);
  void ReadDecorator(const ast::Expr* decorator, FunctionInfo& function, diag::Emitter* emitter);
  FunctionInfo& Applied(const FunctionInfo& function, DecoratorOptions options);
  // decorator_options.cpp
  void ReadSignatureText(const DecoratorArgument& argument, std::string_view written,
                         DecoratorOptions* options, diag::Emitter* emitter);
  void ReadSignatureList(const DecoratorArgument& argument, DecoratorOptions* options,
                         diag::Emitter* emitter);
  void ReadSignature(const DecoratorArgument& argument, DecoratorOptions* options,
                     diag::Emitter* emitter);
  void ReadSignatureArgument(const DecoratorArgument& argument, const Context& context, bool is_run,
                             DecoratorOptions* options, diag::Emitter* emitter);
  void ReadOption(const DecoratorArgument& argument, const Context& context, bool is_run,
                  DecoratorOptions* options, diag::Emitter* emitter);
  DecoratorOptions OptionsOf(const DecoratorCall& call, const Context& context,
                             diag::Emitter* emitter);

  const FileIndexImpl* index_;
  CodeArena* arena_;
  // By definition.
  std::unordered_map<const Binding*, std::optional<Object>> values_;
  std::map<const GivenConstant*, std::optional<Object>> given_;
  const FunctionInfo* kernel_ = nullptr;
  std::shared_ptr<const HostRun> host_run_;
  std::map<std::pair<const ast::Expr*, const Scope*>, std::optional<Object>> by_host_;
  // Containers of the run.
  std::unordered_map<host::ConstantRef, std::optional<Object>> host_objects_;
  // What decorators have made of functions elsewhere than where they are defined: by function, call
  // and number.
  std::map<std::tuple<const FunctionInfo*, host::ConstantRef, int>, const FunctionInfo*> applied_;
  // By host::FrameId.
  std::unordered_map<std::int64_t, const Scope*> frame_scopes_;
  // Names whose values the text is asked for: inside of them, the text says everything.
  unsigned asked_ = 0;
  std::set<const ImportedModule*> used_modules_;
  // Constants that are defined by constants, and names that files hand on; deeper ones count as
  // unknown.
  static constexpr unsigned kMaxDepth = 400;
  unsigned depth_ = 0;
  // Expressions evaluated so far inside the outermost one in progress.
  std::size_t steps_ = 0;
};

// What names stand for in `scope`. Both outlive the result.
types::TypeNames NamesIn(Evaluator& evaluator, const Scope* scope);

// The type that the annotation of a parameter of `function` names: a type, a class of named tuples
// or a dtype of the file, a tuple of these, and whatever else signatures on the command line can
// say of the names that are seen there. Null, with `*reason` set, for others, which say nothing to
// kernels.
std::optional<abi::ArgType> AnnotatedType(const ast::Expr& annotation, const FunctionInfo& function,
                                          Evaluator& evaluator, std::string* reason);

}  // namespace kernelc::constants
