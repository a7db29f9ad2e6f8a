#include "compiler/codegen/cuda_cpp/module_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "compiler/codegen/cuda_cpp/numbers.h"

namespace kernelc::codegen::cuda_cpp {

namespace {

// Numbers of one definition, several to a line.
class NumberList {
 public:
  void Add(const std::string& number) {
    constexpr std::size_t kWidth = 96;
    if (line_ + number.size() + 2 > kWidth || text_.empty()) {
      text_ += text_.empty() ? "\n    " : ",\n    ";
      line_ = 4;
    } else {
      text_ += ", ";
      line_ += 2;
    }
    text_ += number;
    line_ += number.size();
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::size_t line_ = 0;
};

template <typename T>
T ReadAs(const char* place) {
  T value;
  std::memcpy(&value, place, sizeof(T));
  return value;
}

double ReadFloat(TypeId type, const char* place) {
  return type == types::kFloat32 ? static_cast<double>(ReadAs<float>(place))
                                 : ReadAs<double>(place);
}

std::int64_t ReadInteger(TypeId type, const char* place) {
  switch (types::scalar_size(type)) {
    case 1:
      return types::IsSigned(type) ? std::int64_t{ReadAs<std::int8_t>(place)}
                                   : std::int64_t{ReadAs<std::uint8_t>(place)};
    case 2:
      return types::IsSigned(type) ? std::int64_t{ReadAs<std::int16_t>(place)}
                                   : std::int64_t{ReadAs<std::uint16_t>(place)};
    case 4:
      return types::IsSigned(type) ? std::int64_t{ReadAs<std::int32_t>(place)}
                                   : std::int64_t{ReadAs<std::uint32_t>(place)};
    default:
      return ReadAs<std::int64_t>(place);
  }
}

// Whether C++ can write these elements as numbers; others are bytes. No constant expression of
// every compiler is infinite or no number.
bool HasNumbers(TypeId type, const std::string& bytes) {
  if (!types::IsScalar(type) || (types::IsFloat(type) && types::scalar_bits(type) == 16)) {
    return false;
  }
  if (!types::IsFloat(type) && !types::IsComplex(type)) {
    return true;
  }
  const TypeId part = types::IsComplex(type) ? types::ComplexElement(type) : type;
  for (std::size_t at = 0; at < bytes.size(); at += types::scalar_size(part)) {
    if (!std::isfinite(ReadFloat(part, bytes.data() + at))) {
      return false;
    }
  }
  return true;
}

std::string Number(TypeId type, const char* place) {
  if (types::IsComplex(type)) {
    const TypeId part = types::ComplexElement(type);
    return fmt::format("{{{}, {}}}", Number(part, place),
                       Number(part, place + types::scalar_size(part)));
  }
  return types::IsFloat(type) ? FloatNumber(ReadFloat(type, place), type == types::kFloat32).text
                              : IntegerNumber(ReadInteger(type, place), type).text;
}

}  // namespace

std::vector<Assignments> ModuleText::FindAll(const kir::Module& module) {
  std::vector<Assignments> all;
  for (const kir::Function& function : module.functions) {
    all.push_back(FindAssignments(module, function));
  }
  return all;
}

const Assignments& ModuleText::assignments(const kir::Function& function) const {
  const auto place = std::ranges::find_if(
      module_->functions, [&](const kir::Function& other) { return &other == &function; });
  return assignments_[static_cast<std::size_t>(place - module_->functions.begin())];
}

void ModuleText::TakeNames() {
  named_constants_.emplace(*module_, &names_);
  for (const kir::RecordName& record : module_->record_names) {
    types_.NameRecord(record.type, record.name);
  }
}

const std::string& ModuleText::TableName(const std::string& wanted, const std::string& element,
                                         const std::vector<std::string>& numbers) {
  NumberList list;
  for (const std::string& number : numbers) {
    list.Add(number);
  }
  const auto [place, inserted] =
      table_names_.try_emplace(fmt::format("{} {} {}", wanted, element, list.text()));
  if (inserted) {
    place->second = names_.Add(wanted);
    constants_.push_back(
        {place->second, fmt::format("__constant__ const {} {}[{}] = {{{}}};\n", element,
                                    place->second, numbers.size(), list.text())});
  }
  return place->second;
}

const Expr& ModuleText::ConstantData(kir::ConstantId id) {
  const auto [place, inserted] = constant_data_.try_emplace(id);
  if (!inserted) {
    return place->second;
  }
  const kir::Constant& constant = module_->constant(id);
  const types::Type& type = module_->types.get(constant.type);
  const std::string name = names_.Add(constant.name.empty() ? constant.symbol : constant.name);
  const std::string space =
      type.space == types::AddressSpace::Constant ? "__constant__" : "__device__";
  const std::string element = types_.Element(type.element);
  NumberList numbers;
  if (HasNumbers(type.element, constant.bytes)) {
    const std::size_t size = types::scalar_size(type.element);
    for (std::size_t at = 0; at + size <= constant.bytes.size(); at += size) {
      numbers.Add(Number(type.element, constant.bytes.data() + at));
    }
    const std::size_t count = constant.bytes.size() / size;
    place->second = {name, Binding::Name};
    constants_.push_back({name, fmt::format("{} const {} {}[{}] = {{{}}};\n", space, element, name,
                                            count == 0 ? 1 : count, numbers.text())});
    return place->second;
  }
  for (const char byte : constant.bytes) {
    numbers.Add(fmt::format("{}", static_cast<unsigned>(static_cast<unsigned char>(byte))));
  }
  place->second = Call(fmt::format("reinterpret_cast<const {}*>", element), name);
  constants_.push_back(
      {name, fmt::format("{} __align__(16) const unsigned char {}[{}] = {{{}}};\n", space, name,
                         constant.bytes.empty() ? 1 : constant.bytes.size(), numbers.text())});
  return place->second;
}

}  // namespace kernelc::codegen::cuda_cpp
