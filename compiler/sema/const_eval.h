// Evaluates expressions whose value is known while compiling: module constants, closures, types, decorators.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/diag/emitter.h"
#include "compiler/sema/index.h"
#include "compiler/sema/record_types.h"

namespace kernelc::sema {

// Answers for a name that is local to a function: true when it is local, with `*object` set when its value is known.
using LocalLookup = std::function<bool(const ast::Name&, std::optional<Object>* object)>;

class Evaluator {
 public:
  explicit Evaluator(const FileIndexImpl& index) : index_(&index) {}

  // The value of `expr` as seen from `scope`, null where it is none that is known now.
  std::optional<Object> Eval(const ast::Expr* expr, const Scope* scope,
                             const LocalLookup* locals = nullptr);

  // The value of a name that is not local.
  std::optional<Object> EvalName(std::string_view name, const Scope* scope);

  // The type that an annotation or dtype argument names: a type, a dtype string or Python's int, float, bool, complex.
  static std::optional<abi::ArgType> AsType(const Object& object);

  // Applies a call of a decorator ("cuda.jit(...)") to `options`. Reports what cannot be read when `emitter` is given.
  // `*function` becomes the function that was passed, if any.
  void ReadDecoratorCall(const ast::Call& call, const Scope* scope, DecoratorOptions* options,
                         const FunctionInfo** function, diag::Emitter* emitter);

 private:
  struct Context {
    const Scope* scope;
    const LocalLookup* locals;
  };

  std::optional<Object> EvalIn(const ast::Expr* expr, const Context& context);
  std::optional<Object> EvalConstant(const ast::Constant& constant);
  std::optional<Object> EvalAttribute(const ast::Attribute& attribute, const Context& context);
  std::optional<Object> EvalUnary(const ast::UnaryOp& unary, const Context& context);
  std::optional<Object> EvalTuple(const ast::Tuple& tuple, const Context& context);
  std::optional<Object> EvalBinary(const ast::BinOp& binary, const Context& context);
  std::optional<Object> EvalBoolean(const ast::BoolOp& boolean, const Context& context);
  std::optional<Object> EvalCompare(const ast::Compare& compare, const Context& context);
  std::optional<Object> EvalSubscript(const ast::Subscript& subscript, const Context& context);
  std::optional<Object> EvalCall(const ast::Call& call, const Context& context);
  std::optional<Object> EvalTypeCall(const Object& type, const std::vector<Object>& arguments);
  std::optional<Object> EvalExternalCall(const Object& callee, const std::vector<Object>& arguments);
  // const_records.cpp: record types
  static bool IsRecordMaker(std::string_view path);
  std::optional<Object> EvalRecordCall(const ast::Call& call, std::string_view path,
                                       const Scope* scope);
  const ast::Expr* Definition(const ast::Expr* expr, const Scope** scope) const;
  std::optional<FieldType> EvalFieldType(const ast::Expr* expr, const Scope* scope);
  std::optional<FieldType> EvalNestedArray(const ast::Call& call, const Scope* scope);
  bool AddExtents(const ast::Expr* expr, const Scope* scope, FieldType* type);
  std::optional<abi::ArgType> EvalFields(ast::NodeList<ast::Expr> elements, const Scope* scope,
                                         bool align);
  std::optional<abi::ArgType> EvalFieldDict(const ast::Dict& dict, const Scope* scope,
                                            bool align);
  std::optional<Object> EvalBinding(const Binding& binding, const Scope* scope);
  void ReadSignatures(const ast::Expr* expr, const Object& object, DecoratorOptions* options,
                      diag::Emitter* emitter);
  void ReadOption(const ast::Keyword& keyword, const Scope* scope, DecoratorOptions* options,
                  diag::Emitter* emitter);

  const FileIndexImpl* index_;
  std::unordered_map<const Binding*, std::optional<Object>> values_;
  unsigned depth_ = 0;
};

// Whether the object is true; null where that is not known.
std::optional<bool> ObjectTruth(const Object& object);

}  // namespace kernelc::sema
