#include "kernelc/default_context.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "kernelc/context_memo.h"
#include "runtime/backend/registry.h"
#include "runtime/backend/text.h"

namespace kernelc {
namespace {

using backend::Concat;

constexpr const char* kOperation = "choose device";
constexpr const char* kVariable = "CUDA_DEVICE";
// PyCUDA's documentation has the one name, its code the other.
constexpr const char* kFiles[] = {".cuda-device", ".cuda_device"};
// Longer ones hold something else.
constexpr std::size_t kMostBytes = 4096;

// What the user said, and where.
struct Choice {
  std::string place;
  std::string text;
};

std::string Trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlank);
  return begin == std::string_view::npos
             ? std::string()
             : std::string(text.substr(begin, text.find_last_not_of(kBlank) - begin + 1));
}

// Nothing where there is no such file.
std::optional<std::string> ReadChoiceFile(const std::string& path) {
  errno = 0;
  std::ifstream file(path);
  if (!file && errno == ENOENT) {
    return std::nullopt;
  }
  std::string text(kMostBytes, '\0');
  errno = 0;
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file.is_open() || file.bad() || (file.gcount() == 0 && errno != 0)) {
    backend::ThrowError(ErrorCode::FileAccess, kOperation, path,
                        Concat("the file that names the default device cannot be read: ",
                               errno != 0 ? std::strerror(errno) : "it is no file"));
  }
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

std::optional<Choice> FindChoice() {
  if (const char* const text = std::getenv(kVariable)) {
    return Choice{kVariable, Trimmed(text)};
  }
  const char* const home = std::getenv("HOME");
  if (home == nullptr || *home == '\0') {
    return std::nullopt;
  }
  for (const char* const name : kFiles) {
    const std::string path = Concat(home, "/", name);
    if (const std::optional<std::string> text = ReadChoiceFile(path)) {
      return Choice{path, Trimmed(*text)};
    }
  }
  return std::nullopt;
}

Device DeviceOf(const Choice& choice) {
  const bool is_number = !choice.text.empty() && std::ranges::all_of(choice.text, [](char c) {
    return c >= '0' && c <= '9';
  });
  try {
    return device(is_number ? Concat("cuda:", choice.text) : choice.text);
  } catch (const Error& error) {
    ErrorInfo info = error.info();
    info.operation = kOperation;
    info.object = choice.place;
    const std::string shown =
        choice.text.size() <= 40 ? choice.text : choice.text.substr(0, 40) + "...";
    info.message = Concat(choice.place, " says `", shown, "`: ", error.message());
    if (info.code == ErrorCode::InvalidArgument) {
      info.message = Concat(
          choice.place, " says `", shown,
          "`: it names a device by the number of a CUDA device, as in 0, or as `cuda:0` or `cpu`");
    }
    throw Error(std::move(info));
  }
}

}  // namespace

Context MakeDefaultContext() {
  if (const std::optional<Choice> choice = FindChoice()) {
    return Context(DeviceOf(*choice));
  }
  std::string reasons;
  for (const Device& device : devices()) {
    // The CPU stands in for GPUs where there are none, not for those that refuse.
    if (device.kind() == DeviceKind::Cpu && cuda_available()) {
      continue;
    }
    std::shared_ptr<backend::Context> context;
    const backend::Status status = backend::GetContext(device.impl(), &context);
    if (status.ok()) {
      return Context(std::move(context));
    }
    reasons += Concat(reasons.empty() ? "" : "; ", device.name(), ": ", status.info().message);
  }
  backend::ThrowError(
      ErrorCode::NoDevice, kOperation, "default device",
      Concat("no device gives a context: ", reasons, "; ", kVariable, "=cpu chooses the CPU"));
}

Device GetDefaultDevice(const Device& fallback) {
  const std::optional<Choice> choice = FindChoice();
  return choice ? DeviceOf(*choice) : fallback;
}

AutoInit::AutoInit() : context_(MakeDefaultContext()), scope_(context_) {}

AutoInit::~AutoInit() { ReleaseContexts(); }

}  // namespace kernelc
