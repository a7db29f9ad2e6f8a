// ValueList as text.
#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>

#include <algorithm>

#include "compiler/host/arrays/array.h"
#include "compiler/host/objects/integer.h"
#include "compiler/host/take.h"

namespace kernelc::host {
namespace {

constexpr std::size_t kMostDepth = 40;
constexpr std::size_t kMostText = 20'000;

class Writer {
 public:
  explicit Writer(Context& c) : context_(&c) {}

  std::string Write(const Value& value) {
    if (value.is_unknown()) {
      return "<unknown>";
    }
    if (!value.is_object()) {
      return Repr(*context_, value);
    }
    if (llvm::is_contained(open_, value.object)) {
      return "...";
    }
    GiveUpIf(*context_, open_.size() > kMostDepth || size_ > kMostText,
             "is too large to be written");
    open_.push_back(value.object);
    std::string text = OfObject(value);
    size_ += text.size() / (open_.size() + 1);
    open_.pop_back();
    return text;
  }

 private:
  std::string Items(const ValueList& items, std::string_view open, std::string_view close) {
    return ListText(items, open, close, [&](const Value& part) { return Write(part); });
  }

  // What an object holds beside attributes: the contents of the builtin type that it derives from.
  std::string Base(const Value& value) {
    const Object& object = *value.object;
    if (object.kind == Kind::Instance) {
      return object.state.items.size() == 1 ? Write(object.state.items[0]) : "";
    }
    if (object.state.table != nullptr && object.state.table->is_uncertain) {
      return "<unknown>";
    }
    return ContentsText(*context_, value, [&](const Value& part) { return Write(part); });
  }

  std::string Attributes(const Table& table, bool is_exception) {
    std::vector<std::pair<std::string, Value>> sorted;
    for (const Entry& entry : table.named()) {
      // Python keeps these of exceptions elsewhere.
      if (!is_exception || (entry.key.text() != "args" && entry.key.text() != "__cause__")) {
        sorted.emplace_back(entry.key.text(), entry.value);
      }
    }
    std::ranges::sort(sorted, {}, &std::pair<std::string, Value>::first);
    std::string text;
    for (const auto& [name, value] : sorted) {
      text += fmt::format(" {}={}", name, Write(value));
    }
    return text;
  }

  // An object of a class of the program, or of the library.
  std::string OfInstance(const Value& value) {
    const Object& object = *value.object;
    Object* cls = ClassOf(*context_, value);
    const ClassInfo& info = cls->As<ClassInfo>();
    const Value name = OwnAttribute(object, "_name_");
    const Value inner = OwnAttribute(object, "_value_");
    // Flags of no member have no name.
    if (!inner.is_undefined() && (name.is(Kind::Str) || name.is_none())) {
      return fmt::format("<{}.{}: {}>", cls->text, name.is_none() ? "None" : name.text(),
                         Write(inner));
    }
    if (info.is_library) {
      return OfLibrary(value, *cls);
    }
    const bool is_exception = IsSubclass(cls, BuiltinClass(*context_, "BaseException"));
    if (is_exception && info.is_builtin) {
      const Value args = OwnAttribute(object, "args");
      return fmt::format("{}{}", cls->text,
                         args.is(Kind::Tuple) ? Items(args.items(), "(", ")") : "(<unknown>)");
    }
    if (const std::string base = Base(value); !base.empty()) {
      return fmt::format("<{} {}>", cls->text, base);
    }
    if (!object.state.attributes) {
      return "<object>";
    }
    return fmt::format("<{}{}>", cls->text,
                       object.state.attributes->is_uncertain
                           ? " <unknown>"
                           : Attributes(*object.state.attributes, is_exception));
  }

  // These have Python's own texts, which their `__repr__` in stdlib/host writes.
  std::string OfLibrary(const Value& value, const Object& cls) {
    if (cls.text == "OrderedDict" || cls.text == "Counter" || cls.text == "defaultdict") {
      return fmt::format("{}({})", cls.text, Base(value));
    }
    const bool is_code =
        !FindInClass(*context_, ClassOf(*context_, value), "__next__").is_undefined() ||
        cls.text == "partial" || cls.text == "cached_property";
    if (is_code) {
      return "<function>";
    }
    const Value repr = FindOwn(*context_, &cls, "__repr__");
    return repr.is_undefined() ? "<object>" : Repr(*context_, value);
  }

  std::string OfObject(const Value& value) {
    const Object& object = *value.object;
    if (object.kind == Kind::Class) {
      return fmt::format("<class {}>", object.text.substr(object.text.rfind('.') + 1));
    }
    if (object.kind == Kind::Native && IsNumpyType(object.text)) {
      return fmt::format("<class {}>", object.text.substr(object.text.rfind('.') + 1));
    }
    if (object.kind == Kind::Native || HasTrait(object.kind, kCode)) {
      return "<function>";
    }
    if (object.kind == Kind::Module) {
      return "<module>";
    }
    if (object.kind == Kind::External) {
      return object.text.starts_with("hash ") ? "<unknown>" : "<object>";
    }
    if (object.kind == Kind::Super || object.kind == Kind::Frame || object.kind == Kind::Storage) {
      return "<object>";
    }
    if (object.state.top) {
      return "<unknown>";
    }
    if (object.kind == Kind::Array || object.kind == Kind::Scalar || object.kind == Kind::DType) {
      const bool is_long =
          object.kind == Kind::Array && ViewOf(value).size() > static_cast<std::int64_t>(kMostText);
      GiveUpIf(*context_, is_long, "is too large to be written");
      return DescribeArray(*context_, value);
    }
    if (object.kind == Kind::Instance || object.cls != nullptr) {
      return OfInstance(value);
    }
    if (object.kind == Kind::Dict && !object.state.items.empty()) {
      return "<unknown>";
    }
    const std::string base = Base(value);
    return base.empty() ? Repr(*context_, value) : base;
  }

  static bool IsNumpyType(std::string_view path) {
    constexpr std::string_view kTypes[] = {"int",  "uint",    "float", "complex",
                                           "bool", "ndarray", "dtype"};
    return path.starts_with("numpy.") && std::ranges::any_of(kTypes, [&](std::string_view type) {
             return path.substr(6).starts_with(type) &&
                    path.find_first_of("0123456789", 6) != std::string_view::npos;
           });
  }

  Context* context_;
  std::vector<const Object*> open_;
  std::size_t size_ = 0;
};

}  // namespace

std::string Describe(Context& c, const Value& value) {
  CheckKnown(c, value);
  const bool is_code =
      value.is(Kind::Class, Kind::Function, Kind::Module, Kind::Kernel, Kind::Native);
  if (value.is_object() && !is_code) {
    c.heap.GiveUpIfTop(*value.object);
  }
  std::string text = Writer(c).Write(value);
  GiveUpIf(c, text.size() > kMostText, "is too large to be written");
  GiveUpIf(c, text == "<unknown>", "depends on something that is not known");
  return text;
}

}  // namespace kernelc::host
