// The syntax tree: one struct per row of nodes.def, owned by an ast::Module.
//
// Nodes are immutable once parsing is done, live in the module's arena and point to their children.
// Every node has a dense NodeId, so that later phases keep what they learn in vectors beside the tree.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "compiler/base/check.h"
#include "compiler/base/source.h"

namespace kernelc {
KC_DECLARE_ID(NodeId);
}

namespace kernelc::ast {

enum class NodeKind : std::uint8_t {
#define AST_EXPR(name, fields) name,
#define AST_STMT(name, fields) name,
#define AST_PATTERN(name, fields) name,
#define AST_NODE(name, fields) name,
#include "compiler/ast/nodes.def"
  kCount,
};

// The class of the tree that a kind belongs to.
enum class NodeClass : std::uint8_t { Expr, Stmt, Pattern, Helper };
NodeClass node_class(NodeKind kind);
std::string_view node_kind_name(NodeKind kind);

enum class BinaryOperator : std::uint8_t {
  Add, Sub, Mult, MatMult, Div, Mod, Pow, LShift, RShift, BitOr, BitXor, BitAnd, FloorDiv,
};
enum class UnaryOperator : std::uint8_t { Invert, Not, UAdd, USub };
enum class BoolOperator : std::uint8_t { And, Or };
enum class CompareOperator : std::uint8_t { Eq, NotEq, Lt, LtE, Gt, GtE, Is, IsNot, In, NotIn };
enum class ExprContext : std::uint8_t { Load, Store, Del };

// Names as in CPython's tree ("Add") and as the user spells them ("+").
std::string_view operator_name(BinaryOperator op);
std::string_view operator_name(UnaryOperator op);
std::string_view operator_name(BoolOperator op);
std::string_view operator_name(CompareOperator op);
std::string_view operator_spelling(BinaryOperator op);
std::string_view operator_spelling(UnaryOperator op);
std::string_view operator_spelling(BoolOperator op);
std::string_view operator_spelling(CompareOperator op);

enum class ConstantKind : std::uint8_t {
  None, True, False, Ellipsis, Int, Float, Imaginary, Str, Bytes,
};

// The value of a literal.
struct ConstantValue {
  ConstantKind kind = ConstantKind::None;
  // Int: its value where it fits 64 bits unsigned (literals have no sign).
  std::uint64_t int_value = 0;
  // Int: the value does not fit; `text` holds its decimal digits.
  bool is_big = false;
  // Float, Imaginary.
  double float_value = 0.0;
  // Str: UTF-8, lone surrogates as three-byte sequences. Bytes: the bytes. Int: decimal digits.
  std::string_view text;
  // Str written with a `u` prefix, which CPython records.
  bool has_u_prefix = false;
};

struct Node {
  NodeKind kind;
  NodeId id;
  SourceRange range;
};
struct Expr : Node {};
struct Stmt : Node {};
struct Pattern : Node {};
struct Helper : Node {};

template <typename T>
using NodeList = std::span<const T* const>;

// The C++ type of each field type named in nodes.def.
namespace field {
#define AST_EXPR(name, fields) }  struct name; namespace field {
#define AST_STMT(name, fields) }  struct name; namespace field {
#define AST_PATTERN(name, fields) }  struct name; namespace field {
#define AST_NODE(name, fields) }  struct name; namespace field {
#include "compiler/ast/nodes.def"
using Expr = const ast::Expr*;
using OptExpr = const ast::Expr*;
using Exprs = NodeList<ast::Expr>;
using OptExprs = NodeList<ast::Expr>;
using Stmts = NodeList<ast::Stmt>;
using Pattern = const ast::Pattern*;
using OptPattern = const ast::Pattern*;
using Patterns = NodeList<ast::Pattern>;
// TypeVar, ParamSpec and TypeVarTuple nodes.
using TypeParams = NodeList<ast::Helper>;
using ArgumentsNode = const ast::Arguments*;
using OptArgNode = const ast::Arg*;
using ArgNodes = NodeList<ast::Arg>;
using KeywordNodes = NodeList<ast::Keyword>;
using AliasNodes = NodeList<ast::Alias>;
using ComprehensionNodes = NodeList<ast::Comprehension>;
using HandlerNodes = NodeList<ast::ExceptHandler>;
using MatchCaseNodes = NodeList<ast::MatchCase>;
using WithItemNodes = NodeList<ast::WithItem>;
using Id = std::string_view;
using OptId = std::string_view;
using Ids = std::span<const std::string_view>;
using Const = ConstantValue;
using Int = int;
using OpBin = BinaryOperator;
using OpUnary = UnaryOperator;
using OpBool = BoolOperator;
using OpCmps = std::span<const CompareOperator>;
using Ctx = ExprContext;
}  // namespace field

// AST_FOR_EACH_FIELD(seq) applies AST_FIELD(type, name) to each pair of a field sequence.
#define AST_CAT_(a, b) a##b
#define AST_CAT(a, b) AST_CAT_(a, b)
#define AST_FIELD_A(type, name) AST_FIELD(type, name) AST_FIELD_B
#define AST_FIELD_B(type, name) AST_FIELD(type, name) AST_FIELD_A
#define AST_FIELD_A_END
#define AST_FIELD_B_END
#define AST_FOR_EACH_FIELD(seq) AST_CAT(AST_FIELD_A seq, _END)

#define AST_FIELD(type, name) field::type name{};
#define AST_EXPR(Name, fields)                              \
  struct Name : Expr {                                      \
    static constexpr NodeKind kKind = NodeKind::Name;       \
    AST_FOR_EACH_FIELD(fields)                              \
  };
#define AST_STMT(Name, fields)                              \
  struct Name : Stmt {                                      \
    static constexpr NodeKind kKind = NodeKind::Name;       \
    AST_FOR_EACH_FIELD(fields)                              \
  };
#define AST_PATTERN(Name, fields)                           \
  struct Name : Pattern {                                   \
    static constexpr NodeKind kKind = NodeKind::Name;       \
    AST_FOR_EACH_FIELD(fields)                              \
  };
#define AST_NODE(Name, fields)                              \
  struct Name : Helper {                                    \
    static constexpr NodeKind kKind = NodeKind::Name;       \
    AST_FOR_EACH_FIELD(fields)                              \
  };
#include "compiler/ast/nodes.def"
#undef AST_FIELD

// `node` as a T, or null when it is of another kind (or null).
template <typename T>
const T* As(const Node* node) {
  return node != nullptr && node->kind == T::kKind ? static_cast<const T*>(node) : nullptr;
}

// One parsed file. Owns its nodes, identifiers and decoded strings.
class Module {
 public:
  // `first_node`: where the ids begin, for nodes that stand beside those of another module.
  explicit Module(FileId file_id, std::uint32_t first_node = 0)
      : file_(file_id),
        arena_(std::make_unique<std::pmr::monotonic_buffer_resource>()),
        node_count_(first_node) {}

  FileId file() const { return file_; }
  NodeList<Stmt> body() const { return body_; }
  // NodeIds are 0 (or `first_node`) .. node_count() - 1.
  std::uint32_t node_count() const { return node_count_; }

  // Used by the parser, and by what makes trees of trees.
  template <typename T>
  T* Create(SourceRange range) {
    static_assert(std::is_trivially_destructible_v<T>);
    T* node = new (arena_->allocate(sizeof(T), alignof(T))) T();
    // Name has a field of its own that is called `id`.
    Node& base = *node;
    base.kind = T::kKind;
    base.id = NodeId(node_count_++);
    base.range = range;
    return node;
  }
  template <typename T>
  std::span<const T> CopyList(const std::vector<T>& items) {
    T* data = static_cast<T*>(arena_->allocate(items.size() * sizeof(T) + 1, alignof(T)));
    std::uninitialized_copy(items.begin(), items.end(), data);
    return {data, items.size()};
  }
  std::string_view CopyString(std::string_view text) {
    char* data = static_cast<char*>(arena_->allocate(text.size() + 1, 1));
    text.copy(data, text.size());
    return {data, text.size()};
  }
  void set_body(NodeList<Stmt> body) { body_ = body; }

 private:
  FileId file_;
  std::unique_ptr<std::pmr::monotonic_buffer_resource> arena_;
  NodeList<Stmt> body_;
  std::uint32_t node_count_ = 0;
};

}  // namespace kernelc::ast
