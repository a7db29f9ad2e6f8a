// Files that host code reads while it computes constants: texts and JSON.
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <utility>

#include "compiler/ast/walk.h"
#include "compiler/sema/const_eval.h"
#include "compiler/sema/extern_functions.h"
#include "compiler/sema/host_variables.h"
#include "compiler/sema/locals.h"

namespace kernelc::sema {
namespace {

namespace fs = std::filesystem;
using ast::As;

// What `open` gives: External, with the file's name.
constexpr std::string_view kOpenFile = "cuda.OpenFile";
constexpr unsigned kMaxJsonDepth = 50;

// Reads what `json.loads` reads; null for anything else, and for what constants do not have.
class JsonReader {
 public:
  explicit JsonReader(std::string_view text) : rest_(text) {}

  std::optional<Object> Read() {
    std::optional<Object> value = ReadValue(0);
    SkipBlanks();
    return rest_.empty() ? value : std::nullopt;
  }

 private:
  void SkipBlanks() {
    const std::size_t end = rest_.find_first_not_of(" \t\n\r");
    rest_.remove_prefix(std::min(end, rest_.size()));
  }

  bool Take(std::string_view token) {
    SkipBlanks();
    const bool is_next = rest_.starts_with(token);
    rest_.remove_prefix(is_next ? token.size() : 0);
    return is_next;
  }

  std::optional<Object> ReadValue(unsigned depth) {
    if (depth > kMaxJsonDepth || ++parts_ > kMaxConstantParts) {
      return std::nullopt;
    }
    if (Take("{")) {
      return ReadDict(depth);
    }
    if (Take("[")) {
      return ReadList(depth);
    }
    if (Take("\"")) {
      return ReadText();
    }
    if (Take("null")) {
      return Object();
    }
    if (Take("true")) {
      return Object::Of(Number::Bool(true));
    }
    return Take("false") ? std::optional(Object::Of(Number::Bool(false))) : ReadNumber();
  }

  std::optional<Object> ReadDict(unsigned depth) {
    std::vector<Object> items;
    if (Take("}")) {
      return MergeItems(items);
    }
    do {
      std::optional<Object> key = Take("\"") ? ReadText() : std::nullopt;
      std::optional<Object> value = key && Take(":") ? ReadValue(depth + 1) : std::nullopt;
      if (!value) {
        return std::nullopt;
      }
      items.push_back(std::move(*key));
      items.push_back(std::move(*value));
    } while (Take(","));
    return Take("}") ? MergeItems(items) : std::nullopt;
  }

  std::optional<Object> ReadList(unsigned depth) {
    std::vector<Object> elements;
    if (Take("]")) {
      return Object::List({});
    }
    do {
      std::optional<Object> value = ReadValue(depth + 1);
      if (!value) {
        return std::nullopt;
      }
      elements.push_back(std::move(*value));
    } while (Take(","));
    return Take("]") ? std::optional(Object::List(std::move(elements))) : std::nullopt;
  }

  // Behind its first quote. Characters by their numbers are left to who needs them.
  std::optional<Object> ReadText() {
    static constexpr std::string_view kEscapes = "\"\\/bfnrt";
    static constexpr std::string_view kCharacters = "\"\\/\b\f\n\r\t";
    std::string text;
    while (!rest_.empty() && rest_.front() != '"') {
      const std::size_t escape = rest_.front() != '\\'  ? std::string_view::npos
                                 : rest_.size() > 1 ? kEscapes.find(rest_[1])
                                                    : std::string_view::npos;
      const bool is_plain = rest_.front() != '\\' && rest_.front() >= ' ';
      if (!is_plain && escape == std::string_view::npos) {
        return std::nullopt;
      }
      text += is_plain ? rest_.front() : kCharacters[escape];
      rest_.remove_prefix(is_plain ? 1 : 2);
    }
    return Take("\"") ? std::optional(Object::Str(text)) : std::nullopt;
  }

  std::optional<Object> ReadNumber() {
    std::size_t end = rest_.find_first_not_of("+-.0123456789Ee");
    const std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(text.size());
    const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
    const bool has_zero = digits.size() > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9';
    if (digits.empty() || digits[0] < '0' || digits[0] > '9' || has_zero) {
      return std::nullopt;
    }
    const char* const last = text.data() + text.size();
    if (text.find_first_of(".eE") == std::string_view::npos) {
      std::int64_t value = 0;
      const auto [stop, error] = std::from_chars(text.data(), last, value);
      return error == std::errc() && stop == last ? std::optional(Object::Of(Number::Int(Int128(value)))) : std::nullopt;
    }
    const std::size_t dot = text.find('.');
    const bool has_fraction = dot == std::string_view::npos || (dot + 1 < text.size() && text[dot + 1] >= '0' && text[dot + 1] <= '9');
    double value = 0;
    const auto [stop, error] = std::from_chars(text.data(), last, value);
    return has_fraction && error == std::errc() && stop == last ? std::optional(Object::Of(Number::Float(value)))
                                                               : std::nullopt;
  }

  std::string_view rest_;
  std::size_t parts_ = 0;
};

// Where a name stands: whether something is bound to it there, and the innermost loop or function around.
struct Mention {
  const ast::Name* name;
  const ast::Node* around;
};

void CollectMentionsOf(std::string_view id, const ast::Node* node, const ast::Node* around, std::vector<Mention>* found) {
  const auto* name = As<ast::Name>(node);
  if (name != nullptr && name->id == id) {
    found->push_back({name, around});
  }
  const bool repeats = As<ast::For>(node) != nullptr || As<ast::While>(node) != nullptr || HasOwnScope(node);
  ast::ForEachChild(node, [&](const ast::Node* child) { CollectMentionsOf(id, child, repeats ? node : around, found); });
}

// Whether `name` is the first one behind an assignment of it: nobody has read from the file before.
bool IsFirstUse(const ast::Name& name, const FileIndexImpl& file) {
  std::vector<Mention> mentions;
  for (const ast::Stmt* stmt : file.module().body()) {
    CollectMentionsOf(name.id, stmt, nullptr, &mentions);
  }
  const auto own = std::ranges::find(mentions, &name, &Mention::name);
  if (own == mentions.end()) {
    return false;
  }
  const Mention* before = nullptr;
  for (const Mention& each : mentions) {
    const bool is_nearer = each.name->range.begin < name.range.begin &&
                           (before == nullptr || each.name->range.begin > before->name->range.begin);
    before = is_nearer ? &each : before;
  }
  return before != nullptr && before->name->ctx == ast::ExprContext::Store && before->around == own->around;
}

}  // namespace

bool IsOpenFile(const Object& object) { return object.kind == ObjectKind::External && object.text == kOpenFile; }

// Whether statements may write to the file of that name: what is in it when the program reads it is not known then.
bool Evaluator::MayWriteFile(const ast::Node* node, const std::string& file, const Scope& scope) {
  const auto* call = As<ast::Call>(node);
  const std::string_view callee = call == nullptr ? std::string_view() : LastPart(call->func);
  const bool opens = callee == "open" && !call->args.empty();
  const ast::Expr* mode = opens && call->args.size() > 1 ? call->args[1] : nullptr;
  for (const ast::Keyword* keyword : opens ? call->keywords : ast::NodeList<ast::Keyword>()) {
    mode = keyword->arg == "mode" ? keyword->value : mode;
  }
  const auto* text = As<ast::Constant>(mode);
  const bool reads = mode == nullptr || (text != nullptr && text->value.text.find_first_of("wax+") == std::string_view::npos);
  const std::optional<Object> other = opens && !reads ? EvalIn(call->args.front(), {&scope, nullptr}) : std::nullopt;
  const bool is_other = other && other->kind == ObjectKind::Str && fs::path(other->text).filename() != fs::path(file).filename();
  // In another folder the name is that of another file.
  if ((opens && !reads && !is_other) || callee == "write_text" || callee == "write_bytes" || callee == "chdir") {
    return true;
  }
  bool found = false;
  ast::ForEachChild(node, [&](const ast::Node* child) { found = found || MayWriteFile(child, file, scope); });
  return found;
}

// open(file, mode="r", buffering=-1, encoding=None). A relative name is that of a file beside the one that says it.
std::optional<Object> Evaluator::OpenFile(const Arguments& arguments, const Scope& scope) {
  const Object* name = arguments.Find(0, "file");
  const Object* mode = arguments.Find(1, "mode");
  const bool is_plain = arguments.positional.size() <= 2 && std::ranges::all_of(arguments.keywords, [](const Keyword& keyword) {
                          return keyword.name == "file" || keyword.name == "mode" || keyword.name == "encoding";
                        });
  const bool reads = mode == nullptr || (mode->kind == ObjectKind::Str && (mode->text == "r" || mode->text == "rt"));
  if (!is_plain || !reads || name == nullptr || name->kind != ObjectKind::Str || name->is_bytes ||
      scope.file->resolver() == nullptr) {
    return std::nullopt;
  }
  for (const ast::Stmt* stmt : scope.file->module().body()) {
    if (MayWriteFile(stmt, name->text, scope.file->module_scope())) {
      return std::nullopt;
    }
  }
  const fs::path path = fs::path(FileOf(*scope.file)).parent_path() / name->text;
  Object file = Object::External(std::string(kOpenFile));
  file.elements.push_back(Object::Str(path.lexically_normal().generic_string()));
  return file;
}

// `open(name).read()`, `json.load(file)`: `expr` is what gives the file.
std::optional<Object> Evaluator::ReadOpenFile(const Object& file, const ast::Expr* expr, const Scope& scope) {
  const auto* name = As<ast::Name>(expr);
  if (As<ast::Call>(expr) == nullptr && (name == nullptr || !IsFirstUse(*name, *scope.file))) {
    return std::nullopt;
  }
  const std::optional<std::string> text = scope.file->resolver()->ReadText(file.elements.front().text);
  return text ? std::optional(Object::Str(*text)) : std::nullopt;
}

std::optional<Object> ReadJson(const Object& text) {
  return text.kind == ObjectKind::Str && !text.is_path ? JsonReader(text.text).Read() : std::nullopt;
}

}  // namespace kernelc::sema
