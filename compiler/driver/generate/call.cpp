#include "compiler/driver/generate/call.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace kernelc::driver::generate {
namespace {

// What a call lacks or has too much of.
[[noreturn]] void ThrowCount(const Interface& interface, std::size_t given, const char* what) {
  ThrowCall(ErrorCode::TypeMismatch, what,
            fmt::format("takes {} argument{} ({}), {} given", interface.inputs.size(),
                        interface.inputs.size() == 1 ? "" : "s", fmt::join(interface.inputs, ", "),
                        given));
}

void SetNumber(std::size_t place, const ScalarValue& value, Parameters* parameters) {
  parameters->arrays[place] = nullptr;
  parameters->numbers[place].value = value;
  parameters->kinds[place] = value.kind;
  parameters->weak |= std::uint64_t{1} << place;
}

}  // namespace

void CheckInterface(const Interface& interface, const char* what) {
  if (interface.parameter_count() > kMaxParameters || interface.outputs.size() > kMaxOutputs) {
    ThrowCall(ErrorCode::InvalidArgument, what,
              fmt::format("{} inputs and {} results; at most {} and {} are possible",
                          interface.parameter_count(), interface.outputs.size(), kMaxParameters,
                          kMaxOutputs));
  }
}

std::vector<bool> Parameters::is_weak() const {
  std::vector<bool> list(count);
  for (std::size_t p = 0; p < count; ++p) {
    list[p] = arrays[p] == nullptr;
  }
  return list;
}

std::vector<const DeviceArrayAny*> Parameters::present() const {
  std::vector<const DeviceArrayAny*> list;
  std::copy_if(arrays.begin(), arrays.begin() + static_cast<std::ptrdiff_t>(count),
               std::back_inserter(list), [](const auto* array) { return array != nullptr; });
  return list;
}

std::vector<std::string> Parameters::names(const Interface& interface) const {
  std::vector<std::string> list;
  for (std::size_t p = 0; p < interface.inputs.size(); ++p) {
    if (arrays[p] != nullptr) {
      list.push_back(interface.inputs[p]);
    }
  }
  return list;
}

Parameters BindParameters(const Interface& interface, std::span<const Arg> args,
                          std::span<const NamedScalar> scalars, const char* what) {
  if (args.size() != interface.inputs.size()) {
    ThrowCount(interface, args.size(), what);
  }
  Parameters parameters;
  parameters.count = interface.parameter_count();
  for (std::size_t p = 0; p < args.size(); ++p) {
    if (args[p].kind() == abi::ArgKind::Scalar) {
      SetNumber(p, args[p].scalar(), &parameters);
      continue;
    }
    if (args[p].kind() != abi::ArgKind::Array || args[p].array().kind() == ScalarKind::kRecord) {
      ThrowCall(ErrorCode::TypeMismatch, what,
                fmt::format("`{}` must be a number or an array of numbers", interface.inputs[p]));
    }
    parameters.arrays[p] = &args[p].array();
    parameters.kinds[p] = args[p].array().kind();
  }
  for (std::size_t d = 0; d < interface.defaults.size(); ++d) {
    SetNumber(args.size() + d, interface.defaults[d].second, &parameters);
  }
  for (const auto& [name, value] : scalars) {
    const auto found = std::ranges::find(interface.defaults, name, &NamedScalar::first);
    if (found == interface.defaults.end()) {
      std::vector<std::string> names;
      for (const NamedScalar& scalar : interface.defaults) {
        names.push_back(scalar.first);
      }
      ThrowCall(ErrorCode::InvalidArgument, what,
                fmt::format("there is no number `{}` with a default; those are: {}", name,
                            names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
    }
    SetNumber(args.size() + static_cast<std::size_t>(found - interface.defaults.begin()), value,
              &parameters);
  }
  return parameters;
}

ScalarValue NumberOf(const Interface& interface, const ParameterTypes& types,
                     const Parameters& parameters, std::size_t p, const char* what) {
  const ScalarValue& value = parameters.numbers[p].value;
  if (types.passed[p] == value.kind) {
    return value;
  }
  const std::string& name = p < interface.inputs.size()
                                ? interface.inputs[p]
                                : interface.defaults[p - interface.inputs.size()].first;
  return ConvertNumber(value, types.passed[p], name, what);
}

PlanKey::PlanKey(const Parameters& parameters, std::span<const DeviceArrayAny> outputs)
    : weak_(parameters.weak) {
  const auto count = static_cast<std::ptrdiff_t>(parameters.count);
  std::copy_n(parameters.kinds.begin(), count, kinds_.begin());
  size_ = count;
  for (const DeviceArrayAny& output : outputs.first(std::min(outputs.size(), kMaxOutputs))) {
    kinds_[static_cast<std::size_t>(size_++)] = output.kind();
  }
}

JitKernel KernelOf(const FileText& file, std::string_view text, std::string_view name) {
  return Program::FromSource(fmt::format("{}{}", file.text, text), file.path, file.options)
      .kernel(name);
}

std::string Numbered(std::string_view prefix, std::size_t count) {
  std::string text;
  for (std::size_t k = 0; k < count; ++k) {
    text += fmt::format("{}{}{}", k == 0 ? "" : ", ", prefix, k);
  }
  return text;
}

std::string PlaceText(std::string_view name, std::size_t count) {
  return count == 1 ? std::string(name) : Numbered(name, count);
}

std::string Unravel(std::string_view name, std::size_t count, std::string_view array,
                    std::size_t first, bool small, int indent) {
  if (count < 2) {
    return {};
  }
  const char* const type = small ? "_np.uint32" : "_np.int64";
  std::string text = fmt::format("{:{}}{}_q = {}({})\n", "", indent, name, type, name);
  for (std::size_t k = count; k-- > 1;) {
    text += fmt::format("{0:{1}}{2}_n = {3}({4}.shape[{5}])\n", "", indent, name, type, array,
                        first + k);
    text += fmt::format("{0:{1}}{2}{3} = {2}_q % {2}_n\n", "", indent, name, k);
    text += fmt::format("{0:{1}}{2}_q = {2}_q // {2}_n\n", "", indent, name);
  }
  return text + fmt::format("{0:{1}}{2}0 = {2}_q\n", "", indent, name);
}

std::string Arguments(const ParameterTypes& types, const Parameters& parameters,
                      std::string_view place, std::string_view index) {
  std::vector<std::string> list;
  for (std::size_t p = 0; p < parameters.count; ++p) {
    std::string value =
        parameters.arrays[p] != nullptr ? fmt::format("p{}[{}]", p, place) : fmt::format("p{}", p);
    list.push_back(types.converted[p] == types.passed[p]
                       ? std::move(value)
                       : fmt::format("{}({})", TypeText(types.converted[p]), value));
  }
  if (!index.empty()) {
    list.emplace_back(index);
  }
  return fmt::format("{}", fmt::join(list, ", "));
}

std::shared_ptr<Scratch::Entry> Scratch::EntryFor(const Context& context, StreamRef stream) {
  constexpr std::size_t kMostEntries = 64;
  const std::uint64_t number = stream_number(context, stream);
  const std::lock_guard lock(mutex_);
  auto found =
      std::ranges::find_if(entries_, [&](const auto& entry) { return entry->stream == number; });
  if (found == entries_.end()) {
    if (entries_.size() == kMostEntries) {
      entries_.erase(entries_.begin());
    }
    found = entries_.insert(entries_.end(), std::make_shared<Entry>());
    (*found)->stream = number;
  }
  std::rotate(found, found + 1, entries_.end());
  return entries_.back();
}

}  // namespace kernelc::driver::generate
