#include "runtime/core/elf_loader.h"

#include <dlfcn.h>
#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "runtime/backend/text.h"

namespace kernelc::core {
namespace {

using backend::Concat;

// A call through a slot: jmp *offset(%rip), with two bytes to spare.
constexpr std::size_t kJumpBytes = 8;
constexpr std::size_t kSlotBytes = 8;

// Functions that objects call live in the C library, its mathematics, or glibc's vector mathematics,
// which no program need be linked with.
void* FindInProcess(const char* name) {
  if (void* const found = dlsym(RTLD_DEFAULT, name)) {
    return found;
  }
  static void* const libraries[] = {dlopen("libm.so.6", RTLD_NOW | RTLD_LOCAL),
                                    dlopen("libmvec.so.1", RTLD_NOW | RTLD_LOCAL)};
  for (void* const library : libraries) {
    if (void* const found = library == nullptr ? nullptr : dlsym(library, name)) {
      return found;
    }
  }
  return nullptr;
}

// Pages of this process. Writable until Protect().
class Pages {
 public:
  Pages() = default;
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;
  ~Pages() {
    if (base_ != nullptr) {
      munmap(base_, size_);
    }
  }
  bool Map(std::size_t size) {
    void* const mapped =
        mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) {
      return false;
    }
    base_ = static_cast<std::byte*>(mapped);
    size_ = size;
    return true;
  }
  // [0, code) becomes executable, [code, constants) read-only.
  bool Protect(std::size_t code, std::size_t constants) {
    return (code == 0 || mprotect(base_, code, PROT_READ | PROT_EXEC) == 0) &&
           (constants == code || mprotect(base_ + code, constants - code, PROT_READ) == 0);
  }
  std::byte* base() const { return base_; }

 private:
  std::byte* base_ = nullptr;
  std::size_t size_ = 0;
};

class ElfObject final : public abi::LoadedObject {
 public:
  void* Find(std::string_view symbol) const override {
    const auto found = symbols_.find(symbol);
    return found == symbols_.end() ? nullptr : found->second;
  }
  Pages& pages() { return pages_; }
  std::map<std::string, void*, std::less<>>& symbols() { return symbols_; }

 private:
  Pages pages_;
  std::map<std::string, void*, std::less<>> symbols_;
};

// Links one object. Every offset of the file is checked before it is used.
class Linker {
 public:
  Linker(std::span<const std::byte> file, ElfObject& object) : file_(file), object_(object) {}

  // Empty, or why it cannot be linked.
  std::string Link() {
    if (ReadSections() && PlaceSections() && ReadSymbols() && Relocate() &&
        !object_.pages().Protect(code_end_, constants_end_)) {
      Fail("the system refuses executable memory");
    }
    return error_;
  }

 private:
  struct Place {
    // From the start of the pages; kNowhere for sections that are not loaded.
    std::size_t offset = kNowhere;
    std::size_t size = 0;
  };
  struct Symbol {
    std::byte* address = nullptr;
    std::string name;
    bool defined = false;
    bool weak = false;
  };
  static constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();
  // No object of ours comes near; it keeps sums of sizes from wrapping around.
  static constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;

  bool Fail(std::string why) {
    if (error_.empty()) {
      error_ = std::move(why);
    }
    return false;
  }

  template <typename T>
  bool Read(std::uint64_t offset, T* value) const {
    if (offset > file_.size() || file_.size() - offset < sizeof(T)) {
      return false;
    }
    std::memcpy(value, file_.data() + offset, sizeof(T));
    return true;
  }

  bool ReadSections();
  bool PlaceSections();
  bool PlaceGroup(bool code, bool writable, std::size_t* end);
  bool ReadSymbols();
  bool ReadSymbol(const Elf64_Sym& entry, const Elf64_Shdr& strings);
  bool Relocate();
  bool Apply(const Elf64_Rela& rela, const Place& target);
  bool PutRelative(std::byte* at, const std::byte* to, std::int64_t addend);
  std::string NameAt(const Elf64_Shdr& strings, std::uint32_t offset) const;
  // The slot that holds the symbol's address, and a jump through it.
  std::byte* SlotOf(std::size_t symbol);
  std::byte* JumpTo(std::size_t symbol);

  std::span<const std::byte> file_;
  ElfObject& object_;
  std::string error_;
  std::vector<Elf64_Shdr> sections_;
  std::vector<Place> places_;
  std::vector<Symbol> symbols_;
  std::size_t symbol_count_ = 0;
  std::size_t jumps_ = 0;
  std::size_t slots_ = 0;
  std::size_t code_end_ = 0;
  std::size_t constants_end_ = 0;
};

bool Linker::ReadSections() {
  Elf64_Ehdr header;
  if (!Read(0, &header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB ||
      header.e_type != ET_REL) {
    return Fail("it is no relocatable ELF file");
  }
#if defined(__x86_64__)
  const bool is_ours = header.e_machine == EM_X86_64;
#else
  const bool is_ours = false;
#endif
  if (!is_ours) {
    return Fail(Concat("it is for machine ", header.e_machine, ", not for this one"));
  }
  for (std::uint64_t i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section;
    if (!Read(header.e_shoff + i * sizeof section, &section) ||
        (section.sh_type != SHT_NOBITS &&
         (section.sh_offset > file_.size() || section.sh_size > file_.size() - section.sh_offset)) ||
        section.sh_size > kMostBytes) {
      return Fail("it is damaged: a section lies outside of it");
    }
    sections_.push_back(section);
    if (section.sh_type == SHT_SYMTAB) {
      symbol_count_ = section.sh_size / sizeof(Elf64_Sym);
    }
  }
  places_.resize(sections_.size());
  return true;
}

// Gives the sections of one kind their places behind `*end`, and moves that to the next page.
bool Linker::PlaceGroup(bool code, bool writable, std::size_t* end) {
  for (std::size_t i = 0; i < sections_.size(); ++i) {
    const Elf64_Shdr& section = sections_[i];
    if ((section.sh_flags & SHF_ALLOC) == 0 || section.sh_size == 0 ||
        ((section.sh_flags & SHF_EXECINSTR) != 0) != code ||
        ((section.sh_flags & SHF_WRITE) != 0) != writable) {
      continue;
    }
    if ((section.sh_flags & SHF_TLS) != 0) {
      return Fail("it has thread-local data");
    }
    const std::uint64_t align = section.sh_addralign == 0 ? 1 : section.sh_addralign;
    if ((align & (align - 1)) != 0 || align > 4096 || *end > kMostBytes) {
      return Fail("it is damaged: a section has no proper place");
    }
    *end = (*end + align - 1) / align * align;
    places_[i] = {*end, section.sh_size};
    *end += section.sh_size;
  }
  return true;
}

bool Linker::PlaceSections() {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const auto next_page = [page](std::size_t end) { return (end + page - 1) / page * page; };
  std::size_t end = 0;
  if (!PlaceGroup(true, false, &end)) {
    return false;
  }
  jumps_ = (end + kJumpBytes - 1) / kJumpBytes * kJumpBytes;
  code_end_ = end = next_page(jumps_ + symbol_count_ * kJumpBytes);
  slots_ = end;
  end += symbol_count_ * kSlotBytes;
  if (!PlaceGroup(false, false, &end)) {
    return false;
  }
  constants_end_ = end = next_page(end);
  if (!PlaceGroup(false, true, &end) || !PlaceGroup(true, true, &end)) {
    return false;
  }
  if (!object_.pages().Map(std::max(page, next_page(end)))) {
    return Fail("there is no memory for it");
  }
  for (std::size_t i = 0; i < sections_.size(); ++i) {
    if (places_[i].offset != kNowhere && sections_[i].sh_type != SHT_NOBITS) {
      std::memcpy(object_.pages().base() + places_[i].offset,
                  file_.data() + sections_[i].sh_offset, places_[i].size);
    }
  }
  return true;
}

std::string Linker::NameAt(const Elf64_Shdr& strings, std::uint32_t offset) const {
  if (offset >= strings.sh_size) {
    return {};
  }
  const auto* const text =
      reinterpret_cast<const char*>(file_.data() + strings.sh_offset + offset);
  return std::string(text, strnlen(text, strings.sh_size - offset));
}

bool Linker::ReadSymbol(const Elf64_Sym& entry, const Elf64_Shdr& strings) {
  Symbol symbol;
  symbol.name = NameAt(strings, entry.st_name);
  symbol.weak = ELF64_ST_BIND(entry.st_info) == STB_WEAK;
  if (entry.st_shndx == SHN_COMMON) {
    return Fail(Concat("it has the common symbol `", symbol.name, '`'));
  }
  if (entry.st_shndx != SHN_UNDEF && entry.st_shndx < places_.size() &&
      places_[entry.st_shndx].offset != kNowhere) {
    const Place& place = places_[entry.st_shndx];
    if (entry.st_value > place.size) {
      return Fail(Concat("it is damaged: `", symbol.name, "` lies outside of its section"));
    }
    symbol.defined = true;
    symbol.address = object_.pages().base() + place.offset + entry.st_value;
    if (ELF64_ST_BIND(entry.st_info) != STB_LOCAL) {
      object_.symbols().emplace(symbol.name, symbol.address);
    }
  }
  symbols_.push_back(std::move(symbol));
  return true;
}

bool Linker::ReadSymbols() {
  for (const Elf64_Shdr& section : sections_) {
    if (section.sh_type != SHT_SYMTAB) {
      continue;
    }
    if (section.sh_link >= sections_.size() || !symbols_.empty()) {
      return Fail("it is damaged: its symbols have no names");
    }
    for (std::size_t i = 0; i < section.sh_size / sizeof(Elf64_Sym); ++i) {
      Elf64_Sym entry;
      if (!Read(section.sh_offset + i * sizeof entry, &entry) ||
          !ReadSymbol(entry, sections_[section.sh_link])) {
        return Fail("it is damaged: a symbol cannot be read");
      }
    }
  }
  return true;
}

std::byte* Linker::SlotOf(std::size_t symbol) {
  std::byte* const slot = object_.pages().base() + slots_ + symbol * kSlotBytes;
  std::memcpy(slot, &symbols_[symbol].address, kSlotBytes);
  return slot;
}

std::byte* Linker::JumpTo(std::size_t symbol) {
  std::byte* const jump = object_.pages().base() + jumps_ + symbol * kJumpBytes;
  const auto distance = static_cast<std::int32_t>(SlotOf(symbol) - (jump + 6));
  jump[0] = std::byte{0xff};
  jump[1] = std::byte{0x25};
  std::memcpy(jump + 2, &distance, sizeof distance);
  return jump;
}

bool Linker::PutRelative(std::byte* at, const std::byte* to, std::int64_t addend) {
  const std::int64_t distance = to - at + addend;
  const auto value = static_cast<std::int32_t>(distance);
  if (value != distance) {
    return Fail("a part of it is too far away from another one");
  }
  std::memcpy(at, &value, sizeof value);
  return true;
}

bool Linker::Apply(const Elf64_Rela& rela, const Place& target) {
  const std::uint64_t index = ELF64_R_SYM(rela.r_info);
  const std::uint32_t type = ELF64_R_TYPE(rela.r_info);
  const std::size_t width = type == R_X86_64_64 || type == R_X86_64_PC64 ? 8 : 4;
  if (index >= symbols_.size() || rela.r_offset > target.size ||
      target.size - rela.r_offset < width) {
    return Fail("it is damaged: a relocation lies outside of its section");
  }
  Symbol& symbol = symbols_[index];
  if (!symbol.defined && symbol.address == nullptr && !symbol.name.empty()) {
    symbol.address = static_cast<std::byte*>(FindInProcess(symbol.name.c_str()));
    if (symbol.address == nullptr && !symbol.weak) {
      return Fail(Concat("the object needs the symbol `", symbol.name,
                         "`, which this process does not have"));
    }
  }
  std::byte* const at = object_.pages().base() + target.offset + rela.r_offset;
  switch (type) {
    case R_X86_64_64: {
      const std::byte* const value = symbol.address + rela.r_addend;
      std::memcpy(at, &value, sizeof value);
      return true;
    }
    case R_X86_64_PC64: {
      const std::int64_t distance = symbol.address - at + rela.r_addend;
      std::memcpy(at, &distance, sizeof distance);
      return true;
    }
    case R_X86_64_PC32:
    case R_X86_64_PLT32:
      // What lies outside is a function; it may be anywhere.
      return PutRelative(at, symbol.defined ? symbol.address : JumpTo(index), rela.r_addend);
    case R_X86_64_GOTPCREL:
    case R_X86_64_GOTPCRELX:
    case R_X86_64_REX_GOTPCRELX:
      return PutRelative(at, SlotOf(index), rela.r_addend);
    default:
      return Fail(Concat("it has a relocation of kind ", type, ", which only libkernelc can link"));
  }
}

bool Linker::Relocate() {
  for (const Elf64_Shdr& section : sections_) {
    if (section.sh_type != SHT_RELA) {
      continue;
    }
    if (section.sh_info >= places_.size()) {
      return Fail("it is damaged: relocations for no section");
    }
    const Place& target = places_[section.sh_info];
    if (target.offset == kNowhere) {
      continue;
    }
    for (std::size_t i = 0; i < section.sh_size / sizeof(Elf64_Rela); ++i) {
      Elf64_Rela rela;
      if (!Read(section.sh_offset + i * sizeof rela, &rela)) {
        return Fail("it is damaged: a relocation cannot be read");
      }
      if (!Apply(rela, target)) {
        return false;
      }
    }
  }
  return true;
}

class ElfLoader final : public abi::ObjectLoader {
 public:
  std::unique_ptr<abi::LoadedObject> Load(std::span<const std::byte> object,
                                          std::string* error) override {
    constexpr std::string_view kArchive = "!<arch>\n";
    if (object.size() >= kArchive.size() &&
        std::memcmp(object.data(), kArchive.data(), kArchive.size()) == 0) {
      *error = "it is linked with objects or libraries of the host, which needs libkernelc";
      return nullptr;
    }
    auto loaded = std::make_unique<ElfObject>();
    *error = Linker(object, *loaded).Link();
    if (!error->empty()) {
      return nullptr;
    }
    return loaded;
  }
};

}  // namespace

std::shared_ptr<abi::ObjectLoader> MakeElfLoader() { return std::make_shared<ElfLoader>(); }

}  // namespace kernelc::core
