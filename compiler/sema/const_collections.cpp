// Dictionaries, and what `collections` has besides named tuples.
#include <algorithm>

#include "compiler/sema/const_eval.h"

namespace kernelc::sema {

bool PutItem(Object* dict, const Object& key, const Object& value) {
  if (!IsHashable(key)) {
    return false;
  }
  for (std::size_t i = 0; i < dict->elements.size(); i += 2) {
    const std::optional<bool> same = SameValue(dict->elements[i], key);
    if (!same) {
      return false;
    }
    if (*same) {
      dict->elements[i + 1] = value;
      return true;
    }
  }
  dict->parts += key.parts + value.parts;
  dict->elements.push_back(key);
  dict->elements.push_back(value);
  return dict->parts < kMaxConstantParts;
}

// dict(a=1), dict([("a", 1)]), dict(other, b=2)
std::optional<Object> Evaluator::MakeDict(const Arguments& arguments) {
  Object dict;
  dict.kind = ObjectKind::Dict;
  if (arguments.positional.size() > 1) {
    return std::nullopt;
  }
  if (!arguments.positional.empty() && arguments.positional[0].kind == ObjectKind::Dict) {
    dict = arguments.positional[0];
    dict.cell = nullptr;
    dict.flavor = Flavor::Plain;
    dict.keyword_values.clear();
  } else if (!arguments.positional.empty()) {
    const std::optional<std::vector<Object>> pairs = ObjectElements(arguments.positional[0]);
    for (std::size_t i = 0; pairs && i < pairs->size(); ++i) {
      const std::optional<std::vector<Object>> pair = ObjectElements((*pairs)[i]);
      if (!pair || pair->size() != 2 || !PutItem(&dict, (*pair)[0], (*pair)[1])) {
        return std::nullopt;
      }
    }
    if (!pairs) {
      return std::nullopt;
    }
  }
  for (const Keyword& keyword : arguments.keywords) {
    if (!PutItem(&dict, Object::Str(keyword.name), keyword.value)) {
      return std::nullopt;
    }
  }
  return dict;
}

std::optional<Object> Evaluator::MakeCollection(std::string_view name, const Arguments& arguments) {
  const std::vector<Object>& positional = arguments.positional;
  if (!arguments.keywords.empty()) {
    return std::nullopt;
  }
  if (name == "defaultdict") {
    // Looking at it changes it, which is seen where statements are followed, and under these names;
    // see MayChange.
    const auto& bindings = index_->module_scope().bindings;
    if (running_ == 0 || (!bindings.contains("defaultdict") && !bindings.contains("collections"))) {
      return std::nullopt;
    }
    // What makes the values: a type of Python's, or a function.
    const bool is_maker = !positional.empty() && (positional[0].kind == ObjectKind::External ||
                                                  positional[0].kind == ObjectKind::Function);
    std::optional<Object> dict =
        is_maker ? MakeDict({{positional.begin() + 1, positional.end()}, {}}) : std::nullopt;
    if (dict) {
      dict->flavor = Flavor::DefaultDict;
      dict->keyword_values = {positional[0]};
    }
    return dict;
  }
  const std::optional<std::vector<Object>> items = positional.empty() ? std::vector<Object>()
                                                   : positional.size() == 1
                                                       ? ObjectElements(positional[0])
                                                       : std::nullopt;
  if (!items || (!positional.empty() && positional[0].kind == ObjectKind::Dict)) {
    return std::nullopt;
  }
  if (name == "deque") {
    Object deque = Object::List(*items);
    deque.flavor = Flavor::Deque;
    return deque;
  }
  if (name != "Counter") {
    return std::nullopt;
  }
  Object counter;
  counter.kind = ObjectKind::Dict;
  for (const Object& item : *items) {
    const std::optional<Object> count = GetItem(counter, {item, Object::Of(Number::Int(0))});
    const bool is_put = count && IsHashable(item) &&
                        PutItem(&counter, item, Object::Of(Number::Int(count->number.integer + 1)));
    if (!is_put) {
      return std::nullopt;
    }
  }
  counter.flavor = Flavor::Counter;
  return counter;
}

// dict.get(key, default)
std::optional<Object> Evaluator::GetItem(const Object& dict, const std::vector<Object>& arguments) {
  constexpr std::size_t kKeysOfAStep = 4;
  steps_ += dict.elements.size() / kKeysOfAStep;
  for (std::size_t i = 0; i < dict.elements.size(); i += 2) {
    const std::optional<bool> same = SameValue(dict.elements[i], arguments[0]);
    if (!same) {
      return std::nullopt;
    }
    if (*same) {
      return Current(dict.elements[i + 1]);
    }
  }
  return arguments.size() == 2 ? arguments[1] : Object();
}

}  // namespace kernelc::sema
