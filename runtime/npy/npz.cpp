// The .npz format: a zip archive of npy files.
#include <array>
#include <set>
#include <utility>

#include "kernelc/npy.h"
#include "runtime/backend/file.h"
#include "runtime/backend/status.h"
#include "runtime/backend/text.h"
#include "runtime/npy/header.h"
#include "runtime/npy/zip.h"

namespace kernelc {
namespace {

using backend::Concat;

constexpr std::string_view kSuffix = ".npy";

// Other files may stand in the archive; they are no arrays.
bool IsArray(const npy::ZipMember& member) { return member.name.ends_with(kSuffix); }

std::string ArrayName(const npy::ZipMember& member) {
  return member.name.substr(0, member.name.size() - kSuffix.size());
}

HostArray ParseMember(std::span<const std::byte> archive, const npy::ZipMember& member,
                      std::string_view file) {
  return ParseNpy(npy::ReadZipMember(archive, member, file), Concat(file, ':', member.name));
}

}  // namespace

std::vector<NpzEntry> ParseNpz(std::span<const std::byte> bytes, std::string_view name) {
  std::vector<NpzEntry> entries;
  for (const npy::ZipMember& member : npy::ReadZipDirectory(bytes, name)) {
    if (IsArray(member)) {
      entries.push_back({ArrayName(member), ParseMember(bytes, member, name)});
    }
  }
  return entries;
}

std::vector<NpzEntry> ReadNpz(const std::string& path) {
  return ParseNpz(backend::ReadFile("read", path), path);
}

HostArray ReadNpz(const std::string& path, std::string_view array_name) {
  const std::vector<std::byte> bytes = backend::ReadFile("read", path);
  std::string names;
  for (const npy::ZipMember& member : npy::ReadZipDirectory(bytes, path)) {
    if (!IsArray(member)) {
      continue;
    }
    if (ArrayName(member) == array_name) {
      return ParseMember(bytes, member, path);
    }
    names += Concat(names.empty() ? "" : ", ", '`', ArrayName(member), '`');
  }
  backend::ThrowError(ErrorCode::NotFound, "read npz", path,
                      Concat("there is no array `", array_name, "`; the archive has ",
                             names.empty() ? "none" : names));
}

void WriteNpz(const std::string& path, std::span<const NpzMember> members,
              NpzCompression compression) {
  npy::ZipWriter writer;
  std::set<std::string_view> names;
  for (const NpzMember& member : members) {
    if (!names.insert(member.name).second) {
      backend::ThrowError(ErrorCode::InvalidArgument, "write npz", path,
                          Concat("the name `", member.name, "` is given twice"));
    }
    if (member.name.size() + kSuffix.size() > 65535) {
      backend::ThrowError(ErrorCode::InvalidArgument, "write npz", path,
                          "a name is longer than 65531 bytes");
    }
    const std::vector<std::byte> header = npy::FormatHeader(member.array, path);
    const std::array<std::span<const std::byte>, 2> parts = {std::span(header),
                                                             npy::Elements(member.array)};
    writer.Add(member.name + std::string(kSuffix), parts, compression == NpzCompression::Deflated);
  }
  const std::vector<std::byte> bytes = writer.Finish();
  const std::array<std::span<const std::byte>, 1> parts = {std::span(bytes)};
  backend::WriteFile("write", path, parts);
}

}  // namespace kernelc
