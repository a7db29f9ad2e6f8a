#include "compiler/constants/extern_functions.h"

#include <algorithm>

#include "compiler/constants/const_eval.h"

namespace kernelc::constants {
namespace {

constexpr std::string_view kPath = "cuda.declare_device(";

bool IsIdentifier(std::string_view text) {
  const auto is_word = [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  return !text.empty() && std::ranges::all_of(text, is_word) && (text[0] < '0' || text[0] > '9');
}

}  // namespace

bool IsDeclaredDevice(const Object& object) {
  return object.kind == ObjectKind::External && object.text.starts_with(kPath);
}

std::optional<std::vector<std::string>> ObjectTexts(const Object& object) {
  if (object.kind == ObjectKind::Str) {
    return std::vector<std::string>{object.text};
  }
  if (object.kind != ObjectKind::Tuple) {
    return std::nullopt;
  }
  std::vector<std::string> texts;
  for (const Object& element : object.elements) {
    if (element.kind != ObjectKind::Str) {
      return std::nullopt;
    }
    texts.push_back(element.text);
  }
  return texts;
}

// cuda.declare_device(name, sig, link=None, use_cooperative=False, abi="numba"): null where it cannot be read.
std::optional<Object> Evaluator::DeclaredDevice(const Arguments& arguments, SourceRange range) {
  const Object* name = arguments.Find(0, "name");
  const Object* sig = arguments.Find(1, "sig");
  if (name == nullptr || sig == nullptr || name->kind != ObjectKind::Str ||
      !IsIdentifier(name->text)) {
    return std::nullopt;
  }
  Object signature = *sig;
  if (sig->kind == ObjectKind::Str) {
    std::string error;
    std::optional<abi::ArgType> result;
    std::optional<std::vector<abi::ArgType>> params =
        types::ParseSignature(sig->text, TypeNamesOf(*index_), &error, &result);
    if (!params) {
      return std::nullopt;
    }
    signature = Object();
    signature.kind = ObjectKind::Signature;
    signature.types = std::move(*params);
    if (result) {
      signature.elements.push_back(Object::Type(*result));
    }
  }
  if (signature.kind != ObjectKind::Signature) {
    return std::nullopt;
  }
  const Object* abi = arguments.Find(4, "abi");
  const std::string abi_name = abi == nullptr ? "numba" : abi->text;
  if (abi_name != "numba" && abi_name != "c") {
    return std::nullopt;
  }
  Object object = Object::External(std::string(kPath) + name->text + ")");
  object.elements = {*name, std::move(signature), Object::Str(abi_name)};
  object.range = range;
  const Object* link = arguments.Find(2, "link");
  if (link != nullptr && link->kind != ObjectKind::None) {
    const std::optional<std::vector<std::string>> files = ObjectTexts(*link);
    if (!files) {
      return std::nullopt;
    }
    for (const std::string& file : *files) {
      object.elements.push_back(Object::Str(file));
    }
  }
  return object;
}

std::optional<Object> Evaluator::HostDescription(const host::Constant& call) {
  const std::string path = index::CanonicalModule(call.text);
  const auto* text = ast::As<ast::Call>(call.node);
  Arguments arguments;
  const std::size_t places = call.elements.size() - call.names.size();
  for (std::size_t i = 0; i < call.elements.size(); ++i) {
    std::optional<Object> value = call.elements[i] == nullptr ? std::nullopt : HostObject(call.elements[i]);
    if (!value && text != nullptr && i >= places && i - places < text->keywords.size()) {
      // Files, wherever links lead.
      ++asked_;
      value = Eval(text->keywords[i - places]->value, &index_->module_scope());
      --asked_;
    }
    if (!value) {
      return std::nullopt;
    }
    if (i < places) {
      arguments.positional.push_back(std::move(*value));
    } else {
      arguments.keywords.push_back({call.names[i - places], std::move(*value)});
    }
  }
  if (IsLinkableClass(path)) {
    return EvalLinkable(path, arguments);
  }
  const bool has_name = text != nullptr && !text->args.empty();
  return path == "cuda.declare_device" ? DeclaredDevice(arguments, has_name ? text->args.front()->range : call.where)
                                       : std::nullopt;
}

}  // namespace kernelc::constants
