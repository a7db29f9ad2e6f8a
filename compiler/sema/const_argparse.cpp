// The defaults of a command line that is parsed with argparse: what kernels see of it.
#include <algorithm>

#include "compiler/ast/walk.h"
#include "compiler/sema/const_eval.h"

namespace kernelc::sema {
namespace {

using ast::As;

// The calls `anything.add_argument(...)` below a node, in the order of the text; false where
// defaults are set in other ways.
bool CollectOptions(const ast::Node* node, std::vector<const ast::Call*>* calls) {
  bool is_plain = true;
  if (const auto* call = As<ast::Call>(node)) {
    const auto* method = As<ast::Attribute>(call->func);
    if (method != nullptr && method->attr == "add_argument") {
      calls->push_back(call);
    }
    is_plain = method == nullptr || method->attr != "set_defaults";
  }
  ast::ForEachChild(
      node, [&](const ast::Node* child) { is_plain = CollectOptions(child, calls) && is_plain; });
  return is_plain;
}

// "--learning-rate" is `learning_rate`; of several spellings the first long one counts.
std::string OptionName(const std::vector<std::string>& spellings) {
  for (const std::string_view dashes : {"--", "-"}) {
    for (const std::string& spelling : spellings) {
      if (spelling.starts_with(dashes)) {
        std::string name = spelling.substr(dashes.size());
        std::ranges::replace(name, '-', '_');
        return name;
      }
    }
  }
  return {};
}

}  // namespace

// What `parser.parse_args()` gives where the command line is empty: each option's default.
std::optional<Object> Evaluator::ParsedArguments(const ast::Call& parse, const Context& context) {
  // A command line that the program gives itself.
  const auto is_empty = [&](const ast::Expr* argument) {
    const std::optional<Object> given = EvalIn(argument, context);
    return given && ObjectTruth(*given) == false;
  };
  if (!std::ranges::all_of(parse.args, is_empty) || !parse.keywords.empty()) {
    return std::nullopt;
  }
  std::vector<const ast::Call*> calls;
  bool is_plain = true;
  for (const ast::Stmt* stmt : context.scope->file->module().body()) {
    is_plain = is_plain && CollectOptions(stmt, &calls);
  }
  if (!is_plain) {
    return std::nullopt;
  }
  Arguments options;
  for (const ast::Call* call : calls) {
    std::vector<std::string> spellings;
    for (const ast::Expr* argument : call->args) {
      const std::optional<Object> text = EvalIn(argument, context);
      if (text && text->kind == ObjectKind::Str) {
        spellings.push_back(text->text);
      }
    }
    std::string name = OptionName(spellings);
    std::optional<Object> value = Object();
    std::optional<Object> type;
    for (const ast::Keyword* keyword : call->keywords) {
      const std::optional<Object> given = EvalIn(keyword->value, context);
      if (keyword->arg == "default") {
        value = given;
      } else if (keyword->arg == "dest" && given && given->kind == ObjectKind::Str) {
        name = given->text;
      } else if (keyword->arg == "type") {
        type = given;
      } else if (keyword->arg == "action" && given && given->text.starts_with("store_")) {
        value = given->text == "store_true"    ? Object::Of(Number::Bool(false))
                : given->text == "store_false" ? Object::Of(Number::Bool(true))
                                               : Object();
      }
    }
    // A default that is a string is read as one on the command line would be.
    if (value && value->kind == ObjectKind::Str && type) {
      value = CallObject(*type, {{*value}, {}});
    }
    if (!name.empty() && value) {
      keyword_names_.push_back(std::move(name));
      options.keywords.push_back({keyword_names_.back(), std::move(*value)});
    }
  }
  std::optional<Object> parsed = calls.empty() ? std::nullopt : MakeRecordOf(options);
  return parsed && As<ast::Attribute>(parse.func)->attr == "parse_known_args"
             ? std::optional(Object::Tuple({std::move(*parsed), Object::List({})}))
             : parsed;
}

}  // namespace kernelc::sema
