// .npy and .npz files. Those in data/ were made by NumPy (make_numpy_files.py).
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <complex>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

using Bytes = std::vector<std::byte>;

std::string Data(const std::string& file) { return std::string(KERNELC_TEST_DATA) + "/" + file; }

Bytes ReadBytes(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  Bytes bytes;
  for (std::istreambuf_iterator<char> it(stream), end; it != end; ++it) {
    bytes.push_back(static_cast<std::byte>(*it));
  }
  return bytes;
}

// A file name that is free, and gone at the end.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& suffix)
      : path_(std::filesystem::temp_directory_path() /
              ("kernelc_npy_test_" + std::to_string(::getpid()) + suffix)) {}
  ~TemporaryFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

template <typename T>
std::vector<T> Elements(const HostArray& array) {
  const auto span = array.as<T>();
  return {span.begin(), span.end()};
}

TEST(Npy, ReadsNumPysFiles) {
  const HostArray plain = ReadNpy(Data("plain.npy"));
  EXPECT_EQ(plain.shape(), (Dims{3, 4}));
  EXPECT_EQ(plain.order(), Order::C);
  EXPECT_EQ(Elements<float>(plain), Iota(12));
  const HostArray fortran = ReadNpy(Data("fortran.npy"));
  EXPECT_EQ(fortran.order(), Order::F);
  EXPECT_EQ(fortran.as<std::complex<double>>()[1], std::complex<double>(4, 0));
  const HostArray scalar = ReadNpy(Data("scalar.npy"));
  EXPECT_EQ(scalar.shape(), Dims{});
  EXPECT_EQ(Elements<bool>(scalar), std::vector<bool>{true});
  EXPECT_EQ(Elements<std::int64_t>(ReadNpy(Data("version2.npy"))),
            (std::vector<std::int64_t>{0, 1, 2}));
  EXPECT_EQ(Elements<std::uint16_t>(ReadNpy(Data("version3.npy"))),
            (std::vector<std::uint16_t>{0, 1, 2}));
}

// The elements of make_numpy_files.py for a type, in C order, as text.
std::string Expected(const abi::ScalarInfo& info, int i) {
  switch (info.cls) {
    case abi::ScalarClass::Bool:
      return i % 2 != 0 ? "True" : "False";
    case abi::ScalarClass::Signed:
      return std::to_string(i - 2);
    case abi::ScalarClass::Unsigned:
      return std::to_string(i);
    case abi::ScalarClass::Float:
    case abi::ScalarClass::Float8:
      return std::to_string(i - 2) + ".0";
    case abi::ScalarClass::Complex:
      return i == 0 ? "0j" : "(" + std::to_string(i) + "-" + std::to_string(2 * i) + "j)";
  }
  return {};
}

TEST(Npz, EveryTypeOrderAndByteOrder) {
  const std::vector<NpzEntry> entries = ReadNpz(Data("types.npz"));
  ASSERT_EQ(entries.size(), 56U);
  for (const NpzEntry& entry : entries) {
    const abi::ScalarInfo& info = abi::scalar_info(entry.array.kind());
    EXPECT_TRUE(entry.name.ends_with("_" + std::string(info.npy))) << entry.name;
    EXPECT_EQ(entry.array.order() == Order::F, entry.name[0] == 'f');
    const Dims strides = entry.array.strides();
    for (int i = 0; i < 6; ++i) {
      const std::int64_t offset = i / 3 * strides[0] + i % 3 * strides[1];
      std::string text = ScalarToString(entry.array.kind(), entry.array.data() + offset);
      // NumPy makes a negative zero of 0 - 0j.
      text = text == "-0j" ? "0j" : text;
      EXPECT_EQ(text, Expected(info, i)) << entry.name;
    }
  }
}

TEST(Npz, StoredMembersByName) {
  EXPECT_EQ(Elements<std::int32_t>(ReadNpz(Data("stored.npz"), "a")),
            (std::vector<std::int32_t>{0, 1, 2, 3}));
  EXPECT_EQ(Elements<float>(ReadNpz(Data("stored.npz"), "scalar")), std::vector<float>{2.5F});
  EXPECT_EQ(ReadNpz(Data("stored.npz"), "empty").shape(), (Dims{0, 3}));
  EXPECT_ERROR(ReadNpz(Data("stored.npz"), "b"), ErrorCode::NotFound,
               "the archive has `a`, `scalar`, `empty`");
}

TEST(Npy, WritesWhatNumPyWrites) {
  for (const char* file : {"plain.npy", "fortran.npy", "scalar.npy"}) {
    EXPECT_EQ(FormatNpy(ReadNpy(Data(file))), ReadBytes(Data(file))) << file;
  }
}

TEST(Npy, RoundTripOfEveryKind) {
  const TemporaryFile file(".npy");
  for (int k = 0; k < static_cast<int>(ScalarKind::kCount); ++k) {
    const auto kind = static_cast<ScalarKind>(k);
    HostArray array(kind, Dims{2, 1, 5}, k % 2 == 0 ? Order::C : Order::F);
    std::fill_n(array.data(), array.nbytes(), std::byte{1});
    if (abi::scalar_info(kind).npy.empty()) {
      EXPECT_ERROR(WriteNpy(file.path(), array), ErrorCode::NotSupported,
                   "NumPy has no type for " + std::string(abi::scalar_info(kind).text));
      continue;
    }
    WriteNpy(file.path(), array);
    const HostArray back = ReadNpy(file.path());
    EXPECT_EQ(back.kind(), kind);
    EXPECT_EQ(back.shape(), array.shape());
    EXPECT_EQ(back.order(), array.order());
    EXPECT_EQ(std::memcmp(back.data(), array.data(), array.nbytes()), 0);
  }
}

TEST(Npz, RoundTrip) {
  const TemporaryFile file(".npz");
  const HostArray first(ScalarKind::Float64, Dims{100, 100});
  HostArray second(ScalarKind::Int16, Dims{3}, Order::F);
  second.as<std::int16_t>()[1] = 7;
  const NpzMember members[] = {{"first", first}, {"a name/with ü", second}};
  for (const NpzCompression compression : {NpzCompression::Stored, NpzCompression::Deflated}) {
    WriteNpz(file.path(), members, compression);
    EXPECT_EQ(std::filesystem::file_size(file.path()) > 80000,
              compression == NpzCompression::Stored);
    const std::vector<NpzEntry> back = ReadNpz(file.path());
    ASSERT_EQ(back.size(), 2U);
    EXPECT_EQ(back[0].array.nbytes(), 80000U);
    EXPECT_EQ(back[1].name, "a name/with ü");
    EXPECT_EQ(back[1].array.as<std::int16_t>()[1], 7);
  }
  const NpzMember twice[] = {{"x", first}, {"x", second}};
  EXPECT_ERROR(WriteNpz(file.path(), twice), ErrorCode::InvalidArgument, "`x` is given twice");
  WriteNpz(file.path(), {});
  EXPECT_TRUE(ReadNpz(file.path()).empty());
}

// A version 1 file with this header and these many bytes of zeros.
Bytes NpyWith(const std::string& header, std::size_t data_bytes) {
  Bytes bytes;
  for (const char c : std::string("\x93NUMPY\x01\x00", 8)) {
    bytes.push_back(static_cast<std::byte>(c));
  }
  bytes.push_back(static_cast<std::byte>(header.size()));
  bytes.push_back(static_cast<std::byte>(header.size() >> 8));
  for (const char c : header) {
    bytes.push_back(static_cast<std::byte>(c));
  }
  bytes.resize(bytes.size() + data_bytes);
  return bytes;
}

TEST(Npy, HeadersThatAreFine) {
  for (const char* header :
       {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }",
        "{\"shape\":(2,3),\"descr\":\"<f4\",\"fortran_order\":False}\n",
        "  { 'fortran_order' : False , 'shape' : ( 2L , 3L , ) , 'descr' : '=f4' }  "}) {
    EXPECT_EQ(ParseNpy(NpyWith(header, 24), "x").shape(), (Dims{2, 3})) << header;
  }
  EXPECT_EQ(
      ParseNpy(NpyWith("{'descr': '|b1', 'fortran_order': True, 'shape': ()}", 1), "x").size(), 1);
  EXPECT_EQ(
      ParseNpy(
          NpyWith("{'descr': '<f8', 'fortran_order': True, 'shape': (0, 9223372036854775807)}", 0),
          "x")
          .size(),
      0);
}

TEST(Npy, MalformedHeaders) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "ends where `{` should be"},
      {"[]", "has `[` at byte 0 where `{` should be"},
      {"{'descr': '<f4', 'fortran_order': False}", "the header has no `shape`"},
      {"{'descr': '<f4', 'shape': (2, 3)}", "has no `fortran_order`"},
      {"{'fortran_order': False, 'shape': (2, 3)}", "has no `descr`"},
      {"{'descr': '<f4', 'descr': '<f4'}", "has `descr` twice"},
      {"{'descr': '<f4', 'x': 1}", "unknown key `x`"},
      {"{'descr': '<f4", "ends inside a string"},
      {"{'descr': <f4}", "where a string should be"},
      {"{'descr': '<f4', 'fortran_order': 0}", "where `True` or `False` should be"},
      {"{'descr': '<f4', 'fortran_order': False, 'shape': 3}", "where `(` should be"},
      {"{'descr': '<f4', 'fortran_order': False, 'shape': (2 3)}", "where `)` should be"},
      {"{'descr': '<f4', 'fortran_order': False, 'shape': (-2,)}",
       "extent of dimension 0 is negative"},
      {"{'descr': '<f4', 'fortran_order': False, 'shape': (1, 99999999999999999999)}",
       "dimension 1 exceeds"},
      {"{'descr': '<f4', 'fortran_order': False, 'shape': (x,)}", "where an extent should be"},
      {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)} x",
       "goes on after its dictionary"},
      {"{'descr': '<f4', 'fortran_order': False, 'shape': (7,)}",
       "needs 28 bytes, the file has 24"},
      {"{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904, 4)}",
       "more than 2^64 bytes"},
      {"{'descr': '<f4', 'fortran_order': False, 'shape': "
       "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
       "1,1,1,1,1,1,1,1)}",
       "more than 32 dimensions"},
  };
  for (const auto& [header, text] : cases) {
    EXPECT_ERROR(ParseNpy(NpyWith(header, 24), "x.npy"), ErrorCode::FileFormat, text);
  }
}

TEST(Npy, TypesThatKernelsDoNotHave) {
  for (const char* descr : {"|O", "<m9[s]", "<M8[x]", "f16", "", "<", "b2", "V4", "U", "S0", "Ux"}) {
    const std::string header =
        "{'descr': '" + std::string(descr) + "', 'fortran_order': False, 'shape': (1,)}";
    EXPECT_ERROR(ParseNpy(NpyWith(header, 64), "x.npy"), ErrorCode::NotSupported,
                 "is not one that kernels have");
  }
}

TEST(Npy, DamagedFiles) {
  EXPECT_ERROR(ParseNpy({}, "x"), ErrorCode::FileFormat, "the file is empty");
  Bytes bytes = ReadBytes(Data("plain.npy"));
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    EXPECT_ERROR(ParseNpy(std::span(bytes).first(size), "x"), ErrorCode::FileFormat,
                 "the file is truncated");
  }
  EXPECT_ERROR(ParseNpy(std::span(bytes).first(60), "x"), ErrorCode::FileFormat,
               "the header should have 118 bytes");
  EXPECT_ERROR(ParseNpy(std::span(bytes).first(bytes.size() - 1), "x"), ErrorCode::FileFormat,
               "needs 48 bytes, the file has 47");
  bytes[6] = std::byte{9};
  EXPECT_ERROR(ParseNpy(bytes, "x"), ErrorCode::FileFormat, "version 9.0");
  bytes[0] = std::byte{'P'};
  EXPECT_ERROR(ParseNpy(bytes, "x"), ErrorCode::FileFormat, "not an npy file");
}

TEST(Npy, FilesThatCannotBeOpened) {
  EXPECT_ERROR(ReadNpy("/nowhere/x.npy"), ErrorCode::FileAccess, "No such file");
  EXPECT_ERROR(ReadNpy("/tmp"), ErrorCode::FileAccess, "it is a directory");
  EXPECT_ERROR(ReadNpy("/dev/zero"), ErrorCode::FileAccess, "not a file");
  EXPECT_ERROR(WriteNpy("/nowhere/x.npy", HostArray()), ErrorCode::FileAccess, "No such file");
  EXPECT_ERROR(WriteNpy("/dev/full", HostArray()), ErrorCode::FileAccess, "No space left");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST(Npz, DamagedArchives) {
  Bytes bytes = ReadBytes(Data("stored.npz"));
  EXPECT_ERROR(ParseNpz({}, "x"), ErrorCode::FileFormat, "the file is empty");
  for (std::size_t size = 4; size < bytes.size(); size += 5) {
    EXPECT_ERROR(ParseNpz(std::span(bytes).first(size), "x"), ErrorCode::FileFormat,
                 "the file is truncated");
  }
  EXPECT_ERROR(ParseNpz(ReadBytes(Data("plain.npy")), "x"), ErrorCode::FileFormat,
               "not an npz file");
  Bytes flipped = bytes;
  // The first member's last element.
  flipped[30 + 5 + 20 + 128 + 3] ^= std::byte{1};
  EXPECT_ERROR(ParseNpz(flipped, "x"), ErrorCode::FileFormat, "does not match its checksum");
  Bytes method = bytes;
  // The compression method in the first entry of the directory.
  const std::byte mark[] = {std::byte{'P'}, std::byte{'K'}, std::byte{1}, std::byte{2}};
  const auto entry = std::search(method.begin(), method.end(), std::begin(mark), std::end(mark));
  ASSERT_NE(entry, method.end());
  entry[10] = std::byte{14};
  EXPECT_ERROR(ParseNpz(method, "x"), ErrorCode::NotSupported, "compression method 14");
  entry[10] = std::byte{0};
  entry[8] = std::byte{1};
  EXPECT_ERROR(ParseNpz(method, "x"), ErrorCode::NotSupported, "is encrypted");
}

// Whatever the bytes are: an array or an Error, never anything else. Sanitizer builds see the rest.
template <typename Parse>
void Fuzz(const Bytes& seed, int rounds, unsigned random_seed, Parse parse) {
  std::mt19937 random(random_seed);
  int accepted = 0;
  for (int round = 0; round < rounds; ++round) {
    Bytes bytes = seed;
    const unsigned changes = random() % 4 + 1;
    for (unsigned i = 0; i < changes; ++i) {
      const std::size_t place = random() % bytes.size();
      switch (random() % 4) {
        case 0:
          bytes[place] = static_cast<std::byte>(random());
          break;
        case 1:
          bytes[place] ^= static_cast<std::byte>(1U << (random() % 8));
          break;
        case 2:
          bytes.resize(place + 1);
          break;
        default:
          std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(place),
                      std::min<std::size_t>(4, bytes.size() - place), std::byte{0xFF});
      }
    }
    try {
      parse(bytes);
      ++accepted;
    } catch (const Error& error) {
      EXPECT_FALSE(error.message().empty());
    }
  }
  EXPECT_LT(accepted, rounds);
}

TEST(Npy, FuzzedFiles) {
  for (const char* file : {"plain.npy", "fortran.npy", "version2.npy", "structured.npy"}) {
    const Bytes whole = ReadBytes(Data(file));
    Fuzz(whole, 20000, 1, [](const Bytes& bytes) { ParseNpy(bytes, "fuzz"); });
    // The header alone, where the parser works.
    const Bytes header(whole.begin(), whole.begin() + 80);
    Fuzz(header, 5000, 2, [](const Bytes& bytes) { ParseNpy(bytes, "fuzz"); });
  }
}

TEST(Npz, FuzzedFiles) {
  Fuzz(ReadBytes(Data("stored.npz")), 20000, 3,
       [](const Bytes& bytes) { ParseNpz(bytes, "fuzz"); });
  Fuzz(ReadBytes(Data("types.npz")), 1000, 4, [](const Bytes& bytes) { ParseNpz(bytes, "fuzz"); });
}

}  // namespace
}  // namespace kernelc::runtime_test
