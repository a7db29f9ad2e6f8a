#include "compiler/driver/defined_functions.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>

#include "compiler/base/check.h"
#include "compiler/driver/elf_check.h"
#include "compiler/jit/packed_objects.h"

namespace kernelc::driver {
namespace {

bool IsNameCharacter(char c) {
  return c == '_' || c == '$' || c == '%' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z');
}

std::size_t SkipBlanks(std::string_view text, std::size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r')) {
    ++at;
  }
  return at;
}

// Behind the parenthesis that closes the one at `at`.
std::size_t SkipParentheses(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '(') {
    return at;
  }
  const std::size_t close = text.find(')', at);
  return close == std::string_view::npos ? text.size() : close + 1;
}

// Of a cubin or an object, whose tables are known to lie inside (elf_check.h).
std::vector<std::string> FunctionsOfElf(std::string_view bytes) {
  std::vector<std::string> names;
  Elf64_Ehdr header;
  std::memcpy(&header, bytes.data(), sizeof header);
  const auto section_at = [&](std::uint64_t index) {
    Elf64_Shdr section{};
    if (index < header.e_shnum) {
      std::memcpy(&section, bytes.data() + header.e_shoff + index * sizeof section, sizeof section);
    }
    return section;
  };
  for (std::uint64_t i = 0; i < header.e_shnum; ++i) {
    const Elf64_Shdr table = section_at(i);
    const Elf64_Shdr strings = section_at(table.sh_link);
    if (table.sh_type != SHT_SYMTAB || strings.sh_type != SHT_STRTAB) {
      continue;
    }
    const std::string_view text = bytes.substr(strings.sh_offset, strings.sh_size);
    for (std::uint64_t at = 0; at + sizeof(Elf64_Sym) <= table.sh_size; at += sizeof(Elf64_Sym)) {
      Elf64_Sym symbol;
      std::memcpy(&symbol, bytes.data() + table.sh_offset + at, sizeof symbol);
      const bool is_definition = ELF64_ST_TYPE(symbol.st_info) == STT_FUNC &&
                                 ELF64_ST_BIND(symbol.st_info) == STB_GLOBAL &&
                                 symbol.st_shndx != SHN_UNDEF && symbol.st_size > 0 &&
                                 symbol.st_name < text.size();
      if (is_definition) {
        const std::string_view rest = text.substr(symbol.st_name);
        names.emplace_back(rest.substr(0, rest.find('\0')));
      }
    }
  }
  return names;
}

// Names behind `directive`, those of declarations left away.
std::vector<std::string> DefinedByPtx(std::string_view text, std::string_view directive) {
  std::vector<std::string> names;
  for (std::size_t at = text.find(directive); at != std::string_view::npos;
       at = text.find(directive, at + 1)) {
    std::size_t begin = SkipBlanks(text, at + directive.size());
    begin = SkipBlanks(text, SkipParentheses(text, begin));
    std::size_t end = begin;
    while (end < text.size() && IsNameCharacter(text[end])) {
      ++end;
    }
    // Behind the parameters stands a body, or the end of a declaration.
    const std::size_t next = text.find_first_of("{;", SkipParentheses(text, SkipBlanks(text, end)));
    if (end > begin && next != std::string_view::npos && text[next] == '{') {
      names.emplace_back(text.substr(begin, end - begin));
    }
  }
  return names;
}

// All that `code` defines for others; null for code that is not here.
std::optional<std::vector<std::string>> DefinedBy(const abi::Code& code) {
  const std::string_view bytes(reinterpret_cast<const char*>(code.bytes.data()), code.bytes.size());
  switch (code.kind) {
    case abi::CodeKind::Ptx: {
      std::vector<std::string> names = KernelsOfPtx(bytes);
      std::ranges::move(FunctionsOfPtx(bytes), std::back_inserter(names));
      return names;
    }
    case abi::CodeKind::Cubin:
      // A linker of the machine made it: what is no ELF file, the driver refuses when it loads it.
      if (!ElfDamage(bytes).empty()) {
        return std::nullopt;
      }
      return FunctionsOfElf(bytes);
    case abi::CodeKind::CpuObject:
      if (bytes.starts_with(jit::kPackedMagic)) {
        // Its object was looked at before others joined it.
        return std::nullopt;
      }
      KC_CHECK(ElfDamage(bytes).empty(), "the code for {}: {}", code.arch, ElfDamage(bytes));
      return FunctionsOfElf(bytes);
    case abi::CodeKind::CpuLinked:
      return std::nullopt;
  }
  KC_FATAL("code kind {}", static_cast<int>(code.kind));
}

}  // namespace

std::vector<std::string> FunctionsOfPtx(std::string_view text) {
  return DefinedByPtx(text, ".visible .func");
}

std::vector<std::string> KernelsOfPtx(std::string_view text) {
  return DefinedByPtx(text, ".visible .entry");
}

std::vector<std::string> FunctionsOf(const LinkInput& input) {
  switch (input.kind) {
    case LinkKind::Ptx:
      return FunctionsOfPtx(input.bytes);
    case LinkKind::Cubin:
      return FunctionsOfElf(input.bytes);
    case LinkKind::CudaSource:
    case LinkKind::Fatbin:
    case LinkKind::Object:
    case LinkKind::Archive:
    case LinkKind::LtoIr:
    case LinkKind::Bitcode:
    case LinkKind::SharedLibrary:
      return {};
  }
  KC_FATAL("link kind {}", static_cast<int>(input.kind));
}

void CheckDefines(const abi::Code& code, std::span<const std::string> symbols) {
  const std::optional<std::vector<std::string>> defined = DefinedBy(code);
  for (const std::string& symbol : symbols) {
    KC_CHECK(!defined || std::ranges::find(*defined, symbol) != defined->end(),
             "the code for {} lacks `{}`", code.arch, symbol);
  }
}

void CheckDefines(const abi::Code& code, std::span<const abi::KernelInfo> kernels) {
  std::vector<std::string> symbols;
  for (const abi::KernelInfo& kernel : kernels) {
    symbols.push_back(kernel.symbol);
  }
  CheckDefines(code, symbols);
}

}  // namespace kernelc::driver
