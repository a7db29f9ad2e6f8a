#include "kernelc/constant.h"

#include <utility>

#include "compiler/driver/constant_values.h"
#include "kernelc/error.h"

namespace kernelc {
namespace {

using Kind = sema::GivenConstant::Kind;

std::shared_ptr<const sema::GivenConstant> Share(sema::GivenConstant constant) {
  if (std::string fault = driver::FaultOfConstant(constant); !fault.empty()) {
    ErrorInfo info;
    info.code = ErrorCode::InvalidArgument;
    info.operation = "make a constant";
    info.message = std::move(fault);
    throw Error(std::move(info));
  }
  return std::make_shared<const sema::GivenConstant>(std::move(constant));
}

}  // namespace

Constant::Constant(std::nullptr_t) : given_(Share({})) {}

Constant::Constant(const ScalarValue& number, bool typed) {
  sema::GivenConstant constant;
  constant.kind = Kind::Number;
  constant.typed = typed;
  constant.array.element = number.kind;
  constant.array.bytes.assign(number.bytes, number.bytes + abi::scalar_info(number.kind).size);
  given_ = Share(std::move(constant));
}

Constant::Constant(std::string_view text) {
  sema::GivenConstant constant;
  constant.kind = Kind::Str;
  constant.text = text;
  given_ = Share(std::move(constant));
}

Constant::Constant(std::vector<Constant> elements) {
  sema::GivenConstant constant;
  constant.kind = Kind::Tuple;
  for (const Constant& element : elements) {
    constant.elements.push_back(element.given());
  }
  given_ = Share(std::move(constant));
}

Constant::Constant(const ElementType& type) {
  sema::GivenConstant constant;
  constant.kind = Kind::Type;
  constant.type = type.record ? abi::ArgType::Record(type.record) : abi::ArgType::Scalar(type.kind);
  given_ = Share(std::move(constant));
}

Constant::Constant(const HostArrayView& array) {
  sema::GivenConstant constant;
  constant.kind = Kind::Array;
  constant.array = driver::StoredArrayOf(array);
  given_ = Share(std::move(constant));
}

Constant Constant::Parse(std::string_view value) {
  Result<sema::GivenConstant> parsed = driver::ParseConstant(value);
  if (!parsed) {
    ErrorInfo info;
    info.code = ErrorCode::InvalidArgument;
    info.operation = "read a constant";
    info.object = value;
    info.message = parsed.failure().message;
    throw Error(std::move(info));
  }
  Constant constant;
  constant.given_ = std::make_shared<const sema::GivenConstant>(std::move(*parsed));
  return constant;
}

}  // namespace kernelc
