#include "compiler/driver/print_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>

#include "compiler/base/check.h"
#include "compiler/driver/element_values.h"

namespace kernelc::driver {
namespace {

using abi::ScalarClass;

// Elements and rows shown at each end of an array.
constexpr std::int64_t kShownElements = 4;

std::string StatisticsText(const ArrayPart& part) {
  const ScalarKind kind = part.type.kind;
  const bool is_real = abi::scalar_info(kind).cls != ScalarClass::Complex;
  const bool is_whole = IsWhole(kind);
  const std::byte* least = nullptr;
  const std::byte* greatest = nullptr;
  std::int64_t nans = 0;
  std::complex<double> sum;
  const auto less = [&](const std::byte* a, const std::byte* b) {
    return is_whole ? WholeAt(kind, a) < WholeAt(kind, b)
                    : NumberAt(kind, a).real() < NumberAt(kind, b).real();
  };
  part.ForEach([&](const Dims&, const std::byte* element) {
    const std::complex<double> number = NumberAt(kind, element);
    sum += number;
    if (std::isnan(number.real())) {
      ++nans;
      return;
    }
    least = least == nullptr || less(element, least) ? element : least;
    greatest = greatest == nullptr || less(greatest, element) ? element : greatest;
  });
  std::string text;
  if (is_real && least != nullptr) {
    text += fmt::format("  min {}  max {}", ScalarToString(kind, least),
                        ScalarToString(kind, greatest));
  }
  const std::complex<double> mean = sum / static_cast<double>(part.size());
  text += is_real ? fmt::format("  mean {:.9g}", mean.real())
                  : fmt::format("  mean {:.9g}{:+.9g}j", mean.real(), mean.imag());
  return nans == 0 ? text : text + fmt::format("  nan {}", nans);
}

// Elements in brackets as NumPy prints them, indented by two; with `in_full` all of them.
class Rows {
 public:
  Rows(const ArrayPart& part, bool in_full) : part_(part), in_full_(in_full) {}

  std::string Text() {
    // Columns stand under each other.
    if (part_.shape.size() > 1) {
      ForShown(0, part_.data, [&](const std::byte* element) {
        width_ = std::max(width_, ElementText(part_.type, element).size());
      });
    }
    return "  " + TextOf(0, part_.data);
  }

 private:
  // Whether the elements of a dimension up to its last ones are left out from this one on.
  bool IsGap(std::size_t dim, std::int64_t i) const {
    return !in_full_ && i == kShownElements && part_.shape[dim] > 2 * kShownElements;
  }

  void ForShown(std::size_t dim, const std::byte* from,
                const std::function<void(const std::byte*)>& visit) const {
    if (dim == part_.shape.size()) {
      visit(from);
      return;
    }
    for (std::int64_t i = 0; i < part_.shape[dim]; ++i) {
      i = IsGap(dim, i) ? part_.shape[dim] - kShownElements : i;
      ForShown(dim + 1, from + i * part_.strides[dim], visit);
    }
  }

  std::string TextOf(std::size_t dim, const std::byte* from) const {
    if (dim == part_.shape.size()) {
      return fmt::format("{:>{}}", ElementText(part_.type, from), width_);
    }
    const std::size_t inner = part_.shape.size() - dim - 1;
    const std::string separator =
        inner == 0 ? ", " : "," + std::string(inner, '\n') + std::string(dim + 3, ' ');
    std::string text = "[";
    for (std::int64_t i = 0; i < part_.shape[dim]; ++i) {
      text += i == 0 ? "" : separator;
      if (IsGap(dim, i)) {
        text += "..." + separator;
        i = part_.shape[dim] - kShownElements;
      }
      text += TextOf(dim + 1, from + i * part_.strides[dim]);
    }
    return text + "]";
  }

  const ArrayPart& part_;
  bool in_full_;
  std::size_t width_ = 0;
};

std::string ArrayText(const std::string& name, const ArrayPart& part, bool in_full) {
  std::string text = fmt::format("{}: {} {}\n", name, ToString(part.type), ToString(part.shape));
  if (part.size() == 0) {
    return text + "  []\n";
  }
  text += Rows(part, in_full).Text() + "\n";
  return in_full || part.type.record ? text : text + StatisticsText(part) + "\n";
}

}  // namespace

std::string PrintValue(const std::string& name, const ArgumentValue& value) {
  switch (value.kind) {
    case abi::ArgKind::None:
      return fmt::format("{} = None\n", name);
    case abi::ArgKind::Scalar:
      return fmt::format("{} = {} ({})\n", name, ToString(value.scalar),
                         abi::scalar_info(value.scalar.kind).text);
    case abi::ArgKind::Array:
      return ArrayText(name, ArrayPart::Of(value.array), false);
    case abi::ArgKind::Record:
      return fmt::format("{} = {} ({})\n", name,
                         ElementText(value.array.element(), value.array.data()),
                         ToString(value.array.element()));
    case abi::ArgKind::Tuple: {
      std::string text;
      for (std::size_t i = 0; i < value.elements.size(); ++i) {
        text += PrintValue(fmt::format("{}[{}]", name, i), value.elements[i]);
      }
      return text.empty() ? fmt::format("{} = ()\n", name) : text;
    }
    case abi::ArgKind::Vector:
    case abi::ArgKind::Pointer:
      KC_FATAL("the command makes no such argument");
  }
  KC_FATAL("argument kind");
}

std::string PrintPart(const NamedPart& named) {
  if (named.is_whole) {
    return PrintValue(named.text, *named.value);
  }
  if (named.part.shape.empty()) {
    return fmt::format("{} = {} ({})\n", named.text, ElementText(named.part.type, named.part.data),
                       ToString(named.part.type));
  }
  return ArrayText(named.text, named.part, named.is_indexed);
}

}  // namespace kernelc::driver
