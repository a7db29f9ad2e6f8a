// What the environment says about the cache, and which build this is.
#include <elf.h>
#include <link.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>

#include "compiler/cache/store.h"

namespace kernelc::cache {
namespace {

std::string_view Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

// The build id in the notes [data, data + size); empty where there is none.
std::string FindBuildIdNote(const char* data, std::size_t size) {
  const auto padded = [](std::size_t bytes) { return (bytes + 3) / 4 * 4; };
  std::size_t at = 0;
  while (at + sizeof(ElfW(Nhdr)) <= size) {
    ElfW(Nhdr) note;
    std::memcpy(&note, data + at, sizeof note);
    const std::size_t name_at = at + sizeof note;
    const std::size_t text_at = name_at + padded(note.n_namesz);
    const std::size_t end = text_at + padded(note.n_descsz);
    if (end > size) {
      break;
    }
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
        std::memcmp(data + name_at, "GNU", 4) == 0) {
      std::string text;
      for (std::size_t i = 0; i < note.n_descsz; ++i) {
        constexpr std::string_view kDigits = "0123456789abcdef";
        const auto byte = static_cast<unsigned char>(data[text_at + i]);
        text += kDigits[byte >> 4];
        text += kDigits[byte & 15];
      }
      return text;
    }
    at = end;
  }
  return {};
}

// Looks for the object that holds this function, and its build id.
int VisitObject(struct dl_phdr_info* info, std::size_t /*size*/, void* result) {
  const auto self = reinterpret_cast<ElfW(Addr)>(&VisitObject);
  bool holds_this = false;
  for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    const ElfW(Addr) begin = info->dlpi_addr + segment.p_vaddr;
    holds_this = holds_this || (segment.p_type == PT_LOAD && self >= begin &&
                                self < begin + segment.p_memsz);
  }
  if (!holds_this) {
    return 0;
  }
  std::string& build_id = *static_cast<std::string*>(result);
  for (unsigned i = 0; i < info->dlpi_phnum && build_id.empty(); ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    if (segment.p_type == PT_NOTE) {
      build_id = FindBuildIdNote(reinterpret_cast<const char*>(info->dlpi_addr + segment.p_vaddr),
                                 segment.p_memsz);
    }
  }
  return 1;
}

std::string FindBuildId() {
  std::string build_id;
  dl_iterate_phdr(VisitObject, &build_id);
  return build_id;
}

// The folder that the environment names; empty where it names none. Only absolute paths count, as
// the XDG base directory specification has it.
std::string FolderFromEnvironment() {
  if (const std::string_view folder = Variable("KERNELC_CACHE_DIR"); !folder.empty()) {
    return std::string(folder);
  }
  if (const std::string_view base = Variable("XDG_CACHE_HOME"); base.starts_with('/')) {
    return std::string(base) + "/kernelc";
  }
  if (const std::string_view home = Variable("HOME"); home.starts_with('/')) {
    return std::string(home) + "/.cache/kernelc";
  }
  return {};
}

}  // namespace

const std::string& BuildId() {
  static const std::string build_id = FindBuildId();
  return build_id;
}

std::optional<std::uint64_t> ParseSize(std::string_view text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, number);
  if (parsed.ec != std::errc() || end - parsed.ptr > 1) {
    return std::nullopt;
  }
  constexpr std::string_view kUnits = "KMGT";
  unsigned shift = 0;
  if (parsed.ptr != end) {
    const char unit = static_cast<char>(*parsed.ptr & ~0x20);
    const std::size_t at = kUnits.find(unit);
    if (at == std::string_view::npos) {
      return std::nullopt;
    }
    shift = static_cast<unsigned>(at + 1) * 10;
  }
  if (shift != 0 && number >> (64 - shift) != 0) {
    return std::nullopt;
  }
  return number << shift;
}

std::optional<Config> ConfigFromEnvironment() {
  const std::string_view wanted = Variable("KERNELC_CACHE");
  Config config;
  config.folder = FolderFromEnvironment();
  config.build_id = BuildId();
  // Without a build id nothing tells what this build has made from what another one has.
  if (wanted == "0" || wanted == "off" || config.folder.empty() || config.build_id.empty()) {
    return std::nullopt;
  }
  if (const auto size = ParseSize(Variable("KERNELC_CACHE_SIZE"))) {
    config.max_bytes = *size;
  }
  return config;
}

}  // namespace kernelc::cache
