// Variables: what their versions hold, the slots they live in, and what happens where control flow
// meets.
#pragma once

#include <optional>
#include <string_view>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// The type of a variable that has either type; null where there is none.
std::optional<types::NumericType> UnifyTypes(FunctionContext& fn, types::NumericType left,
                                             types::NumericType right);

// The state of a phi whose operands have these states; false where their types do not unify.
bool Unify(FunctionContext& fn, const VersionState& left, const VersionState& right,
           VersionState* result);

// Where the version, or the first operand of a phi that has one, is assigned.
SourceRange DefinitionOf(const FunctionContext& fn, VersionId version, unsigned depth = 0);
void ReportConflict(FunctionContext& fn, VersionId phi, const VersionState& left,
                    const VersionState& right, VersionId left_version, VersionId right_version);

// Makes `value` the value of a version, in its slot where it has one.
void Define(FunctionContext& fn, VersionId version, const Value& value);

// The same for the version that a Name node assigns.
void DefineName(FunctionContext& fn, const ast::Name& name, const Value& value);
Value ReadVersion(FunctionContext& fn, const scopes::Use& use, const ast::Name& name);
Value ReadVersion(FunctionContext& fn, const scopes::Use& use, std::string_view name,
                  SourceRange range);

// Moves what the phis of an edge's join need into their slots.
void EmitEdge(FunctionContext& fn, const scopes::Edge& edge);

// Whether EmitEdge would emit anything.
bool EdgeNeedsCopies(FunctionContext& fn, const scopes::Edge& edge);

}  // namespace kernelc::sema
