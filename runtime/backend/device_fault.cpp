#include "runtime/backend/device_fault.h"

#include <algorithm>
#include <string_view>

#include "runtime/backend/text.h"

namespace kernelc::backend {
namespace {

struct ErrorRow {
  abi::DeviceErrorCode code;
  std::string_view name;
  std::string_view message;
};

constexpr ErrorRow kRows[] = {
#define KC_DEVICE_ERROR(name, code, message) {abi::DeviceErrorCode::name, #name, message},
#include "runtime/abi/device_errors.def"
};

std::string PlaceText(const abi::KernelImage& image, std::int64_t location) {
  const auto number = static_cast<std::size_t>(location);
  if (number >= image.locations.size() || image.locations[number].line == 0) {
    return "an unknown line";
  }
  return Concat("line ", image.locations[number].line);
}

// `message` with $0 to $2, $t and $@ replaced.
std::string Fill(std::string_view message, const abi::KernelImage& image,
                 const abi::DeviceError& error, std::string_view text) {
  std::string filled;
  for (std::size_t i = 0; i < message.size(); ++i) {
    const char next = i + 1 < message.size() ? message[i + 1] : '\0';
    if (message[i] == '$' && next == 't') {
      filled += text;
      ++i;
    } else if (message[i] == '$' && next == '@') {
      filled += PlaceText(image, error.values[1]);
      ++i;
    } else if (message[i] == '$' && next >= '0' && next <= '2') {
      filled += std::to_string(error.values[next - '0']);
      ++i;
    } else {
      filled += message[i];
    }
  }
  return filled;
}

}  // namespace

ErrorInfo DeviceFaultInfo(const abi::KernelImage& image, const std::string& kernel,
                          const abi::DeviceError& error) {
  ErrorInfo info;
  info.code = ErrorCode::DeviceFault;
  info.operation = "launch";
  info.object = kernel.empty() ? "a kernel" : Concat("kernel `", kernel, '`');
  DeviceFault& fault = info.fault;
  fault.kernel = kernel;
  fault.has_position = true;
  std::copy_n(error.block, 3, fault.block);
  std::copy_n(error.thread, 3, fault.thread);
  std::string text;
  if (error.location < image.locations.size()) {
    const abi::SourceLocation& location = image.locations[error.location];
    fault.file = location.file;
    fault.line = location.line;
    fault.column = location.column;
    fault.length = location.length;
    text = location.text;
  }
  const auto* row = std::ranges::find(
      kRows, static_cast<abi::DeviceErrorCode>(error.code), &ErrorRow::code);
  if (row == std::end(kRows)) {
    fault.text = Concat("device error ", error.code);
  } else {
    fault.kind = row->name;
    fault.text = Fill(row->message, image, error, text);
  }
  if (fault.line != 0) {
    info.message = Concat(fault.file, ':', fault.line, ':', fault.column, ": ");
  }
  info.message += Concat(fault.text, ", in block ", TripleText(error.block), ", thread ",
                         TripleText(error.thread));
  return info;
}

}  // namespace kernelc::backend
