#include "compiler/scopes/scopes.h"

#include <fmt/format.h>

#include <functional>

#include "compiler/ast/walk.h"

namespace kernelc::scopes {
namespace {

using ast::As;
using ast::ExprContext;
using ast::NodeList;

using Statements = std::vector<const ast::Stmt*>;
using Originals = std::unordered_map<const ast::Node*, const ast::Node*>;

// Whether statements leave or go on with the loop around them.
struct Jumps {
  bool breaks = false;
  bool continues = false;
};

void FindJumps(const ast::Node* node, Jumps* jumps) {
  if (node->kind == ast::NodeKind::Break) {
    jumps->breaks = true;
  } else if (node->kind == ast::NodeKind::Continue) {
    jumps->continues = true;
  }
  const auto visit = [&](const ast::Node* child) { FindJumps(child, jumps); };
  // Jumps in a loop's body belong to that loop, those in its else clause to the one around it.
  const auto* loop = As<ast::For>(node);
  const auto* while_loop = As<ast::While>(node);
  if (loop != nullptr || while_loop != nullptr) {
    for (const ast::Stmt* stmt : loop != nullptr ? loop->orelse : while_loop->orelse) {
      visit(stmt);
    }
  } else if (!HasOwnScope(node) && ast::node_class(node->kind) != ast::NodeClass::Expr) {
    ast::ForEachChild(node, visit);
  }
}

Jumps JumpsOf(NodeList<ast::Stmt> body) {
  Jumps jumps;
  for (const ast::Stmt* stmt : body) {
    FindJumps(stmt, &jumps);
  }
  return jumps;
}

// Makes copies of nodes, with ids of their own.
class Copier {
 public:
  // `copy_jump` makes what stands for a `break` or `continue` of the loop around what is copied.
  Copier(ast::Module& nodes, Originals& originals,
         std::function<void(const ast::Stmt*, Statements*)> copy_jump)
      : nodes_(&nodes), originals_(&originals), copy_jump_(std::move(copy_jump)) {}

  std::size_t count() const { return count_; }

  // A copy is of the node's own type.
  template <typename T>
  const T* Copy(const T* node) {
    return static_cast<const T*>(CopyNode(node));
  }

  const ast::Node* CopyNode(const ast::Node* node) {
    if (HasOwnScope(node)) {
      return CopyFunction(node);
    }
    switch (node->kind) {
#define AST_FIELD(type, field_name) CopyField(copy->field_name);
#define AST_NODE(Name, fields)                                   \
  case ast::NodeKind::Name: {                                    \
    ast::Name* copy = New(static_cast<const ast::Name&>(*node)); \
    CopyFields(*copy, [&] { AST_FOR_EACH_FIELD(fields) });       \
    return copy;                                                 \
  }
#define AST_EXPR(Name, fields) AST_NODE(Name, fields)
#define AST_STMT(Name, fields) AST_NODE(Name, fields)
#define AST_PATTERN(Name, fields) AST_NODE(Name, fields)
#include "compiler/ast/nodes.def"
#undef AST_FIELD
      case ast::NodeKind::kCount:
        break;
    }
    KC_FATAL("not a node kind");
  }

  NodeList<ast::Stmt> CopyBody(NodeList<ast::Stmt> body) {
    Statements copies;
    for (const ast::Stmt* stmt : body) {
      const bool jumps =
          stmt->kind == ast::NodeKind::Break || stmt->kind == ast::NodeKind::Continue;
      if (jumps && loop_depth_ == 0) {
        copy_jump_(stmt, &copies);
      } else {
        copies.push_back(Copy(stmt));
      }
    }
    return nodes_->CopyList(copies);
  }

 private:
  template <typename T>
  T* New(const T& node) {
    T* copy = nodes_->Create<T>(node.range);
    const NodeId id = static_cast<const ast::Node*>(copy)->id;
    *copy = node;
    static_cast<ast::Node*>(copy)->id = id;
    ++count_;
    return copy;
  }

  template <typename T>
  void CopyFields(T&, const auto& copy_all) {
    copy_all();
  }
  // Jumps of a loop inside stay what they are.
  void CopyFields(ast::For& loop, const auto&) {
    CopyField(loop.target);
    CopyField(loop.iter);
    CopyLoop(loop);
  }
  void CopyFields(ast::While& loop, const auto&) {
    CopyField(loop.test);
    CopyLoop(loop);
  }
  template <typename T>
  void CopyLoop(T& loop) {
    ++loop_depth_;
    loop.body = CopyBody(loop.body);
    --loop_depth_;
    loop.orelse = CopyBody(loop.orelse);
  }

  // Fields that hold no node.
  template <typename T>
  void CopyField(T&) {}
  template <typename T>
  requires std::derived_from<T, ast::Node>
  void CopyField(const T*& child) { child = child == nullptr ? nullptr : Copy(child); }
  void CopyField(NodeList<ast::Stmt>& children) { children = CopyBody(children); }
  template <typename T>
  requires std::derived_from<T, ast::Node>
  void CopyField(NodeList<T>& children) {
    std::vector<const T*> copies;
    for (const T* child : children) {
      copies.push_back(child == nullptr ? nullptr : Copy(child));
    }
    children = nodes_->CopyList(copies);
  }

  // A function is the same in all copies, but each copy defines it, with defaults of its own.
  const ast::Node* CopyFunction(const ast::Node* node) {
    const auto finish = [&](auto* copy) {
      copy->args = CopyDefaults(*copy->args);
      const auto original = originals_->find(node);
      originals_->emplace(copy, original == originals_->end() ? node : original->second);
      return static_cast<const ast::Node*>(copy);
    };
    if (const auto* def = As<ast::FunctionDef>(node)) {
      return finish(New(*def));
    }
    if (const auto* lambda = As<ast::Lambda>(node)) {
      return finish(New(*lambda));
    }
    return node;
  }

  const ast::Arguments* CopyDefaults(const ast::Arguments& arguments) {
    ast::Arguments* copy = New(arguments);
    CopyField(copy->defaults);
    CopyField(copy->kw_defaults);
    return copy;
  }

  ast::Module* nodes_;
  Originals* originals_;
  std::function<void(const ast::Stmt*, Statements*)> copy_jump_;
  unsigned loop_depth_ = 0;
  std::size_t count_ = 0;
};

}  // namespace

std::size_t CountNodes(const ast::Node* node) {
  const bool is_loop = node->kind == ast::NodeKind::For || node->kind == ast::NodeKind::While;
  std::size_t count = is_loop ? kLoopNodes : 1;
  if (!HasOwnScope(node)) {
    ast::ForEachChild(node, [&](const ast::Node* child) { count += CountNodes(child); });
  }
  return count;
}

// Rewrites a body. The written-out form of
//
//     for x in t:            items = t
//         body               done = True                # where a break must be told from the end
//     else:                  while True:                # where there is a break
//         rest                   while True:            # where there is a continue
//                                    x = items[0]
//                                    body               # continue: break; break: done = False;
//                                    break break
//                                if not done: break
//                                ... the same for items[1] and so on ...
//                                break
//                            if done: rest
class Unroller {
 public:
  Unroller(UnrolledBody& body, const UnrollRequests& requests)
      : body_(&body), requests_(&requests) {}

  // The statements with the requested loops written out; the same list where there is none.
  NodeList<ast::Stmt> Rewrite(NodeList<ast::Stmt> statements) {
    Statements result;
    bool changed = false;
    for (const ast::Stmt* stmt : statements) {
      const auto request = requests_->find(stmt->id);
      if (request != requests_->end()) {
        WriteOut(*As<ast::For>(stmt), request->second, &result);
        changed = true;
        continue;
      }
      result.push_back(RewriteInside(stmt));
      changed = changed || result.back() != stmt;
    }
    return changed ? nodes().CopyList(result) : statements;
  }

 private:
  struct Loop {
    Jumps jumps;
    SourceRange range;
    // The variable that is true until the loop is left by a break; empty where nobody asks.
    std::string_view done;
  };

  ast::Module& nodes() { return body_->nodes_; }

  // A statement with other statements inside keeps its id: what is known about it stays true.
  const ast::Stmt* RewriteInside(const ast::Stmt* stmt) {
    if (const auto* branch = As<ast::If>(stmt)) {
      return RewriteLists(*branch, &ast::If::body, &ast::If::orelse);
    }
    if (const auto* loop = As<ast::For>(stmt)) {
      return RewriteLists(*loop, &ast::For::body, &ast::For::orelse);
    }
    if (const auto* loop = As<ast::While>(stmt)) {
      return RewriteLists(*loop, &ast::While::body, &ast::While::orelse);
    }
    if (const auto* with = As<ast::With>(stmt)) {
      return RewriteLists(*with, &ast::With::body, &ast::With::body);
    }
    const auto* match = As<ast::Match>(stmt);
    if (match == nullptr) {
      return stmt;
    }
    std::vector<const ast::MatchCase*> cases;
    bool changed = false;
    for (const ast::MatchCase* match_case : match->cases) {
      cases.push_back(RewriteLists(*match_case, &ast::MatchCase::body, &ast::MatchCase::body));
      changed = changed || cases.back() != match_case;
    }
    if (!changed) {
      return stmt;
    }
    ast::Match* copy = Keep(*match);
    copy->cases = nodes().CopyList(cases);
    return copy;
  }

  template <typename T>
  const T* RewriteLists(const T& node, NodeList<ast::Stmt> T::*first,
                        NodeList<ast::Stmt> T::*second) {
    const NodeList<ast::Stmt> first_list = Rewrite(node.*first);
    const NodeList<ast::Stmt> second_list = first == second ? first_list : Rewrite(node.*second);
    if (first_list.data() == (node.*first).data() && second_list.data() == (node.*second).data()) {
      return &node;
    }
    T* copy = Keep(node);
    copy->*first = first_list;
    copy->*second = second_list;
    return copy;
  }

  template <typename T>
  T* Keep(const T& node) {
    T* copy = nodes().Create<T>(node.range);
    *copy = node;
    return copy;
  }

  std::string_view NewName(std::string_view what) {
    return nodes().CopyString(fmt::format(".{}{}", what, body_->names_++));
  }

  void WriteOut(const ast::For& loop, const UnrollSource& source, Statements* result) {
    const SourceRange range = loop.iter->range;
    const UnrollSource held = Hold(source, result);
    Loop out;
    out.jumps = JumpsOf(loop.body);
    out.range = range;
    if (out.jumps.breaks && (out.jumps.continues || !loop.orelse.empty())) {
      out.done = NewName("done");
      result->push_back(AssignName(out.done, Bool(true, range), range));
    }
    Statements all;
    for (std::int64_t i = 0; i < held.count; ++i) {
      WriteIteration(loop, out, Element(held, i, range), &all);
    }
    if (out.jumps.breaks) {
      all.push_back(nodes().Create<ast::Break>(range));
      result->push_back(Once(all, range));
    } else {
      result->insert(result->end(), all.begin(), all.end());
    }
    if (out.done.empty() || loop.orelse.empty()) {
      result->insert(result->end(), loop.orelse.begin(), loop.orelse.end());
    } else {
      result->push_back(IfDone(out, loop.orelse, {}));
    }
  }

  void WriteIteration(const ast::For& loop, const Loop& out, const ast::Expr* element,
                      Statements* all) {
    Copier copier(nodes(), body_->originals_, [&](const ast::Stmt* jump, Statements* statements) {
      if (jump->kind == ast::NodeKind::Break && !out.done.empty()) {
        statements->push_back(AssignName(out.done, Bool(false, jump->range), jump->range));
      }
      statements->push_back(nodes().Create<ast::Break>(jump->range));
    });
    Statements once;
    auto* assign = nodes().Create<ast::Assign>(loop.target->range);
    assign->targets = nodes().CopyList(std::vector<const ast::Expr*>{copier.Copy(loop.target)});
    assign->value = element;
    once.push_back(assign);
    const NodeList<ast::Stmt> body = copier.CopyBody(loop.body);
    once.insert(once.end(), body.begin(), body.end());
    body_->copied_nodes_ += copier.count();
    if (!out.jumps.continues) {
      all->insert(all->end(), once.begin(), once.end());
      return;
    }
    once.push_back(nodes().Create<ast::Break>(out.range));
    all->push_back(Once(once, out.range));
    if (out.jumps.breaks) {
      const ast::Stmt* leave = nodes().Create<ast::Break>(out.range);
      all->push_back(IfDone(out, {}, nodes().CopyList(Statements{leave})));
    }
  }

  // The source with its tuples in variables.
  // A list after `in` is a tuple.
  const ast::Expr* AsTuple(const ast::Expr* expr) {
    const auto* list = As<ast::List>(expr);
    const auto* set = As<ast::Set>(expr);
    if (list == nullptr && set == nullptr) {
      return expr;
    }
    auto* tuple = nodes().Create<ast::Tuple>(expr->range);
    tuple->elts = list != nullptr ? list->elts : set->elts;
    tuple->ctx = ExprContext::Load;
    return tuple;
  }

  UnrollSource Hold(const UnrollSource& source, Statements* result) {
    UnrollSource held = source;
    if (source.kind == UnrollSource::Kind::Tuple) {
      const std::string_view name = NewName("items");
      result->push_back(AssignName(name, AsTuple(source.expr), source.expr->range));
      held.expr = NameNode(name, ExprContext::Load, source.expr->range);
    }
    for (UnrollSource& part : held.parts) {
      part = Hold(part, result);
    }
    return held;
  }

  const ast::Expr* Element(const UnrollSource& source, std::int64_t index, SourceRange range) {
    switch (source.kind) {
      case UnrollSource::Kind::Tuple: {
        auto* subscript = nodes().Create<ast::Subscript>(source.expr->range);
        subscript->value =
            NameNode(As<ast::Name>(source.expr)->id, ExprContext::Load, source.expr->range);
        subscript->slice = Int(index, range);
        return subscript;
      }
      case UnrollSource::Kind::Range:
        return Int(source.first + index * source.step, range);
      case UnrollSource::Kind::Enumerate:
        return TupleNode(
            {Int(source.first + index, range), Element(source.parts.front(), index, range)}, range);
      case UnrollSource::Kind::Zip: {
        std::vector<const ast::Expr*> elements;
        for (const UnrollSource& part : source.parts) {
          elements.push_back(Element(part, index, range));
        }
        return TupleNode(elements, range);
      }
      case UnrollSource::Kind::Reversed:
        return Element(source.parts.front(), source.parts.front().count - 1 - index, range);
    }
    KC_FATAL("unroll source");
  }

  const ast::Expr* NameNode(std::string_view text, ExprContext context, SourceRange range) {
    auto* name = nodes().Create<ast::Name>(range);
    name->id = text;
    name->ctx = context;
    return name;
  }
  const ast::Expr* TupleNode(const std::vector<const ast::Expr*>& elements, SourceRange range) {
    auto* tuple = nodes().Create<ast::Tuple>(range);
    tuple->elts = nodes().CopyList(elements);
    return tuple;
  }
  const ast::Expr* Bool(bool value, SourceRange range) {
    auto* constant = nodes().Create<ast::Constant>(range);
    constant->value.kind = value ? ast::ConstantKind::True : ast::ConstantKind::False;
    return constant;
  }
  const ast::Expr* Int(std::int64_t value, SourceRange range) {
    auto* constant = nodes().Create<ast::Constant>(range);
    constant->value.kind = ast::ConstantKind::Int;
    // Literals have no sign.
    constant->value.int_value =
        value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    constant->value.text = nodes().CopyString(fmt::format("{}", constant->value.int_value));
    if (value >= 0) {
      return constant;
    }
    auto* negative = nodes().Create<ast::UnaryOp>(range);
    negative->op = ast::UnaryOperator::USub;
    negative->operand = constant;
    return negative;
  }
  const ast::Stmt* AssignName(std::string_view name, const ast::Expr* value, SourceRange range) {
    auto* assign = nodes().Create<ast::Assign>(range);
    assign->targets =
        nodes().CopyList(std::vector<const ast::Expr*>{NameNode(name, ExprContext::Store, range)});
    assign->value = value;
    return assign;
  }
  // The body, once; `break` leaves it.
  const ast::Stmt* Once(const Statements& body, SourceRange range) {
    auto* loop = nodes().Create<ast::While>(range);
    loop->test = Bool(true, range);
    loop->body = nodes().CopyList(body);
    return loop;
  }
  const ast::Stmt* IfDone(const Loop& out, NodeList<ast::Stmt> body, NodeList<ast::Stmt> orelse) {
    auto* branch = nodes().Create<ast::If>(out.range);
    branch->test = NameNode(out.done, ExprContext::Load, out.range);
    branch->body = body;
    branch->orelse = orelse;
    return branch;
  }

  UnrolledBody* body_;
  const UnrollRequests* requests_;
};

NodeList<ast::Stmt> UnrolledBody::Apply(NodeList<ast::Stmt> body, const UnrollRequests& requests) {
  return Unroller(*this, requests).Rewrite(body);
}

const ast::Node* UnrolledBody::Original(const ast::Node* node) const {
  const auto found = originals_.find(node);
  return found == originals_.end() ? node : found->second;
}

}  // namespace kernelc::scopes
