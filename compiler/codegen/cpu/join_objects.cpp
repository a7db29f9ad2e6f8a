#include "compiler/codegen/cpu/join_objects.h"

#include <llvm/BinaryFormat/ELF.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "compiler/base/check.h"
#include "compiler/codegen/codegen.h"

namespace kernelc::codegen {
namespace {

using namespace llvm::ELF;

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

template <typename T>
T Read(std::string_view bytes, std::size_t offset) {
  KC_CHECK(offset + sizeof(T) <= bytes.size(), "an object is cut off");
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

template <typename T>
void Append(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

std::uint64_t AlignedTo(std::uint64_t size, std::uint64_t align) {
  return (size + align - 1) / align * align;
}

void PadTo(std::string& bytes, std::uint64_t align) {
  bytes.resize(AlignedTo(bytes.size(), align), '\0');
}

// A relocatable object as bytes.
class Input {
 public:
  explicit Input(std::span<const std::byte> bytes)
      : bytes_(reinterpret_cast<const char*>(bytes.data()), bytes.size()) {
    const auto header = Read<Elf64_Ehdr>(bytes_, 0);
    for (std::size_t i = 0; i < header.e_shnum; ++i) {
      sections_.push_back(Read<Elf64_Shdr>(bytes_, header.e_shoff + i * sizeof(Elf64_Shdr)));
    }
    names_ = header.e_shstrndx;
  }

  const std::vector<Elf64_Shdr>& sections() const { return sections_; }
  std::string_view Contents(const Elf64_Shdr& section) const {
    return section.sh_type == SHT_NOBITS ? std::string_view()
                                         : bytes_.substr(section.sh_offset, section.sh_size);
  }
  // Of a string table.
  std::string Text(std::size_t table, std::size_t offset) const {
    return Contents(sections_[table]).data() + offset;
  }
  std::string NameOf(const Elf64_Shdr& section) const { return Text(names_, section.sh_name); }
  template <typename T>
  std::vector<T> Rows(const Elf64_Shdr& section) const {
    std::vector<T> rows(section.sh_size / sizeof(T));
    std::memcpy(rows.data(), Contents(section).data(), rows.size() * sizeof(T));
    return rows;
  }

 private:
  std::string_view bytes_;
  std::vector<Elf64_Shdr> sections_;
  std::size_t names_ = 0;
};

struct Symbol {
  std::string name;
  Elf64_Sym row;
  // Of what `row` is in; kNone where it says so itself: nowhere, or a fixed value.
  std::size_t section = kNone;
};

// `row.r_info` has the type alone.
struct Relocation {
  Elf64_Rela row;
  std::size_t symbol;
};

// Its size is the header's: memory that begins as zeros has no bytes.
struct Section {
  std::string name;
  Elf64_Shdr header;
  std::string bytes;
  std::vector<Relocation> relocations;
  // The symbol that stands for it.
  std::size_t symbol = kNone;
};

// Where a section of an input went, or what a symbol of it became.
struct Place {
  std::size_t index = kNone;
  std::uint64_t offset = 0;
  // A section that several inputs have and the result once: its symbols are the result's own.
  bool is_shared = false;
};

class Joiner {
 public:
  void Add(const JoinedObject& object);
  std::vector<std::byte> Finish();

 private:
  std::vector<bool> FindRepeated(const Input& input, const std::string& suffix);
  std::vector<Place> AddSections(const Input& input, const std::string& suffix);
  std::size_t SectionLike(const std::string& name, const Elf64_Shdr& header);
  std::vector<Place> AddSymbols(const Input& input, const Elf64_Shdr& table,
                                const std::vector<Place>& sections,
                                const std::optional<std::string>& suffix);
  Place AddLocal(Symbol symbol);
  std::size_t AddGlobal(Symbol symbol);
  std::string SymbolTable(std::string& strings, std::vector<std::uint64_t>& numbers,
                          std::size_t* locals) const;

  std::vector<Section> sections_;
  std::vector<Symbol> symbols_;
  std::map<std::string, std::size_t> globals_;
  // What the sections are called by that are there once.
  std::set<std::string> groups_;
  bool has_file_ = false;
};

std::size_t Joiner::SectionLike(const std::string& name, const Elf64_Shdr& header) {
  const auto same = std::ranges::find_if(sections_, [&](const Section& other) {
    return other.name == name && other.header.sh_type == header.sh_type &&
           other.header.sh_flags == header.sh_flags && other.header.sh_entsize == header.sh_entsize;
  });
  if (same != sections_.end()) {
    return static_cast<std::size_t>(same - sections_.begin());
  }
  Section& section = sections_.emplace_back();
  section.name = name;
  section.header = header;
  section.header.sh_size = 0;
  return sections_.size() - 1;
}

// Of each section whether an earlier input has it already. What has different suffixes is different
// code.
std::vector<bool> Joiner::FindRepeated(const Input& input, const std::string& suffix) {
  std::vector<bool> repeated(input.sections().size());
  for (const Elf64_Shdr& header : input.sections()) {
    if (header.sh_type != SHT_GROUP) {
      continue;
    }
    const Elf64_Shdr& table = input.sections()[header.sh_link];
    const Elf64_Sym name = input.Rows<Elf64_Sym>(table)[header.sh_info];
    const bool is_new = groups_.insert(input.Text(table.sh_link, name.st_name) + suffix).second;
    const std::vector<std::uint32_t> members = input.Rows<std::uint32_t>(header);
    // The first one is the kind of group.
    for (std::size_t i = 1; i < members.size(); ++i) {
      repeated[members[i]] = !is_new;
    }
  }
  return repeated;
}

std::vector<Place> Joiner::AddSections(const Input& input, const std::string& suffix) {
  const std::vector<bool> repeated = FindRepeated(input, suffix);
  std::vector<Place> places;
  for (Elf64_Shdr header : input.sections()) {
    Place& place = places.emplace_back();
    place.is_shared = (header.sh_flags & SHF_GROUP) != 0;
    header.sh_flags &= ~static_cast<std::uint64_t>(SHF_GROUP);
    if (header.sh_type == SHT_NULL || header.sh_type == SHT_STRTAB || header.sh_type == SHT_GROUP ||
        header.sh_type == SHT_SYMTAB || header.sh_type == SHT_RELA || repeated[places.size() - 1]) {
      continue;
    }
    KC_CHECK(header.sh_type != SHT_REL && header.sh_type != SHT_SYMTAB_SHNDX &&
                 (header.sh_flags & SHF_LINK_ORDER) == 0,
             "a kernel's object has a section of type {}", header.sh_type);
    place.index = SectionLike(input.NameOf(header), header);
    Section& section = sections_[place.index];
    const std::uint64_t align = std::max<std::uint64_t>(header.sh_addralign, 1);
    section.header.sh_addralign = std::max<std::uint64_t>(section.header.sh_addralign, align);
    place.offset = AlignedTo(section.header.sh_size, align);
    section.header.sh_size = place.offset + header.sh_size;
    if (header.sh_type != SHT_NOBITS) {
      // int3: nothing runs there.
      section.bytes.resize(place.offset, (header.sh_flags & SHF_EXECINSTR) != 0 ? '\xcc' : '\0');
      section.bytes += input.Contents(header);
    }
  }
  return places;
}

Place Joiner::AddLocal(Symbol symbol) {
  const unsigned char type = symbol.row.getType();
  if (type == STT_SECTION) {
    // One for the joined section; what refers to it says how far behind its beginning.
    std::size_t& known = sections_[symbol.section].symbol;
    const Place place{known == kNone ? symbols_.size() : known, symbol.row.st_value};
    if (known == kNone) {
      known = place.index;
      symbol.row.st_value = 0;
      symbols_.push_back(std::move(symbol));
    }
    return place;
  }
  if (type == STT_FILE && std::exchange(has_file_, true)) {
    return {};
  }
  symbols_.push_back(std::move(symbol));
  return {symbols_.size() - 1, 0};
}

std::size_t Joiner::AddGlobal(Symbol symbol) {
  const auto [found, is_new] = globals_.emplace(symbol.name, symbols_.size());
  if (is_new) {
    symbols_.push_back(std::move(symbol));
  } else if (symbol.row.st_shndx != SHN_UNDEF) {
    Symbol& known = symbols_[found->second];
    KC_CHECK(known.row.st_shndx == SHN_UNDEF, "{} is defined twice", symbol.name);
    known = std::move(symbol);
  }
  return found->second;
}

std::vector<Place> Joiner::AddSymbols(const Input& input, const Elf64_Shdr& table,
                                      const std::vector<Place>& sections,
                                      const std::optional<std::string>& suffix) {
  // The first one is no symbol.
  std::vector<Place> places(1);
  const std::vector<Elf64_Sym> rows = input.Rows<Elf64_Sym>(table);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    Symbol symbol{input.Text(table.sh_link, rows[i].st_name), rows[i]};
    const std::uint16_t index = rows[i].st_shndx;
    const bool is_defined = index != SHN_UNDEF;
    const Place* const place = is_defined && index < SHN_LORESERVE ? &sections[index] : nullptr;
    if (place != nullptr) {
      symbol.section = place->index;
      symbol.row.st_value += place->offset;
      // Where an earlier input has the section, the symbol is the earlier one's.
      symbol.row.st_shndx = place->index == kNone ? std::uint16_t{SHN_UNDEF} : index;
    }
    if (rows[i].getBinding() == STB_LOCAL) {
      const bool is_gone = is_defined && symbol.row.st_shndx == SHN_UNDEF;
      places.push_back(is_gone ? Place() : AddLocal(std::move(symbol)));
      continue;
    }
    symbol.name += suffix && is_defined ? *suffix : "";
    if (symbol.row.st_shndx != SHN_UNDEF && (suffix || (place != nullptr && place->is_shared))) {
      symbol.row.setBindingAndType(STB_LOCAL, symbol.row.getType());
      symbol.row.st_other = STV_DEFAULT;
    }
    places.push_back({AddGlobal(std::move(symbol)), 0});
  }
  return places;
}

void Joiner::Add(const JoinedObject& object) {
  const Input input(object.bytes);
  const std::vector<Place> sections = AddSections(input, object.internal_suffix.value_or(""));
  const auto table = std::ranges::find(input.sections(), static_cast<std::uint32_t>(SHT_SYMTAB),
                                       &Elf64_Shdr::sh_type);
  KC_CHECK(table != input.sections().end(), "an object without symbols");
  const std::vector<Place> symbols = AddSymbols(input, *table, sections, object.internal_suffix);
  for (const Elf64_Shdr& header : input.sections()) {
    if (header.sh_type != SHT_RELA) {
      continue;
    }
    const Place& place = sections[header.sh_info];
    if (place.index == kNone) {
      continue;
    }
    for (Elf64_Rela row : input.Rows<Elf64_Rela>(header)) {
      const Place& symbol = symbols[row.getSymbol()];
      KC_CHECK(symbol.index != kNone, "an object refers to what it does not have");
      row.r_offset += place.offset;
      row.r_addend += static_cast<std::int64_t>(symbol.offset);
      sections_[place.index].relocations.push_back({row, symbol.index});
    }
  }
}

// `numbers`: of each of symbols_, in the table.
std::string Joiner::SymbolTable(std::string& strings, std::vector<std::uint64_t>& numbers,
                                std::size_t* locals) const {
  std::string table(sizeof(Elf64_Sym), '\0');
  numbers.assign(symbols_.size(), 0);
  std::uint64_t number = 1;
  for (const bool local : {true, false}) {
    for (std::size_t i = 0; i < symbols_.size(); ++i) {
      const Symbol& symbol = symbols_[i];
      if ((symbol.row.getBinding() == STB_LOCAL) != local) {
        continue;
      }
      Elf64_Sym row = symbol.row;
      row.st_name = 0;
      if (!symbol.name.empty()) {
        row.st_name = static_cast<std::uint32_t>(strings.size());
        strings += symbol.name + '\0';
      }
      // Sections begin behind the one that is none.
      row.st_shndx =
          symbol.section == kNone ? row.st_shndx : static_cast<std::uint16_t>(symbol.section + 1);
      Append(table, row);
      numbers[i] = number++;
    }
    *locals = local ? number : *locals;
  }
  return table;
}

// Sections in their places behind the file's header.
class Writer {
 public:
  void Add(Elf64_Shdr header, const std::string& name, std::string_view contents) {
    PadTo(bytes_, std::max<std::uint64_t>(header.sh_addralign, 1));
    header.sh_name = static_cast<std::uint32_t>(names_.size());
    header.sh_offset = bytes_.size();
    header.sh_size = header.sh_type == SHT_NOBITS ? header.sh_size : contents.size();
    names_ += name + '\0';
    bytes_ += contents;
    headers_.push_back(header);
  }

  // With the names of the sections as the last one.
  std::vector<std::byte> Finish() {
    Elf64_Shdr strings{};
    strings.sh_type = SHT_STRTAB;
    strings.sh_addralign = 1;
    const std::string name = ".shstrtab";
    Add(strings, name, {});
    bytes_ += names_;
    headers_.back().sh_size = names_.size();
    PadTo(bytes_, alignof(Elf64_Shdr));
    const std::size_t table = bytes_.size();
    for (const Elf64_Shdr& header : headers_) {
      Append(bytes_, header);
    }
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ElfMagic, 4);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT;
    header.e_type = ET_REL;
    header.e_machine = EM_X86_64;
    header.e_version = EV_CURRENT;
    header.e_shoff = table;
    header.e_ehsize = sizeof(Elf64_Ehdr);
    header.e_shentsize = sizeof(Elf64_Shdr);
    header.e_shnum = static_cast<std::uint16_t>(headers_.size());
    header.e_shstrndx = static_cast<std::uint16_t>(headers_.size() - 1);
    std::memcpy(bytes_.data(), &header, sizeof(header));
    const auto* const begin = reinterpret_cast<const std::byte*>(bytes_.data());
    return {begin, begin + bytes_.size()};
  }

 private:
  std::string bytes_ = std::string(sizeof(Elf64_Ehdr), '\0');
  std::string names_ = std::string(1, '\0');
  std::vector<Elf64_Shdr> headers_ = std::vector<Elf64_Shdr>(1);
};

std::vector<std::byte> Joiner::Finish() {
  std::string strings(1, '\0');
  std::vector<std::uint64_t> numbers;
  std::size_t locals = 1;
  const std::string table = SymbolTable(strings, numbers, &locals);
  // Behind the code: tables of relocations, symbols, and their names.
  const auto tables = std::ranges::count_if(
      sections_, [](const Section& section) { return !section.relocations.empty(); });
  const auto symbol_table =
      static_cast<std::uint32_t>(1 + sections_.size()) + static_cast<std::uint32_t>(tables);
  Writer writer;
  for (const Section& section : sections_) {
    writer.Add(section.header, section.name, section.bytes);
  }
  for (std::size_t i = 0; i < sections_.size(); ++i) {
    std::string rows;
    for (const Relocation& relocation : sections_[i].relocations) {
      Elf64_Rela row = relocation.row;
      row.setSymbol(static_cast<std::uint32_t>(numbers[relocation.symbol]));
      Append(rows, row);
    }
    if (!rows.empty()) {
      Elf64_Shdr header{};
      header.sh_type = SHT_RELA;
      header.sh_flags = SHF_INFO_LINK;
      header.sh_link = symbol_table;
      header.sh_info = static_cast<std::uint32_t>(i + 1);
      header.sh_addralign = alignof(Elf64_Rela);
      header.sh_entsize = sizeof(Elf64_Rela);
      writer.Add(header, ".rela" + sections_[i].name, rows);
    }
  }
  Elf64_Shdr header{};
  header.sh_type = SHT_SYMTAB;
  header.sh_link = symbol_table + 1;
  header.sh_info = static_cast<std::uint32_t>(locals);
  header.sh_addralign = alignof(Elf64_Sym);
  header.sh_entsize = sizeof(Elf64_Sym);
  writer.Add(header, ".symtab", table);
  Elf64_Shdr names{};
  names.sh_type = SHT_STRTAB;
  names.sh_addralign = 1;
  writer.Add(names, ".strtab", strings);
  return writer.Finish();
}

}  // namespace

std::vector<std::byte> JoinRelocatable(const std::vector<JoinedObject>& objects) {
  Joiner joiner;
  for (const JoinedObject& object : objects) {
    joiner.Add(object);
  }
  return joiner.Finish();
}

abi::Code JoinObjects(std::vector<abi::Code> parts) {
  std::vector<JoinedObject> objects;
  for (const abi::Code& part : parts) {
    objects.push_back({part.bytes});
  }
  std::vector<std::byte> joined = JoinRelocatable(objects);
  abi::Code code = std::move(parts.front());
  code.bytes = std::move(joined);
  return code;
}

}  // namespace kernelc::codegen
