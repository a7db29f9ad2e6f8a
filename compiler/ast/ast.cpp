#include "compiler/ast/ast.h"

namespace kernelc::ast {
namespace {

struct KindRow {
  std::string_view name;
  NodeClass node_class;
};

constexpr KindRow kKinds[] = {
#define AST_EXPR(name, fields) {#name, NodeClass::Expr},
#define AST_STMT(name, fields) {#name, NodeClass::Stmt},
#define AST_PATTERN(name, fields) {#name, NodeClass::Pattern},
#define AST_NODE(name, fields) {#name, NodeClass::Helper},
#include "compiler/ast/nodes.def"
};
static_assert(std::size(kKinds) == static_cast<std::size_t>(NodeKind::kCount));

struct OperatorRow {
  std::string_view name;
  std::string_view spelling;
};

// In the order of the enumerations of ast.h.
constexpr OperatorRow kBinaryOperators[] = {
    {"Add", "+"},    {"Sub", "-"},    {"Mult", "*"},      {"MatMult", "@"}, {"Div", "/"},
    {"Mod", "%"},    {"Pow", "**"},   {"LShift", "<<"},   {"RShift", ">>"}, {"BitOr", "|"},
    {"BitXor", "^"}, {"BitAnd", "&"}, {"FloorDiv", "//"},
};
constexpr OperatorRow kUnaryOperators[] = {
    {"Invert", "~"}, {"Not", "not"}, {"UAdd", "+"}, {"USub", "-"}};
constexpr OperatorRow kBoolOperators[] = {{"And", "and"}, {"Or", "or"}};
constexpr OperatorRow kCompareOperators[] = {
    {"Eq", "=="},  {"NotEq", "!="}, {"Lt", "<"},         {"LtE", "<="}, {"Gt", ">"},
    {"GtE", ">="}, {"Is", "is"},    {"IsNot", "is not"}, {"In", "in"},  {"NotIn", "not in"},
};
static_assert(std::size(kBinaryOperators) ==
              static_cast<std::size_t>(BinaryOperator::FloorDiv) + 1);
static_assert(std::size(kUnaryOperators) == static_cast<std::size_t>(UnaryOperator::USub) + 1);
static_assert(std::size(kBoolOperators) == static_cast<std::size_t>(BoolOperator::Or) + 1);
static_assert(std::size(kCompareOperators) == static_cast<std::size_t>(CompareOperator::NotIn) + 1);

const OperatorRow& Row(BinaryOperator op) { return kBinaryOperators[static_cast<std::size_t>(op)]; }
const OperatorRow& Row(UnaryOperator op) { return kUnaryOperators[static_cast<std::size_t>(op)]; }
const OperatorRow& Row(BoolOperator op) { return kBoolOperators[static_cast<std::size_t>(op)]; }
const OperatorRow& Row(CompareOperator op) {
  return kCompareOperators[static_cast<std::size_t>(op)];
}

}  // namespace

NodeClass node_class(NodeKind kind) { return kKinds[static_cast<std::size_t>(kind)].node_class; }
std::string_view node_kind_name(NodeKind kind) {
  return kKinds[static_cast<std::size_t>(kind)].name;
}

std::string_view operator_name(BinaryOperator op) { return Row(op).name; }
std::string_view operator_name(UnaryOperator op) { return Row(op).name; }
std::string_view operator_name(BoolOperator op) { return Row(op).name; }
std::string_view operator_name(CompareOperator op) { return Row(op).name; }
std::string_view operator_spelling(BinaryOperator op) { return Row(op).spelling; }
std::string_view operator_spelling(UnaryOperator op) { return Row(op).spelling; }
std::string_view operator_spelling(BoolOperator op) { return Row(op).spelling; }
std::string_view operator_spelling(CompareOperator op) { return Row(op).spelling; }

}  // namespace kernelc::ast
