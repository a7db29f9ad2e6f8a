// Variables: what their versions hold, the slots they live in, and what happens where control flow
// meets.
#pragma once

#include <optional>
#include <string_view>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

std::optional<types::NumericType> UnifyTypes(FunctionContext& fn, types::NumericType left,
                                             types::NumericType right);
bool Unify(FunctionContext& fn, const VersionState& left, const VersionState& right,
           VersionState* result);
SourceRange DefinitionOf(const FunctionContext& fn, VersionId version, unsigned depth = 0);
void ReportConflict(FunctionContext& fn, VersionId phi, const VersionState& left,
                    const VersionState& right, VersionId left_version, VersionId right_version);
void Define(FunctionContext& fn, VersionId version, const Value& value);
void DefineName(FunctionContext& fn, const ast::Name& name, const Value& value);
Value ReadVersion(FunctionContext& fn, const scopes::Use& use, const ast::Name& name);
Value ReadVersion(FunctionContext& fn, const scopes::Use& use, std::string_view name,
                  SourceRange range);

// Moves what the phis of an edge's join need into their slots.
void EmitEdge(FunctionContext& fn, const scopes::Edge& edge);
bool EdgeNeedsCopies(FunctionContext& fn, const scopes::Edge& edge);

}  // namespace kernelc::sema
