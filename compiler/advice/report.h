// Diagnostics about names that both checks, with and without types, report.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/advice/files.h"
#include "compiler/diag/emitter.h"

namespace kernelc::advice {

// The way out for stores to arrays that cannot be written to.
inline constexpr std::string_view kReadonlyHelp =
    "pass a writable array as an argument; arrays of the file are constants, also those of "
    "`cuda.to_device`";

// A name, or `Class.attribute`, whose value is not known: where it is bound, and why it is lost.
void ReportNotConstant(std::string_view name, SourceRange range, const Binding& binding,
                       const std::optional<Lost>& lost, diag::Emitter& emitter);

// An attribute that a class has, but whose value is not known; false where the class has none by that name.
bool ReportMember(const Object& base, const ast::Attribute& node, const std::optional<Lost>& lost,
                  diag::Emitter& emitter);

// Reports a name that has no value in kernels: undefined, or bound to something that is no constant.
void ReportName(const ast::Name& name, const Scope* scope,
                std::span<const std::string_view> locals, const std::optional<Lost>& lost,
                diag::Emitter& emitter);

// Reports a path of the outside world that kernels do not have; `spelling` is how the program writes it.
void ReportPath(std::string_view path, std::string_view spelling, SourceRange range, bool called,
                const Scope* scope, diag::Emitter& emitter);

// Reports a parameter that collects arguments, or that none is given to by position; false where there is none.
bool ReportKernelParameter(const ast::Arguments& parameters, diag::Emitter& emitter);

// Keeps the first of the reports that one name of a function is unknown, and says how many there were.
void MergeUnknownNames(std::vector<diag::Diagnostic>* diagnostics);

// Whether kernels can call what a name stands for.
bool IsCallable(const Object& object);

// Warns of an expression or a call, which the program writes as `text`, whose value is not used.
void ReportDropped(SourceRange range, std::string_view text, std::string help, diag::Emitter& emitter);

// Warns of an expression that stands as a statement and does nothing; `is_function`: it names a function. Calls are left
// to the check that knows types.
void ReportUnused(const ast::Expr& expr, std::string_view text, bool is_function,
                  diag::Emitter& emitter);

// Reports an argument of `print` that formats text; false where it does not.
bool ReportFormatted(const ast::Expr& argument, diag::Emitter& emitter);

// Warns of statements that are not what they look like: `assert (condition, text)`, `x =+ 1`.
void ReportSlips(const ast::Stmt& stmt, const SourceManager& sources, diag::Emitter& emitter);

// The last place of a body that control may come to, where it ends; none where every way out is a `return` or `raise`.
SourceRange OpenEnd(ast::NodeList<ast::Stmt> body);

// Reports a construct that kernels do not have.
void ReportUnsupported(const ast::Node& node, diag::Emitter& emitter);

}  // namespace kernelc::advice
