// Constants that the host gives for outer names of kernels: `--define`, ProgramOptions::constants.
#include <algorithm>

#include "compiler/constants/const_eval.h"
#include "compiler/constants/const_numpy.h"

namespace kernelc::constants {
namespace {

// Null where constants of kernels cannot hold it.
std::optional<Object> GivenObject(const GivenConstant& given) {
  switch (given.kind) {
    case GivenConstant::Kind::None:
      return Object();
    case GivenConstant::Kind::Number: {
      const std::optional<Object> array = ArrayOf(given.array);
      if (!array || array->array->values.empty()) {
        return std::nullopt;
      }
      const Number& number = array->array->values.front();
      return given.typed ? Object::OfTyped(number, given.array.element) : Object::Of(number);
    }
    case GivenConstant::Kind::Str:
      return Object::Str(given.text);
    case GivenConstant::Kind::Tuple: {
      std::vector<Object> elements;
      for (const GivenConstant& each : given.elements) {
        std::optional<Object> element = GivenObject(each);
        if (!element) {
          return std::nullopt;
        }
        elements.push_back(std::move(*element));
      }
      return Object::Tuple(std::move(elements));
    }
    case GivenConstant::Kind::Type:
      return Object::Type(given.type);
    case GivenConstant::Kind::Array:
      return ArrayOf(given.array);
  }
  return std::nullopt;
}

}  // namespace

bool Evaluator::IsGiven(std::string_view name, const Scope* scope, std::optional<Object>* object) {
  const ModuleResolver* resolver = scope == nullptr ? nullptr : ImplOf(*scope->file).resolver();
  if (resolver == nullptr || resolver->constants().empty()) {
    return false;
  }
  const auto found = resolver->constants().find(name);
  if (found == resolver->constants().end() || !index::IsOuterName(name, scope)) {
    return false;
  }
  const auto [place, is_new] = given_.try_emplace(&found->second);
  if (is_new) {
    place->second = GivenObject(found->second);
  }
  *object = place->second;
  return true;
}

}  // namespace kernelc::constants
