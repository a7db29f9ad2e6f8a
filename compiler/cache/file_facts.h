// What a compilation found out about files and the environment. While all of it still holds, the
// compilation would go the same way again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/base/file_place.h"
#include "compiler/cache/codec.h"
#include "compiler/cache/hash.h"

namespace kernelc::cache {

enum class FactKind : std::uint8_t {
  // There is a regular file at the path, or none.
  File,
  NoFile,
  // There is a folder, or none.
  Folder,
  NoFolder,
  // The file's bytes have this hash.
  Contents,
  // The file is the one it was: same place on the disk, size and time. For large files.
  Same,
  // The variable of the environment that the path names has a value of this hash, or none.
  Variable,
  NoVariable,
  // What stands at the path, and where it is without links, have this hash.
  Place,
};

struct FileFact {
  FactKind kind = FactKind::File;
  std::string path;
  // Contents, Same, Variable, Place.
  Hash hash;
  friend bool operator==(const FileFact&, const FileFact&) = default;
};

FileFact ContentsFact(std::string path, std::string_view contents);
// Of the file as it is now.
FileFact SameFact(std::string path);
// Of a variable that has this value, null for none.
FileFact VariableFact(std::string name, const std::optional<std::string>& value);

FileFact PlaceFact(std::string path, const FilePlace& place);

// Looks at the file system, or the environment.
bool Holds(const FileFact& fact);

// Adds it unless it is there already.
void AddFact(std::vector<FileFact>& facts, FileFact fact);
void EncodeFacts(Encoder& encoder, const std::vector<FileFact>& facts);
// Reads facts; false when one of them does not hold any more, or the bytes make no sense. They are
// given in `*facts` where that is not null.
bool DecodeFactsThatHold(Decoder& decoder, std::vector<FileFact>* facts);

}  // namespace kernelc::cache
