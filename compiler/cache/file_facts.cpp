#include "compiler/cache/file_facts.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "compiler/base/check.h"
#include "compiler/cache/entry_file.h"

namespace kernelc::cache {
namespace {

Hash StampOf(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) {
    return {};
  }
  const auto number = [](auto value) { return static_cast<std::uint64_t>(value); };
  return Hasher()
      .Add(number(status.st_dev))
      .Add(number(status.st_ino))
      .Add(number(status.st_size))
      .Add(number(status.st_mtim.tv_sec))
      .Add(number(status.st_mtim.tv_nsec))
      .Finish();
}

bool HasMode(const std::string& path, mode_t mode) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && (status.st_mode & S_IFMT) == mode;
}

bool HasContents(const FileFact& fact) {
  const std::optional<std::vector<std::byte>> bytes = ReadWhole(fact.path, false);
  return bytes && HashOf(*bytes) == fact.hash;
}

}  // namespace

FileFact ContentsFact(std::string path, std::string_view contents) {
  return {FactKind::Contents, std::move(path), HashOf(contents)};
}

FileFact SameFact(std::string path) {
  const Hash stamp = StampOf(path);
  return {FactKind::Same, std::move(path), stamp};
}

FileFact VariableFact(std::string name, const std::optional<std::string>& value) {
  return value ? FileFact{FactKind::Variable, std::move(name), HashOf(*value)}
               : FileFact{FactKind::NoVariable, std::move(name), {}};
}

FileFact PlaceFact(std::string path, const FilePlace& place) {
  return {FactKind::Place, std::move(path),
          Hasher().Add(static_cast<std::uint64_t>(place.type)).Add(place.path).Finish()};
}

bool Holds(const FileFact& fact) {
  switch (fact.kind) {
    case FactKind::File:
      return HasMode(fact.path, S_IFREG);
    case FactKind::NoFile:
      return !HasMode(fact.path, S_IFREG);
    case FactKind::Folder:
      return HasMode(fact.path, S_IFDIR);
    case FactKind::NoFolder:
      return !HasMode(fact.path, S_IFDIR);
    case FactKind::Contents:
      return HasContents(fact);
    case FactKind::Same:
      return StampOf(fact.path) == fact.hash;
    case FactKind::Variable:
    case FactKind::NoVariable: {
      const char* const value = std::getenv(fact.path.c_str());
      return fact == VariableFact(fact.path, value == nullptr ? std::nullopt
                                                              : std::optional<std::string>(value));
    }
    case FactKind::Place:
      return fact == PlaceFact(fact.path, PlaceOf(fact.path));
  }
  KC_FATAL("kind of fact {}", static_cast<int>(fact.kind));
}

void AddFact(std::vector<FileFact>& facts, FileFact fact) {
  if (std::ranges::find(facts, fact) == facts.end()) {
    facts.push_back(std::move(fact));
  }
}

void EncodeFacts(Encoder& encoder, const std::vector<FileFact>& facts) {
  encoder.Number(facts.size());
  for (const FileFact& fact : facts) {
    encoder.Enum(fact.kind).Text(fact.path).Key(fact.hash);
  }
}

bool DecodeFactsThatHold(Decoder& decoder, std::vector<FileFact>* facts) {
  const std::size_t count = decoder.Count();
  for (std::size_t i = 0; i < count && decoder.ok(); ++i) {
    FileFact fact;
    const std::uint64_t kind = decoder.Number();
    fact.path = decoder.Text();
    fact.hash = decoder.Key();
    if (!decoder.ok() || kind > static_cast<std::uint64_t>(FactKind::Place)) {
      return false;
    }
    fact.kind = static_cast<FactKind>(kind);
    if (!Holds(fact)) {
      return false;
    }
    if (facts != nullptr) {
      facts->push_back(std::move(fact));
    }
  }
  return decoder.ok();
}

}  // namespace kernelc::cache
