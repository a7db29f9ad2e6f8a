#include "compiler/sema/emit_report.h"

#include "compiler/advice/report.h"
#include "compiler/constants/const_eval.h"

namespace kernelc::sema {

Value Unsupported(FunctionContext& fn, const ast::Node& node) {
  fn.has_error = true;
  advice::ReportUnsupported(node, fn.emitter);
  return Value();
}

Value ReportUnknownName(FunctionContext& fn, const ast::Name& name) {
  fn.has_error = true;
  advice::ReportName(name, fn.function.scope, fn.renaming.variables,
             fn.evaluator().WhyUnknown(name.id, fn.function.scope), fn.emitter);
  return Value();
}

Value ReportExternal(FunctionContext& fn, const Object& object, SourceRange range, bool called) {
  fn.has_error = true;
  advice::ReportPath(object.text, SpellingAt(fn, range), range, called, fn.function.scope, fn.emitter);
  return Value();
}

std::string_view SpellingAt(const FunctionContext& fn, SourceRange range) {
  return fn.function.file->sources().text(range);
}

std::optional<Object> EvalConstant(FunctionContext& fn, const ast::Expr* expr) {
  const constants::LocalLookup locals = [&fn](const ast::Name& name, std::optional<Object>*) {
    return fn.renaming.uses.contains(static_cast<const ast::Node&>(name).id);
  };
  return fn.evaluator().Eval(expr, fn.function.scope, &locals);
}

}  // namespace kernelc::sema
