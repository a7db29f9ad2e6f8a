#include "compiler/sema/iterators.h"

#include <algorithm>

#include "compiler/sema/const_eval.h"

namespace kernelc::sema {
namespace {

constexpr std::string_view kIterator = ".<iterator>";
// What `names` of an endless one begins with; `elements` are the next number and the step.
constexpr std::string_view kEndless = "count";

}  // namespace

std::optional<Object> MakeIterator(std::string_view path, const std::vector<Object>& arguments) {
  Object iterator = Object::External(std::string(kIterator));
  if (path == ".itertools.count") {
    const auto is_number = [](const Object& object) { return object.is_number(); };
    if (arguments.size() > 2 || !std::ranges::all_of(arguments, is_number)) {
      return std::nullopt;
    }
    iterator.names.emplace_back(kEndless);
    iterator.elements = {Object::Of(Number::Int(0)), Object::Of(Number::Int(1))};
    std::ranges::copy(arguments, iterator.elements.begin());
    return iterator;
  }
  std::optional<std::vector<Object>> items =
      arguments.size() == 1 ? ObjectElements(arguments[0]) : std::nullopt;
  if (!items) {
    return std::nullopt;
  }
  iterator.elements = std::move(*items);
  return iterator;
}

std::optional<Object> TakeNext(Object* iterator) {
  if (!IsIterator(*iterator) || iterator->elements.empty()) {
    return std::nullopt;
  }
  Object value = iterator->elements.front();
  if (iterator->names.empty()) {
    iterator->elements.erase(iterator->elements.begin());
    return value;
  }
  const std::optional<Object> after =
      FoldObjects(ast::BinaryOperator::Add, value, iterator->elements[1]);
  if (!after) {
    return std::nullopt;
  }
  iterator->elements[0] = *after;
  return value;
}

bool IsIterator(const Object& object) {
  return object.kind == ObjectKind::External && object.text == kIterator;
}

}  // namespace kernelc::sema
