// Types one function and emits its KIR, in one walk that is repeated until the types of phi versions are stable.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/kir/builder.h"
#include "compiler/sema/emit_types.h"
#include "compiler/sema/library.h"
#include "compiler/sema/operators.h"
#include "compiler/sema/program.h"
#include "compiler/sema/reductions.h"
#include "compiler/sema/rename.h"
#include "compiler/sema/specials.h"
#include "compiler/sema/type_classes.h"
#include "compiler/sema/ufuncs.h"
#include "compiler/sema/unroll.h"
#include "runtime/abi/device_error.h"

namespace kernelc::sema {

struct HalfFunction;

class FunctionEmitter {
 public:
  FunctionEmitter(Program& program, Instance& instance);

  // Compiles the instance: fills its KIR function, result type and diagnostics.
  void Run();

 private:
  // function_emitter.cpp: passes
  void RenameFunction();
  void ResetPass();
  void EmitFunctionBody();
  bool FinishPass();
  bool FinishResult();
  bool CheckPhis();
  const ParamBinding* BindingOf(const ast::Arg* arg) const;
  const Object* BoundObject(const ast::Arg* arg) const;
  std::optional<Object> KnownFromTypes(const ast::Expr* expr, const ParameterLookup& lookup) const;
  std::optional<bool> KnownIsNone(const ast::Expr* test, const ParameterLookup& lookup);
  std::optional<bool> KnownCondition(const ast::Expr* test, const ParameterLookup& lookup);
  void DefineParameters();
  Value ParameterValue(const ParamBinding& binding, std::string_view name, SourceRange range);
  void ReportUnstable();
  // Those of the file that defines the function.
  Evaluator& evaluator() { return program_->evaluator(); }
  bool is_library() const { return function_->file->is_library(); }
  types::PromotionRules rules() const { return is_library() ? types::PromotionRules::Weak : program_->rules(); }

  // versions.cpp: variables
  VersionState PhiState(VersionId phi);
  VersionState StateOf(VersionId version);
  bool Unify(const VersionState& left, const VersionState& right, VersionState* result);
  std::optional<types::NumericType> UnifyTypes(types::NumericType left, types::NumericType right);
  SourceRange DefinitionOf(VersionId version, unsigned depth = 0) const;
  void ReportConflict(VersionId phi, const VersionState& left, const VersionState& right, VersionId left_version,
                      VersionId right_version);
  void Define(VersionId version, const Value& value);
  void DefineName(const ast::Name& name, const Value& value);
  void NameValue(kir::InstId value, std::uint32_t variable);
  Value ReadVersion(const Use& use, const ast::Name& name);
  Value ReadVersion(const Use& use, std::string_view name, SourceRange range);
  // The zero that a variable reads as on ways that never assign it, of the type that it has where the text before
  // `range` does assign it (in a branch that returns, say). None when nothing there does: a mistake, for Numba as well.
  std::optional<Value> UndefinedAsZero(std::string_view name, SourceRange range);
  kir::InstId SlotOf(std::uint32_t variable, TypeId type);
  // Moves what the phis of an edge's join need into their slots.
  void EmitEdge(const Edge& edge);
  bool EdgeNeedsCopies(const Edge& edge);

  // emit_value.cpp: making and converting values
  Value MakeNumber(const Number& number);
  Value MakeTyped(const Number& number, TypeId type);
  Value FromObject(const Object& object);
  Value IntConstant(std::int64_t value) { return MakeTyped(Number::Int(value), types::kInt64); }
  kir::InstId Materialize(const Value& value);
  kir::InstId MaterializeNumber(const Number& number, TypeId type);
  // `value` as a `type`, which it must be convertible to.
  kir::InstId ConvertTo(const Value& value, TypeId type);
  kir::InstId ConvertArray(kir::InstId array, TypeId type);
  bool IsConvertible(const Value& value, TypeId type);
  // The type of a value that can live in a slot; none for objects.
  TypeId RuntimeType(const Value& value);
  // The elements of a tuple and of bytes that are known; null for all else.
  std::optional<std::vector<Value>> AsTuple(const Value& value);
  std::vector<Value> TupleParts(const Value& value);
  // A tuple of these; poison, with a diagnostic at `range`, when it has too many parts to be followed.
  Value NewTuple(std::vector<Value> elements, SourceRange range);
  Value AsRuntime(const Value& value);
  const types::Type& type_of(const Value& value) { return program_->types().get(value.type); }
  bool IsArray(const Value& value);
  std::string Describe(const Value& value);
  std::string Spell(TypeId type) { return types::Spell(program_->types(), type); }
  bool IsInteger(const Value& value) const { return value.is_scalar() && types::IsInteger(value.type); }
  std::optional<std::int64_t> ConstantInt(const Value& value) const;

  // emit_stmt.cpp: true when control falls through
  bool EmitBody(ast::NodeList<ast::Stmt> body);
  bool EmitStatement(const ast::Stmt* stmt);
#define AST_EXPR(Name, fields)
#define AST_STMT(Name, fields) bool EmitNode(const ast::Name& node);
#define AST_PATTERN(Name, fields)
#define AST_NODE(Name, fields)
#include "compiler/ast/nodes.def"
  void Assign(const ast::Expr* target, const Value& value, SourceRange value_range);
  void AssignElements(ast::NodeList<ast::Expr> targets, const Value& value, const ast::Expr* target,
                      SourceRange value_range);
  std::vector<Value> UnpackedFrom(const Sequence& sequence, std::size_t names);
  void EmitReturn(const Value& value, SourceRange range);
  void CheckGlobalWrite(const ast::Name& name);
  // unused_result.cpp
  void CheckUnused(const ast::Expr& expr, const Value& value);
  bool IsPureCall(const ast::Call& call, const Value& value);
  // slips.cpp
  void CheckLanes(const ast::Call& call, const Arguments& arguments);
  bool CheckRange(const Arguments& arguments);
  void CheckLostArrays();
  void CheckTupleOrder(ast::CompareOperator op, std::size_t parts, SourceRange range, SourceRange left, SourceRange right);
  void CheckMissingReturn(const Value& optional, SourceRange range);
  void ReportUnknownType();
  void NotePending(SourceRange range);

  // emit_loop.cpp
  std::optional<RangeParts> EmitRangeArguments(const ast::Call& call);
  bool EmitRangeLoop(const ast::For& loop, const ast::Call& call);
  bool EmitSequenceLoop(const ast::For& loop);
  bool EmitCountedLoop(const ast::For& loop, const Value& start, const Value& stop, const Value& step, TypeId type,
                       const std::function<void(const Value&)>& bind);
  bool EmitTakenLoop(const ast::For& loop, const Sequence& sequence);
  bool FinishLoop(const Flow& flow, ast::NodeList<ast::Stmt> orelse);
  std::optional<Sequence> MakeSequence(const ast::Expr* iter);
  std::optional<Sequence> EnumerateSequence(const ast::Call& call);
  std::optional<Sequence> SequenceOf(const Value& value, SourceRange range);
  std::optional<RangeParts> MakeRangeParts(const ast::Call& call, const Arguments& arguments);
  Sequence CountedSequence(const RangeParts& parts);

  // emit_range.cpp: ranges, slices and iterators as values
  bool HasBounds(const Value& value, std::string_view name);
  bool IsRange(const Value& value);
  bool IsSlice(const Value& value);
  Sequence SequenceOfRange(const Value& range);
  bool IsIterator(const Value& value);
  Value MakeIterator(const Argument& argument, std::string_view name);
  std::optional<Sequence> SequenceOfIterator(const Value& value, SourceRange range);
  Sequence Zipped(std::vector<Sequence> parts);
  Value RangeContains(bool negated, const Value& number, const Value& range);

  // emit_unroll.cpp, emit_introspect.cpp
  ast::NodeList<ast::Stmt> Body() const;
  bool AsksTypes(const ast::Expr* test) const;
  std::optional<bool> LearnCondition(const ast::Expr* test, const Value& condition);
  void ApplyLearned();
  std::string LoopFunction(const ast::Expr* iter);
  bool IsLiteralUnroll(const ast::Expr* iter);
  std::optional<UnrollSource> PlanUnroll(const ast::Expr* iter);
  std::optional<UnrollSource> PlanUnrollOf(const ast::Call& call, std::string_view function);
  bool RequestUnroll(const ast::For& loop);
  bool RequestUnrollFor(const ast::Expr* index);
  void ReportMixed(const Value& tuple, SourceRange range);
  std::optional<types::NumericType> CommonType(const std::vector<Value>& elements);
  bool IsOfCategory(const Value& value, TypeCategory category);
  std::optional<bool> IsOfType(const Value& value, const Object& type);
  std::optional<bool> IsInstanceOf(const Value& value, const ast::Expr* classes);
  Value TryAttribute(const Value& base, const ast::Attribute& attribute, kir::RegionId region);
  std::optional<ast::Attribute> NamedAttribute(const ast::Call& call, const Arguments& arguments);

  // emit_expr.cpp
  Value EmitAttributeOf(const Value& base, const ast::Attribute& node);
  // The value; where it is optional, code that ends the thread when there is none.
  Value Emit(const ast::Expr* expr);
  // The same, but an optional value stays one: where None is as good as a value.
  Value EmitMaybeNone(const ast::Expr* expr);
  // What stands after `in`: a list or set written there is a tuple, as for CPython's compiler.
  Value EmitMembers(const ast::Expr* expr);
  Value EmitElements(ast::NodeList<ast::Expr> written, SourceRange range);
#define AST_EXPR(Name, fields) Value EmitNode(const ast::Name& node);
#define AST_STMT(Name, fields)
#define AST_PATTERN(Name, fields)
#define AST_NODE(Name, fields)
#include "compiler/ast/nodes.def"
  Value EmitTruth(const ast::Expr* expr);
  Value Truth(const Value& value, SourceRange range);
  // `left and right()` or `left or right()` as a bool.
  Value EmitLazy(bool is_and, const Value& left, const ast::Expr* operand, const EmitFunction& right);
  bool IsDecidedByTypes(bool is_and, ast::NodeList<ast::Expr> operands, const Value& first);
  Value EmitTruthOperands(bool is_and, ast::NodeList<ast::Expr> operands);
  Value EmitBoolOperands(bool is_and, ast::NodeList<ast::Expr> operands);
  Value EmitCompareChain(const ast::Compare& compare, std::size_t index, const Value& left);
  // A value chosen by a condition; both sides have been emitted into their regions.
  Value Choose(const Value& condition, kir::RegionId then_region, const Value& then_value,
               kir::RegionId else_region, const Value& else_value, SourceRange then_range,
               SourceRange else_range);
  Value KnownSide(const Value& value);
  bool IsCheap(kir::RegionId region) const;
  void Splice(kir::RegionId region);
  Value EmitExternal(const Object& object, SourceRange range);
  Value Unsupported(const ast::Node& node);
  // The value of an expression without local names, where it is known.
  std::optional<Object> EvalConstant(const ast::Expr* expr);

  // emit_operator.cpp
  Value EmitBinary(ast::BinaryOperator op, const Value& left, const Value& right,
                   SourceRange range, SourceRange left_range, SourceRange right_range);
  Value EmitArithmetic(ast::BinaryOperator op, const Value& left, const Value& right, SourceRange range);
  std::optional<Value> EmitTupleBinary(ast::BinaryOperator op, const Value& left, const Value& right, SourceRange range);
  // An expression of literals alone has Python's value, with integers of any size on the way; null where it is none.
  std::optional<Value> EmitLiterals(const ast::BinOp& node);
  Value ReportLargeInteger(SourceRange range);
  Value EmitPower(const Value& base, const Value& exponent, types::NumericType result, SourceRange range);
  Value UnrollPower(const Value& base, std::int64_t exponent, types::NumericType result);
  Value EmitUnary(ast::UnaryOperator op, const Value& operand, SourceRange range);
  Value EmitComparison(ast::CompareOperator op, const Value& left, const Value& right,
                       SourceRange range, SourceRange left_range, SourceRange right_range);
  Value EmitIdentity(bool negated, const Value& left, const Value& right, SourceRange range);
  Value EmitContains(bool negated, const Value& left, const Value& right, SourceRange range,
                     SourceRange left_range, SourceRange right_range);
  Value EmitTupleComparison(ast::CompareOperator op, const Value& left, const Value& right,
                            SourceRange range, SourceRange left_range, SourceRange right_range);
  std::pair<types::NumericType, types::NumericType> Operands(const Value& left, const Value& right) const;
  Value IntAdd(const Value& left, const Value& right);
  Value IntSub(const Value& left, const Value& right);
  Value IntMul(const Value& left, const Value& right);
  Value IntMin(const Value& left, const Value& right);
  Value IntMax(const Value& left, const Value& right);
  Value IntSelectNegative(const Value& tested, const Value& if_negative, const Value& otherwise);
  void NoteCreep(TypeId result, const Value& left, const Value& right, std::string_view what, SourceRange range);

  // emit_optional.cpp
  bool IsOptional(const Value& value);
  // Of an optional value: whether it is there, a bool; and the value itself, zero where it is not.
  kir::InstId HasValue(const Value& optional);
  Value ValueInside(const Value& optional);
  Value Unwrap(const Value& value, SourceRange range);
  // RuntimeType, with kNone for None.
  TypeId TypeOrNone(const Value& value);
  std::optional<types::NumericType> UnifyOptional(types::NumericType left, types::NumericType right);
  // None, a value or an optional value as the optional type `type`.
  kir::InstId MakeOptional(const Value& value, TypeId type);
  Value CompareOptional(ast::CompareOperator op, const Value& left, const Value& right,
                        SourceRange range, SourceRange left_range, SourceRange right_range);
  Value OptionalTruth(const Value& optional, SourceRange range);

  // emit_subscript.cpp
  std::optional<std::vector<IndexItem>> EmitIndex(const ast::Expr* slice);
  std::optional<IndexItem> EmitSliceItem(const ast::Slice& slice);
  IndexItem SliceItem(const Value& slice, SourceRange range);
  bool AddIndexValue(const Value& value, SourceRange range, std::vector<IndexItem>* items);
  Place EmitPlace(const Value& array, const std::vector<IndexItem>& items, SourceRange range);
  Place EmitSubscriptPlace(const ast::Subscript& subscript);
  Value EmitView(const Value& array, const std::vector<IndexItem>& items);
  ViewDimension EmitSlice(const Value& array, unsigned dim, const IndexItem& item, Value* start);
  // emit_store.cpp
  ViewOrigin OriginOf(const Value& array);
  std::optional<StoreOrder> DirectOrder(const Value& view, const Value& source, bool* may_repeat);
  Value Stretched(const Value& source, const Value& view);
  void EmitOverlapping(const Value& view, const Value& source, const Value& operation,
                       SourceRange range, const std::function<bool(const StoreOrder&)>& plain);
  // emit_slice.cpp
  ViewDimension EmitSteppedSlice(const Value& extent, const Value& stride, const IndexItem& item, Value* start);
  Value StepCount(const Value& start, const Value& stop, const Value& step);
  Value EmitTupleSlice(const std::vector<Value>& elements, const IndexItem& slice);
  std::optional<Sequence> RangeSequence(const ast::Call& call);

  Value MakeView(kir::InstId pointer, const types::Type& array, types::Layout layout,
                 const std::vector<ViewDimension>& dimensions);
  Value LoadPlace(const Place& place);
  void StorePlace(const Place& place, const Value& value, SourceRange range, SourceRange value_range);
  void StoreToView(const Value& view, const Value& value, SourceRange range, SourceRange value_range);
  bool StoreElement(kir::InstId pointer, const Value& value, SourceRange value_range);
  void ForEachElement(const Value& view,
                      const std::function<void(const std::vector<kir::InstId>&)>& emit, const StoreOrder& order = {});
  std::optional<Value> EmitShapeElement(const ast::Subscript& node);
  Value EmitTupleSubscript(const Value& tuple, const ast::Subscript& subscript);
  // Element `index`, an integer or slice that `index_expr` writes, of a tuple or range.
  Value TupleItem(const Value& tuple, const Value& index, const ast::Expr* index_expr, SourceRange range);
  // Element number `index` of the first dimension: a scalar or a view.
  Value ElementAt(const Value& array, const Value& index);

  // emit_record.cpp
  bool IsRecord(const Value& value);
  bool IsRecordArray(const Value& value);
  bool HasField(const Value& array, std::string_view name);
  std::optional<std::string> FieldKey(const ast::Expr* slice);
  // What a pointer gives where it is read: the element, or the record itself.
  Value LoadPointer(kir::InstId pointer);
  Value ReportField(const types::Type& record, const Value& value, std::string_view name, SourceRange range);
  Place RecordField(const Value& record, std::string_view name, SourceRange range);
  Place RecordSubscript(const Value& record, const ast::Subscript& subscript);
  Value FieldView(const Value& array, std::string_view name, SourceRange range);
  Place EmitAttributePlace(const ast::Attribute& attribute);
  bool StoreRecord(kir::InstId pointer, const Value& value, SourceRange value_range);

  // emit_pointer.cpp
  bool IsPointer(const Value& value);
  Place PointerPlace(const Value& pointer, const ast::Subscript& subscript);
  Value EmitPointerArray(const ast::Call& call, const Arguments& arguments, types::Layout layout);

  // emit_string.cpp
  bool IsString(const Value& value);
  bool IsText(const Value& value);
  Value StringArray(const Value& string);
  std::vector<Value> StringCharacters(const Value& string);
  Value CompareStrings(const Value& left, const Value& right, SourceRange range);
  std::optional<Value> EmitStringComparison(ast::CompareOperator op, const Value& left, const Value& right, SourceRange range);
  Value StringLength(const Value& string, SourceRange range);
  Value EmitStringSubscript(const Value& string, const ast::Subscript& subscript);
  void StoreString(kir::InstId pointer, const Value& value);

  // emit_datetime.cpp: null where the operator has no meaning for times
  bool IsTime(const Value& value);
  bool IsTimedelta(const Value& value);
  TypeId TimeType(abi::RecordKind kind, unsigned unit);
  Value MakeTime(kir::InstId count, abi::RecordKind kind, unsigned unit);
  kir::InstId TimeCount(const Value& time, unsigned unit);
  std::optional<unsigned> TimeUnit(const Value& left, const Value& right, SourceRange range);
  kir::InstId IsNaT(kir::InstId count);
  kir::InstId UnlessNaT(kir::InstId left, kir::InstId right, kir::InstId result, kir::InstId otherwise);
  kir::InstId DivideTime(kir::InstId count, kir::InstId divisor);
  std::optional<Value> EmitTimePair(ast::BinaryOperator op, const Value& left, const Value& right, SourceRange range);
  std::optional<Value> EmitTimeScale(ast::BinaryOperator op, const Value& time, const Value& number);
  std::optional<Value> EmitTimeBinary(ast::BinaryOperator op, const Value& left, const Value& right, SourceRange range);
  std::optional<Value> EmitTimeComparison(ast::CompareOperator op, const Value& left, const Value& right, SourceRange range);
  std::optional<Value> EmitTimeExtreme(std::span<const Value> values, bool want_max);
  std::optional<Value> EmitTimeReduction(const ReductionInfo& info, std::string_view name, const Value& array, SourceRange range);
  std::optional<Value> EmitTimeUnary(bool negates, bool is_abs, const Value& time);
  Value EmitTimeCall(const ast::Call& call, const Arguments& arguments, abi::RecordKind kind);
  bool StoreTime(kir::InstId pointer, const Value& value, SourceRange value_range);

  // emit_vector.cpp
  bool IsVector(const Value& value);
  Value VectorLane(const Value& vector, unsigned lane);
  bool RequireVector(const Argument& argument, TypeId type, std::string_view function);
  Value EmitVectorCall(const ast::Call& call, const abi::ArgType& type);
  Value EmitVectorAttribute(const Value& vector, const ast::Attribute& attribute);

  // emit_constant.cpp
  Value EmitConstArray(const std::shared_ptr<const ConstArray>& array);
  void ReportConstArray(const ConstArray& array);
  void PlaceConstants();
  // A tuple of known numbers of one type as an array, where that is the better way to look things up in it.
  std::optional<Value> EmitTable(const std::vector<Value>& elements);
  // Attributes of constants, enumerations and named tuples.
  std::optional<Value> EmitMember(const Value& base, std::string_view name);
  Value EmitNamedTuple(const ast::Call& call, const NamedTupleInfo& info,
                       const std::shared_ptr<const NamedTupleInfo>& fields);

  // emit_attribute.cpp
  Value EmitArrayAttribute(const Value& array, const ast::Attribute& attribute);
  Value EmitScalarAttribute(const Value& scalar, const ast::Attribute& attribute);
  Value ArraySize(const Value& array);
  Value ArrayExtent(const Value& array, unsigned dim);
  Value ArrayStride(const Value& array, unsigned dim);
  Value IsContiguous(const Value& array, types::Layout order);
  Value ArrayFlags(const Value& array);
  Value Transpose(const Value& array);
  Value ComplexPart(const Value& value, bool imag);
  Value ComplexPartView(const Value& array, bool imag);

  // emit_call.cpp
  Value EmitMethod(const ast::Call& call, const ast::Attribute& attribute, const Value& base);
  Value EmitDeviceCall(const ast::Call& call, const Value& callee);

  // emit_match.cpp
  bool EmitCases(const ast::Match& match, std::size_t index, const Value& subject);
  // Whether the subject fits, as a bool.
  Value EmitPattern(const ast::Match& match, const ast::Pattern* pattern, const Value& subject);
  Value EmitSequencePattern(const ast::Match& match, const ast::MatchSequence& all, const Value& of);
  Value EmitClassPattern(const ast::Match& match, const ast::MatchClass& cls, const Value& of);
  Value EmitBoth(const Value& first, const Value& second);
  PatternParts ClassParts(const ast::MatchClass& pattern, const Value& subject);
  void BindPattern(const ast::Pattern* pattern, const Value& subject);
  Value EmitGuard(const ast::MatchCase& match_case, const Value& fits, const Value& subject);

  // emit_closure.cpp
  // A function or lambda defined here.
  Value MakeClosure(const ast::Node& node, const ast::Arguments& arguments);
  // The function with what it takes from here; `call` is where it is called or passed on. Null after an error, or
  // while a type is not known.
  std::optional<Value> BoundClosure(const Value& function, const ast::Call& call);
  Value ClosureParameter(const ParamBinding& binding, std::string_view name, SourceRange range);
  void BindClosure(const Value& function, ParamBinding* binding, std::vector<kir::InstId>* operands);
  // The default of parameter number `index`, counting those that have one; poison where it is not from here.
  Value ClosureDefault(const Value& callee, std::size_t index);
  void ReportFunctionChoice(const Value& left, const Value& right, SourceRange left_range, SourceRange right_range);
  bool BindClosures(const ast::Call& call, std::vector<Value>* values);
  bool BindDeviceArguments(const ast::Call& call, const Value& callee, std::vector<Value>* values);
  // With `literals`, the callee knows the numbers that are known here.
  ParamBinding BindArgument(const Value& value, bool literals, std::vector<kir::InstId>* operands);
  Instance* InstantiateFor(const Value& callee, const std::vector<Value>& values, bool literals,
                           std::vector<kir::InstId>* operands, TypeId declared_result);
  // emit_signature.cpp: signatures in decorators
  Value CastArgument(const Value& value, const abi::ArgType& type, SourceRange range);
  // Brings the arguments to the types of the signature that fits them best; `*result` becomes the type of the result
  // that it declares. False, with a diagnostic, where none fits.
  bool FitSignature(const ast::Call& call, const FunctionInfo& function, std::vector<Value>* values, TypeId* result);
  std::optional<kir::InstId> CastResult(const Value& value, TypeId type);
  void EmitDeclaredReturn(const Value& value, SourceRange range);
  // What a call of a function gives that is not compiled to its end: its result as far as it is known. Null where the
  // function is done.
  std::optional<Value> CallUnfinished(Instance& callee, std::span<const kir::InstId> operands);
  // The call itself; None for a function that returns nothing.
  Value CallInstance(const Instance& callee, std::span<const kir::InstId> operands);
  void NoteCallee(Instance* callee);
  bool CollectArguments(const ast::Call& call, std::string_view name, Arguments* positional, bool maybe_none = false);
  bool BindNamed(const ast::Call& call, const SpecialInfo& info, Arguments* arguments);
  Value EmitSpecial(const ast::Call& call, Special special);
#define KC_SPECIAL(name, paths, parameters, required) \
  Value Emit##name(const ast::Call& call, const Arguments& arguments);
#include "compiler/sema/specials.def"
  Value EmitExternalCall(const ast::Call& call, const Object& callee);
  Value EmitDeclaredDevice(const ast::Call& call, const Object& callee);
  bool AddExternal(const Value& value, const abi::ArgType& type, std::vector<kir::InstId>* parts);

  // emit_library.cpp: functions of stdlib/
  Value EmitLibrary(const ast::Call& call, const LibraryInfo& info);
  // Calls stdlib's "file.function" with these values.
  Value CallLibrary(std::string_view function, std::span<const Value> values, SourceRange range, std::string_view name);
  bool ConvertLibraryArguments(const LibraryInfo& info, std::string_view name, Arguments* arguments);
  void WidenStart(const Value& sequence, Value* start);
  Value EmitScalarView(const ast::Call& call, const Value& value);
  Value LibraryDefault(const LibraryInfo& info, std::size_t index);

  // emit_ufunc.cpp: NumPy's universal functions
  Value EmitUfuncCall(const ast::Call& call, const UfuncInfo& info);
  Value EmitUfunc(const UfuncInfo& info, std::span<const Value> operands, SourceRange range);
  Value EmitUfuncStep(const UfuncInfo& info, const UfuncStep& step, TypeId type,
                      const std::vector<kir::InstId>& operands, SourceRange range);
  std::vector<TypeId> UfuncTypes(std::span<const Value> operands);
  Value CompareMixed(kir::ComparePredicate predicate, const Value& left, const Value& right);
  kir::InstId BroadcastPointer(const Value& operand, const std::vector<kir::InstId>& indices);
  bool EmitUfuncLoop(const UfuncInfo& info, std::span<const Value> operands, const Value& out,
                     SourceRange range, const StoreOrder& order = {});
  bool EmitInPlace(ast::BinaryOperator op, const Value& array, const Value& operand, SourceRange range);

  // emit_flat.cpp: orders of elements
  Value RavelView(const Value& array);
  std::vector<Value> Unravel(const Value& index, const std::vector<Value>& extents);
  Place FlatPlace(const Value& array, const Value& index);
  std::optional<Place> EmitFlatSubscript(const ast::Subscript& subscript);
  Place FlatElement(const Value& array, const ast::Subscript& subscript);
  bool IsFlat(const Value& value);
  Value EmitFlat(const Value& array);
  Sequence FlatSequence(const Value& array);
  std::optional<Sequence> IterSequence(const Value& value, SourceRange range);
  std::optional<std::vector<Value>> NdExtents(const Arguments& arguments);
  Sequence NdIndexSequence(const std::vector<Value>& extents);
  Sequence NdEnumerateSequence(const Value& array);
  std::optional<Sequence> MakeArraySequence(const ast::Expr* iter, bool* handled);

  // emit_array.cpp, emit_numpy.cpp: methods of arrays and functions of NumPy
  Value EmitReduction(const ReductionInfo& info, std::string_view name, const Arguments& arguments, SourceRange range);
  Value EmitReductionCall(const ast::Call& call, const ReductionInfo& info, const Value* self);
  Value EmitDotProduct(std::string_view name, const Argument& left, const Argument& right,
                       bool conjugates, SourceRange range);
  Value Reshape(const Value& array, const Arguments& arguments, std::string_view name, SourceRange range);
  Value ArrayView(const Value& array, const Argument& dtype, SourceRange range);
  Value Permute(const Value& array, const Arguments& arguments, std::string_view name, SourceRange range);
  Value ArrayItem(const Value& array, const Arguments& arguments, SourceRange range);
  std::optional<Value> EmitArrayFunction(std::string_view name, const Value& array,
                                         const Arguments& arguments, SourceRange range);
  Value EmitArrayMethod(const ast::Call& call, const ast::Attribute& attribute, const Value& array);
  Value EmitOfArray(const ast::Call& call, std::string_view method, const Arguments& arguments);
  Value EmitComplexPartOf(const ast::Call& call, const Argument& argument, bool imag);

  // emit_operator_call.cpp: Python's operator module
  Value EmitOperatorCall(const ast::Call& call, const OperatorInfo& info);
  Place OperatorPlace(const ast::Call& call, const Arguments& arguments);

  // emit_call.cpp, continued
  Value EmitBuiltinCall(const ast::Call& call, builtins::BuiltinId builtin, std::string_view path);
  Value CallBuiltin(builtins::BuiltinId builtin, TypeId result, std::initializer_list<kir::InstId> operands);
  Value EmitMath(builtins::BuiltinId builtin, std::span<const Value> operands, SourceRange range, bool numpy);

  // emit_error.cpp
  bool reports_errors() const { return program_->module().checks.errors; }
  void EmitFail(abi::DeviceErrorCode code, std::string_view text, std::initializer_list<kir::InstId> values);
  // `condition` is a bool.
  void FailUnless(const Value& condition, abi::DeviceErrorCode code, std::string_view text,
                  std::initializer_list<kir::InstId> values);
  void CheckUnpackLength(const Value& extent, std::size_t names);
  // What is stored has extent `stored` where dimension `dim` of `view` is; or 1, where it `stretches`.
  void CheckStoredExtent(const Value& view, unsigned dim, const Value& stored, bool stretches);
  // emit_print.cpp
  Value EmitPrintCall(const ast::Call& call);
  std::optional<std::string> PrintKeyword(const ast::Keyword& keyword);
  bool PrintValue(const Value& value, SourceRange range, std::string* text, std::vector<kir::InstId>* operands);

  // emit_cast.cpp, emit_math.cpp, emit_memory.cpp, emit_shared.cpp: special functions by family
  Value EmitCast(const Value& value, TypeId type, SourceRange range);
  Value EmitTypeCall(const ast::Call& call, const Object& type);
  Value EmitAbs(const Value& value, SourceRange range);
  Value Conjugate(const Value& value);
  Value EmitRoundDigits(const ast::Call& call, const Arguments& arguments);
  Value EmitExtreme(const ast::Call& call, const Arguments& arguments, bool want_max);
  Value EmitScale(const ast::Call& call, const Arguments& arguments, double factor, std::string_view name);
  Value EmitAtomic(const ast::Call& call, const Arguments& arguments, kir::AtomicKind kind);
  kir::InstId PointerAfter(const Value& previous, TypeId element);
  // emit_half.cpp
  Value EmitHalfCall(const ast::Call& call, const HalfFunction& function);
  Value EmitHalf(const HalfFunction& function, std::span<const kir::InstId> operands);
  kir::InstId EmitHalfFused(const HalfFunction& function, std::span<const kir::InstId> operands);
  Value EmitHalfIsInf(TypeId type, kir::InstId value);
  Value EmitHalfConversion(const HalfFunction& function, kir::InstId value);
  kir::InstId HalfConstant(double number, TypeId type);
  kir::InstId SaturateHalf(kir::InstId value, TypeId type);
  kir::InstId WidenHalf(kir::InstId value);
  // emit_warp.cpp
  Place CachedPlace(const ast::Call& call, const Arguments& arguments);
  Value EmitCachedLoad(const ast::Call& call, const Arguments& arguments, builtins::BuiltinId builtin);
  Value EmitCachedStore(const ast::Call& call, const Arguments& arguments, builtins::BuiltinId builtin);
  // emit_matrix.cpp
  std::optional<std::int64_t> CheckSums(const ast::Call& call, const Argument& n, const Argument& sums);
  bool CheckTile(const ast::Call& call, const Argument& tile, const Argument& index, TypeId element);
  Place SharedPlace(const ast::Call& call, const Argument& array, const Argument& index);
  Value EmitLoadMatrix(const ast::Call& call, const Arguments& arguments, builtins::BuiltinId builtin, unsigned count);
  Value EmitCopyAsync(const ast::Call& call, const Arguments& arguments, builtins::BuiltinId builtin, unsigned bytes);
  bool RequireInteger(const Argument& argument, std::string_view function);
  // The element of an array that an index or a tuple of indices names; otherwise a diagnostic.
  Place ElementPlace(const ast::Call& call, const Argument& array, const Argument& index);
  Place AtomicPlace(const ast::Call& call, const Argument& array, const Argument& index, bool integers_only);
  Value EmitStaticArray(const ast::Call& call, const Arguments& arguments, bool shared);
  std::optional<std::vector<std::int64_t>> ConstantShape(const Argument& argument, bool shared);
  void ReportExtent(const Value& extent, SourceRange range, bool shared);
  bool CheckAlignment(const Argument& argument);
  std::optional<TypeId> ElementType(const Argument& argument);
  Value EmitGridFunction(const ast::Call& call, const Arguments& arguments, bool size);
  bool RequireReal(const Argument& argument, std::string_view function);

  // origins.cpp
  void NoteRead(const ast::Name& name, VersionId version, TypeId type);
  bool FollowsFromConflict(const diag::Diagnostic& diagnostic) const;
  // Labels the assignments that gave names in the diagnostics their types.
  void AddOrigins(CreepCandidate* creep) const;
  void AddOrigins(std::vector<diag::Diagnostic>* diagnostics);

  // report.cpp
  diag::Builder Report(SourceRange range, diag::Kind kind, auto&&... args) {
    has_error_ = has_error_ || diag::kind_info(kind).severity == diag::Severity::Error;
    return emitter_.Build(range, kind, args...);
  }
  // How the program writes what stands at a place.
  std::string_view SpellingAt(SourceRange range) const;
  Value ReportUnknownName(const ast::Name& name);
  Value ReportExternal(const Object& object, SourceRange range, bool called);

  // Runs `emit` with `region` as the insertion region.
  auto InRegion(kir::RegionId region, const auto& emit) {
    const RegionScope scope(builder_, region);
    return emit();
  }

  Program* program_;
  Instance* instance_;
  const FunctionInfo* function_;
  kir::Function& kir_;
  kir::Builder builder_;
  diag::CollectingConsumer consumer_;
  diag::Emitter emitter_;
  Renaming renaming_;
  // What this function takes from the one around it.
  std::vector<Value> capture_values_;
  unsigned closure_depth_ = 0;
  // Per pass.
  std::vector<VersionState> states_;
  std::map<std::pair<std::uint32_t, TypeId>, kir::InstId> slots_;
  // By variable: its name in the function's strings.
  std::unordered_map<std::uint32_t, std::uint32_t> variable_texts_;
  std::vector<LoopContext> loops_;
  // Reads of variables, by where they begin; phis whose operands have no common type; values compared with None.
  std::unordered_map<std::uint32_t, NameRead> reads_;
  std::vector<VersionId> conflicts_;
  std::vector<kir::InstId> tested_;
  // Views that subscripts made.
  std::unordered_map<kir::InstId, ViewOrigin> view_origins_;
  // Constant arrays of the function, and the operations that name them.
  std::map<std::shared_ptr<const ConstArray>, Value> constant_arrays_;
  kir::RegionId constants_region_;
  bool has_error_ = false;
  bool saw_pending_ = false;
  // No way into the variables whose type is still unknown assigns them.
  bool undefined_is_zero_ = false;
  SourceRange pending_range_;
  // Returned: for another result type than the one that holds now; None before there was one; a value of unknown type.
  bool return_changed_ = false;
  bool returned_none_ = false;
  bool returned_unknown_ = false;
  LearnedCode learned_;
  // Across passes: the types of phis so far.
  std::vector<VersionState> phi_states_;
};

}  // namespace kernelc::sema
