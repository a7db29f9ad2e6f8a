// Everything of the outside world that a kernel can call, by canonical path (index/index.h): the
// tables, and one place that finds all that they say of a function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/builtins/builtins.h"
#include "compiler/kir/kir.h"
#include "compiler/types/type.h"

namespace kernelc::functions {

// specials.def: functions that sema turns into KIR itself.
enum class Special : std::uint8_t {
#define KC_SPECIAL(name, paths, parameters, required) name,
#include "compiler/functions/specials.def"
  kCount,
};

struct SpecialInfo {
  std::string_view name;
  std::vector<std::string_view> parameters;
  std::size_t required = 0;
  // Takes any number of positional arguments.
  bool variadic = false;
  // A call does nothing but give its result.
  bool is_pure = false;
};

const SpecialInfo& special_info(Special special);

// By canonical path; false when there is none.
bool FindSpecial(std::string_view path, Special* special);

// The words of a table's field.
std::vector<std::string_view> SplitBlanks(std::string_view text);

// All canonical paths, for suggestions.
const std::vector<std::string_view>& SpecialPaths();

// stdlib.def: functions written in the kernel language.

// What a library function takes and how its arguments are converted before the call; see
// library.def.
enum class LibraryTyping : std::uint8_t {
  Float,
  FirstFloat,
  Wide,
  Number,
  Integer,
  Int64,
  Complex,
  WideComplex,
  Sum,
  Any
};

struct LibraryInfo {
  // Parameters by the user's names.
  SpecialInfo call;
  LibraryTyping typing = LibraryTyping::Any;
  // "file.function" of stdlib/.
  std::string_view function;
};

// A file of stdlib/, embedded by cmake/EmbedFiles.cmake.
struct StdlibFile {
  // Without the folder and `.py`.
  std::string_view name;
  std::string_view text;
};
std::span<const StdlibFile> stdlib_files();

// By canonical path; null when there is none.
const LibraryInfo* FindLibrary(std::string_view path);

// All canonical paths, for suggestions.
const std::vector<std::string_view>& LibraryPaths();

// ufuncs.def: NumPy's universal functions.

enum class UfuncResult : std::uint8_t { Same, Bool, Part };

// What computes a ufunc in one class of types; see ufuncs.def.
struct UfuncStep {
  enum class Kind : std::uint8_t { None, Op, Compare, Builtin, Library, Value, Itself, Truth, Not };
  Kind kind = Kind::None;
  kir::Op op = kir::Op::Add;
  kir::ComparePredicate predicate = kir::ComparePredicate::Eq;
  builtins::BuiltinId builtin = builtins::BuiltinId::Abs;
  std::string_view function = {};
  bool value = false;
};

struct UfuncInfo {
  std::string_view paths;
  std::size_t operands = 0;
  std::string_view classes;
  UfuncResult result = UfuncResult::Same;
  UfuncStep integers;
  UfuncStep floats;
  UfuncStep complexes;

  std::string_view name() const { return paths.substr(0, paths.find(' ')); }
  const UfuncStep& step(TypeId loop) const;
};

// By canonical path; null when there is none.
const UfuncInfo* FindUfunc(std::string_view path);

// All canonical paths, for suggestions.
const std::vector<std::string_view>& UfuncPaths();

// The type of the first loop that takes scalars of these types; none where there is no such loop.
// Two operands of a comparison may be an int64 and a uint64, which then have no common loop: see
// CompareMixed of emit_ufunc.cpp.
std::optional<TypeId> FindLoop(const UfuncInfo& info, std::span<const TypeId> operands);

// reductions.def: functions of NumPy that make one number of an array.

enum class ReductionResult : std::uint8_t {
  Sum,
  NanSum,
  Element,
  Mean,
  Wide,
  Spread,
  Norm,
  Index,
  Truth
};

// The row of reductions.def.
struct ReductionInfo {
  std::string_view names;
  std::string_view classes;
  ReductionResult result = ReductionResult::Sum;
  std::string_view function;

  bool takes_complex() const { return classes.find('c') != std::string_view::npos; }
};

// By canonical path ("np.sum"), or with `is_method` by the name of a method of arrays ("sum"); null
// when there is none.
const ReductionInfo* FindReduction(std::string_view name, bool is_method);

// All canonical paths, for suggestions.
const std::vector<std::string_view>& ReductionPaths();

// What to write instead of a function ("np.zeros") or method (".copy") that makes a new array;
// empty for others.
std::string_view HelpForAllocation(std::string_view path);

// operators.def: Python's `operator` module, whose functions kernels call and pass to functions.

enum class OperatorKind : std::uint8_t { Binary, InPlace, Unary, Compare };

// The row of operators.def; only the operator of its kind means something.
struct OperatorInfo {
  std::string_view names;
  OperatorKind kind = OperatorKind::Binary;
  ast::BinaryOperator binary = ast::BinaryOperator::Add;
  ast::UnaryOperator unary = ast::UnaryOperator::UAdd;
  ast::CompareOperator compare = ast::CompareOperator::Eq;
};

// By canonical path ("operator.add"); null when there is none.
const OperatorInfo* FindOperator(std::string_view path);

// half_functions.def: functions on 16-bit floats.

enum class HalfOperation : std::uint8_t {
#define KC_HALF_OPERATION(name, operands, form, detail) name,
#include "compiler/functions/half_operations.def"
  kCount,
};

// See half_operations.def.
enum class HalfForm : std::uint8_t {
  Arithmetic,
  Saturated,
  Fused,
  FusedSaturated,
  FusedPositive,
  Neg,
  Abs,
  Ordered,
  Unordered,
  Differ,
  NotDiffer,
  Extreme,
  ExtremeNan,
  IsInf,
  IsNan,
  Math,
  Reciprocal,
  ReciprocalRoot,
  FromNumber,
  ToNumber,
  FromBits,
  ToBits,
};

enum class HalfRounding : std::uint8_t { Nearest, Zero, Down, Up };

struct HalfFunction {
  std::string_view path;
  // Float16 or BFloat16; and the type of numbers that are converted from or to.
  TypeId type;
  TypeId other;
  HalfRounding rounding;
  std::size_t operands;
  HalfForm form;
  // Of Arithmetic and Saturated; Ordered and Unordered; Extreme, ExtremeNan and Math.
  kir::Op op;
  kir::ComparePredicate predicate;
  builtins::BuiltinId builtin;
};

// All canonical paths, as the table has them.
std::span<const std::string_view> HalfFunctionPaths();

// By canonical path; null when there is none.
const HalfFunction* FindHalfFunction(std::string_view path);

// type_classes.def: classes that isinstance() knows beside the types of numbers.

enum class TypeCategory : std::uint8_t {
  Anything,
  Array,
  Boolean,
  Complex,
  Datetime,
  Float,
  Inexact,
  Integer,
  NamedTuple,
  None,
  Nothing,
  Number,
  Record,
  Scalar,
  Signed,
  Text,
  Timedelta,
  Tuple,
  Unsigned,
};

// The class at a canonical path; null where there is none.
std::optional<TypeCategory> FindTypeClass(std::string_view path);

// One row of a table, as the reference shows it.
struct Row {
  enum class Table : std::uint8_t {
    Builtins,
    Specials,
    Stdlib,
    Ufuncs,
    Reductions,
    Operators,
    Halves,
    // Forms of `for`, which have no table.
    Forms,
  };
  Table table = Table::Builtins;
  // Canonical paths, the one for diagnostics first; "math.log/2" is a form with two arguments.
  std::vector<std::string> paths = {};
  // Builtins: their row.
  builtins::BuiltinId builtin = builtins::BuiltinId::kCount;
  // Names of the operands, blank-separated, `*` for any number; and how many of them a call must
  // give. Of builtins, whose signature says it, and of halves none.
  std::string_view operands = {};
  std::size_t required = 0;
  // Reductions: the name of the method of arrays that does the same; empty where there is none.
  std::string_view method = {};
};

// All rows of all tables, in the order of Table.
const std::vector<Row>& Rows();

// What the reference says of a function beside its tables; see reference.def.
struct Description {
  std::string_view path;
  std::string_view operands;
  std::string_view text;
};
std::span<const Description> Descriptions();

// All that the tables say of one function. A call is typed and emitted by the first of these that
// is there, in this order (sema/emit_call.cpp); each points into its table.
struct Function {
  const UfuncInfo* ufunc = nullptr;
  const ReductionInfo* reduction = nullptr;
  const OperatorInfo* op = nullptr;
  const HalfFunction* half = nullptr;
  std::optional<Special> special;
  // Its signature, its effects and what each back end makes of it: builtins/builtins.def.
  std::optional<builtins::BuiltinId> builtin;
  const LibraryInfo* library = nullptr;
  // Null where reference.def has no row.
  const Description* description = nullptr;
};

// The function at a canonical path; null where kernels have none there.
const Function* Find(std::string_view path);

// Whether a call of the function at a canonical path does nothing but give its result, whatever numbers it is given.
bool IsPure(std::string_view path);

// What to write instead of a function that kernels do not have (missing.def); empty where nothing
// is to be said.
std::string_view HelpForFunction(std::string_view path);

// The canonical path of what kernels have for a name of another language or library
// (other_names.def); empty for others.
std::string_view PathOfOtherName(std::string_view name);

}  // namespace kernelc::functions
