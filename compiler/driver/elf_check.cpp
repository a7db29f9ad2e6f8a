#include "compiler/driver/elf_check.h"

#include <elf.h>

#include <cstring>

namespace kernelc::driver {
namespace {

template <typename T>
bool ReadAt(std::string_view bytes, std::uint64_t offset, T* value) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) {
    return false;
  }
  std::memcpy(value, bytes.data() + offset, sizeof(T));
  return true;
}

bool IsInside(std::string_view bytes, std::uint64_t offset, std::uint64_t size) {
  return offset <= bytes.size() && size <= bytes.size() - offset;
}

// A string table ends with a zero, and names begin inside.
std::string NamesDamage(std::string_view bytes, const Elf64_Ehdr& header) {
  Elf64_Shdr names;
  if (header.e_shnum == 0) {
    return {};
  }
  if (header.e_shstrndx >= header.e_shnum ||
      !ReadAt(bytes, header.e_shoff + std::uint64_t{header.e_shstrndx} * sizeof(Elf64_Shdr),
              &names) ||
      names.sh_size == 0 || bytes[names.sh_offset + names.sh_size - 1] != '\0') {
    return "the names of its sections are damaged";
  }
  for (std::uint64_t i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section;
    ReadAt(bytes, header.e_shoff + i * sizeof section, &section);
    if (section.sh_name >= names.sh_size) {
      return "the names of its sections are damaged";
    }
  }
  return {};
}

}  // namespace

std::string ElfDamage(std::string_view bytes) {
  Elf64_Ehdr header;
  if (!ReadAt(bytes, 0, &header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) {
    return "it does not begin as an ELF file does";
  }
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB) {
    return "it is no 64-bit little-endian ELF file";
  }
  const bool has_sections = header.e_shnum != 0;
  if (has_sections && header.e_shentsize != sizeof(Elf64_Shdr)) {
    return "its table of sections is damaged";
  }
  for (std::uint64_t i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section;
    if (header.e_shoff > bytes.size() ||
        !ReadAt(bytes, header.e_shoff + i * sizeof section, &section)) {
      return "its table of sections lies outside: the file is cut off";
    }
    if (section.sh_type != SHT_NOBITS && section.sh_type != SHT_NULL &&
        !IsInside(bytes, section.sh_offset, section.sh_size)) {
      return "a section lies outside: the file is cut off";
    }
  }
  for (std::uint64_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    if (header.e_phoff > bytes.size() ||
        !ReadAt(bytes, header.e_phoff + i * sizeof segment, &segment) ||
        !IsInside(bytes, segment.p_offset, segment.p_filesz)) {
      return "a segment lies outside: the file is cut off";
    }
  }
  return NamesDamage(bytes, header);
}

}  // namespace kernelc::driver
