#include "compiler/driver/cubin_use.h"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "compiler/driver/elf_check.h"

namespace kernelc::driver {
namespace {

// A cubin is an ELF file. Its section `.nv.info` is a list of attributes: a byte with the form, one
// with the name, and two with a value, which for the form of counted bytes is their number. That of
// a kernel's registers has its place in the table of symbols and the figure, of four bytes each.
constexpr std::uint8_t kCountedForm = 4;
constexpr std::uint8_t kRegisterCount = 0x2f;
constexpr std::size_t kAttributeHead = 4;
constexpr std::size_t kRegisterCountBytes = 8;
// From compute capability 9.0 on the static shared memory of a kernel lies behind the driver's,
// whose place has this symbol, and its section's size has both.
constexpr std::string_view kReservedShared = ".nv.reservedSmem.offset0";
constexpr std::uint64_t kReservedSharedBytes = 1024;

template <typename T>
std::optional<T> ReadAt(std::string_view bytes, std::uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) {
    return std::nullopt;
  }
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

// The text in a table of names, up to its zero.
std::string_view NameAt(std::string_view names, std::uint64_t offset) {
  const std::string_view rest = offset < names.size() ? names.substr(offset) : std::string_view();
  return rest.substr(0, rest.find('\0'));
}

class Sections {
 public:
  // Of bytes without ElfDamage().
  explicit Sections(std::string_view bytes) : bytes_(bytes) {
    const auto header = ReadAt<Elf64_Ehdr>(bytes, 0);
    for (std::uint64_t i = 0; header && i < header->e_shnum; ++i) {
      sections_.push_back(*ReadAt<Elf64_Shdr>(bytes, header->e_shoff + i * sizeof(Elf64_Shdr)));
    }
    names_ = sections_.empty() ? std::string_view() : Contents(sections_[header->e_shstrndx]);
  }

  const Elf64_Shdr* Find(std::string_view name) const {
    for (const Elf64_Shdr& section : sections_) {
      if (NameAt(names_, section.sh_name) == name) {
        return &section;
      }
    }
    return nullptr;
  }
  std::string_view Contents(const Elf64_Shdr& section) const {
    return section.sh_type == SHT_NOBITS ? std::string_view()
                                         : bytes_.substr(section.sh_offset, section.sh_size);
  }
  // The symbol's place in their table.
  std::optional<std::uint32_t> FindSymbol(std::string_view name) const {
    const Elf64_Shdr* const table = Find(".symtab");
    if (table == nullptr || table->sh_link >= sections_.size()) {
      return std::nullopt;
    }
    const std::string_view symbols = Contents(*table);
    const std::string_view names = Contents(sections_[table->sh_link]);
    for (std::uint32_t i = 0; i < symbols.size() / sizeof(Elf64_Sym); ++i) {
      if (NameAt(names, ReadAt<Elf64_Sym>(symbols, i * sizeof(Elf64_Sym))->st_name) == name) {
        return i;
      }
    }
    return std::nullopt;
  }

 private:
  std::string_view bytes_;
  std::string_view names_;
  std::vector<Elf64_Shdr> sections_;
};

std::optional<std::uint32_t> FindRegisters(std::string_view info, std::uint32_t function) {
  for (std::uint64_t at = 0; at + kAttributeHead <= info.size();) {
    const auto form = *ReadAt<std::uint8_t>(info, at);
    const auto attribute = *ReadAt<std::uint8_t>(info, at + 1);
    const auto bytes = *ReadAt<std::uint16_t>(info, at + 2);
    if (form == kCountedForm && attribute == kRegisterCount && bytes == kRegisterCountBytes &&
        ReadAt<std::uint32_t>(info, at + kAttributeHead) == function) {
      return ReadAt<std::uint32_t>(info, at + kAttributeHead + sizeof(std::uint32_t));
    }
    at += kAttributeHead + (form == kCountedForm ? bytes : 0);
  }
  return std::nullopt;
}

}  // namespace

Result<CubinUse> ReadCubinUse(std::span<const std::byte> cubin, const std::string& symbol) {
  const std::string_view bytes(reinterpret_cast<const char*>(cubin.data()), cubin.size());
  if (const std::string damage = ElfDamage(bytes); !damage.empty()) {
    return Failure{fmt::format("the machine code of `{}` cannot be read: {}", symbol, damage)};
  }
  const Sections sections(bytes);
  const Elf64_Shdr* const info = sections.Find(".nv.info");
  const std::optional<std::uint32_t> function = sections.FindSymbol(symbol);
  const std::optional<std::uint32_t> registers =
      info != nullptr && function ? FindRegisters(sections.Contents(*info), *function)
                                  : std::nullopt;
  if (!registers) {
    return Failure{
        fmt::format("the machine code does not say how many registers `{}` uses", symbol)};
  }
  CubinUse use;
  use.registers = *registers;
  if (const Elf64_Shdr* const shared = sections.Find(".nv.shared." + symbol)) {
    const bool has_reserved = sections.FindSymbol(kReservedShared).has_value();
    const std::uint64_t reserved = has_reserved ? kReservedSharedBytes : 0;
    use.static_shared_bytes = shared->sh_size - std::min<std::uint64_t>(shared->sh_size, reserved);
  }
  return use;
}

}  // namespace kernelc::driver
