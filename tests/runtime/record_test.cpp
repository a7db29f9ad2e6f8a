// Records: types made from C++ structs, arrays of them, arguments, .npy files.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "tests/runtime/support.h"

namespace kernelc::runtime_test {

namespace {

struct Particle {
  float x;
  std::int32_t id;
  double mass[2];
  bool alive;
};

RecordRef ParticleType() {
  return RecordBuilder(sizeof(Particle), alignof(Particle))
      .Field<float>("x", offsetof(Particle, x))
      .Field<std::int32_t>("id", offsetof(Particle, id))
      .Field<double>("mass", offsetof(Particle, mass), {2})
      .Field<bool>("alive", offsetof(Particle, alive))
      .Build();
}

std::vector<Particle> SomeParticles(std::size_t count) {
  std::vector<Particle> particles(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = static_cast<int>(i);
    particles[i] = {static_cast<float>(number) + 0.5f, number, {1.5 * number, -2.5}, i % 2 == 0};
  }
  return particles;
}

class RecordTest : public OnDevice {};
KC_ON_EACH_DEVICE(RecordTest);

TEST(RecordType, IsSpelledAsNumbaSpellsIt) {
  EXPECT_EQ(ToString(*ParticleType()),
            "Record(x[type=float32;offset=0],id[type=int32;offset=4],"
            "mass[type=nestedarray(float64, (2,));offset=8],alive[type=bool;offset=24];32;True)");
  EXPECT_EQ(ElementType(ParticleType()).size(), sizeof(Particle));
  EXPECT_TRUE(ParticleType() == ParticleType());
}

TEST(RecordType, RefusesWhatNoStructHas) {
  EXPECT_ERROR(RecordBuilder(8, 3), ErrorCode::InvalidArgument, "alignment 3");
  EXPECT_ERROR(RecordBuilder(6, 4), ErrorCode::InvalidArgument, "divides the size 6");
  EXPECT_ERROR(RecordBuilder(8, 4).Build(), ErrorCode::InvalidArgument, "no fields");
  EXPECT_ERROR(RecordBuilder(8, 4).Field<double>("x", 4).Build(), ErrorCode::InvalidArgument,
               "field `x` lies outside of the 8 bytes");
  EXPECT_ERROR(RecordBuilder(8, 4).Field<float>("x", 0, {0xffffffff, 0xffffffff}).Build(),
               ErrorCode::InvalidArgument, "outside");
  EXPECT_ERROR(RecordBuilder(8, 4).Field<float>("x", 0).Field<float>("x", 4).Build(),
               ErrorCode::InvalidArgument, "two fields `x`");
}

TEST(RecordType, AlignsWhatLiesSoAlready) {
  const RecordRef packed =
      RecordBuilder(16, 1).Field<double>("a", 0).Field<float>("b", 8).Build();
  EXPECT_EQ(AlignNaturally(packed)->align, 8u);
  EXPECT_TRUE(SameFields(packed, AlignNaturally(packed)));
  EXPECT_FALSE(packed == AlignNaturally(packed));
  const RecordRef tight = RecordBuilder(9, 1).Field<char>("a", 0).Field<double>("b", 1).Build();
  EXPECT_EQ(AlignNaturally(tight)->align, 1u);
}

TEST_P(RecordTest, StructsGoToTheDeviceAndBack) {
  const std::vector<Particle> particles = SomeParticles(7);
  const DeviceArrayAny array =
      ToDevice(*context, std::span<const Particle>(particles), ParticleType());
  EXPECT_EQ(array.kind(), ScalarKind::kRecord);
  EXPECT_EQ(array.element_size(), sizeof(Particle));
  EXPECT_EQ(array.nbytes(), 7 * sizeof(Particle));
  const std::vector<Particle> odd = ToVector<Particle>(array.Sliced({{1, 7, 2}}));
  ASSERT_EQ(odd.size(), 3u);
  EXPECT_EQ(odd[2].id, 5);
  EXPECT_EQ(odd[2].mass[0], 7.5);
  struct Small {
    int a;
  };
  EXPECT_ERROR(ToVector<Small>(array), ErrorCode::TypeMismatch, "an element has 32 bytes");
  EXPECT_ERROR(array.Fill(1.0), ErrorCode::TypeMismatch, "does not fit Record(");
}

TEST_P(RecordTest, ArgumentsMustHaveTheFieldsOfTheKernel) {
  const RecordRef type = ParticleType();
  abi::KernelInfo info;
  info.name = "k";
  info.params = {
      {"a", abi::ArgType::ArrayOf(abi::ArgType::Record(type), 1), 0, 2, true},
      {"r", abi::ArgType::Record(type), 2, 1, true},
  };
  info.fields = {{abi::FieldKind::Data, 0, 0, 8},
                 {abi::FieldKind::Extent, 0, 8, 8},
                 {abi::FieldKind::Data, 0, 16, 8}};
  info.param_bytes = 24;
  const std::vector<Particle> particles = SomeParticles(5);
  const DeviceArrayAny array =
      ToDevice(*context, std::span<const Particle>(particles), type);
  const DeviceArrayAny one = array.Indexed(0, 3);
  std::uint64_t buffer[3];
  auto* const bytes = reinterpret_cast<std::byte*>(buffer);
  const Arg args[] = {array, Arg::Record(one)};
  PackArguments(info, args, bytes);
  EXPECT_EQ(buffer[0], array.data());
  EXPECT_EQ(buffer[1], 5u);
  EXPECT_EQ(buffer[2], array.data() + 3 * sizeof(Particle));

  // The same fields without the promise of alignment, at aligned and odd addresses.
  RecordType loose = *type;
  loose.align = 1;
  const RecordRef packed(std::make_shared<const RecordType>(loose));
  const DeviceArrayAny aligned = array.ViewedAs(packed);
  const Arg fits[] = {aligned, Arg::Record(one)};
  PackArguments(info, fits, bytes);
  const DeviceArrayAny odd = DeviceArrayAny::Wrap(*context, array.data() + 1, packed, Dims{2});
  const Arg misplaced[] = {odd, Arg::Record(one)};
  EXPECT_ERROR(PackArguments(info, misplaced, bytes), ErrorCode::TypeMismatch,
               "records are aligned to 8 bytes");

  const Arg many[] = {array, Arg::Record(array)};
  EXPECT_ERROR(PackArguments(info, many, bytes), ErrorCode::TypeMismatch,
               "expects one record, got an array of 5");
  RecordType renamed = *type;
  renamed.fields[0].name = "y";
  const DeviceArrayAny other =
      array.ViewedAs(RecordRef(std::make_shared<const RecordType>(renamed)));
  const Arg wrong[] = {other, Arg::Record(one)};
  EXPECT_ERROR(PackArguments(info, wrong, bytes), ErrorCode::TypeMismatch,
               "parameter `a`: expects Record(x[");
  const DeviceArray<float> floats(*context, Iota(5));
  const Arg numbers[] = {floats, Arg::Record(one)};
  EXPECT_ERROR(PackArguments(info, numbers, bytes), ErrorCode::TypeMismatch, "got float32[::1]");
}

TEST(RecordNpy, KeepsFieldsPlacesAndBytes) {
  const std::vector<Particle> particles = SomeParticles(6);
  const RecordRef inner = RecordBuilder(8, 4).Field<float>("u", 0).Field<bool>("ok", 4).Build();
  const HostArrayView view(ParticleType(), Dims{2, 3}, particles.data());
  const HostArray read = ParseNpy(FormatNpy(view), "x.npy");
  EXPECT_TRUE(read.record() == ParticleType());
  EXPECT_EQ(read.shape(), (Dims{2, 3}));
  for (std::size_t i = 0; i < particles.size(); ++i) {
    Particle copy;
    std::memcpy(&copy, read.data() + i * sizeof(Particle), sizeof copy);
    EXPECT_EQ(copy.id, particles[i].id);
    EXPECT_EQ(copy.mass[0], particles[i].mass[0]);
    EXPECT_EQ(copy.alive, particles[i].alive);
  }
  RecordBuilder nested(20, 4);
  nested.Add("in", inner, 0, {2}).Field<std::int16_t>("n", 16);
  const HostArray zeros(nested.Build(), Dims{});
  EXPECT_TRUE(ParseNpy(FormatNpy(zeros), "x.npy").record() == nested.Build());
}

std::vector<std::byte> WithHeader(std::string_view descr, std::string_view data) {
  HostArray plain(ScalarKind::UInt8, Dims{1});
  std::vector<std::byte> bytes = FormatNpy(plain);
  std::string header = "{'descr': " + std::string(descr) + ", 'fortran_order': False, 'shape': (1,)}";
  bytes.resize(10);
  bytes[8] = static_cast<std::byte>(header.size());
  bytes[9] = static_cast<std::byte>(header.size() >> 8);
  header += data;
  for (const char c : header) {
    bytes.push_back(static_cast<std::byte>(c));
  }
  return bytes;
}

TEST(RecordNpy, RepairsOtherByteOrdersAndTruthValues) {
  const HostArray read = ParseNpy(
      WithHeader("[('a', '>i2', (2,)), ('', '|V1'), (('title', 'b'), '|b1'), ('c', '>c8')]",
                 std::string_view("\x01\x02\x03\x04_\x05\x3f\x80\0\0\x40\0\0\0", 14)),
      "x.npy");
  EXPECT_EQ(ToString(read.element()),
            "Record(a[type=nestedarray(int16, (2,));offset=0],b[type=bool;offset=5],"
            "c[type=complex64;offset=6];14;False)");
  std::int16_t a[2];
  float c[2];
  std::memcpy(a, read.data(), sizeof a);
  std::memcpy(c, read.data() + 6, sizeof c);
  EXPECT_EQ(a[0], 0x0102);
  EXPECT_EQ(a[1], 0x0304);
  EXPECT_EQ(read.data()[5], std::byte{1});
  EXPECT_EQ(c[0], 1.0f);
  EXPECT_EQ(c[1], 2.0f);
}

TEST(RecordNpy, ReadsStrings) {
  const HostArray read = ParseNpy(WithHeader("'>U2'", std::string_view("\0\0\0a\0\0\0\0", 8)), "x");
  EXPECT_EQ(ToString(read.element()), "[unichr x 2]");
  EXPECT_EQ(read.data()[0], std::byte{'a'});
  EXPECT_EQ(ToString(ParseNpy(WithHeader("'|S3'", "xyz"), "x").element()), "[char x 3]");
}

TEST(RecordNpy, MalformedRecords) {
  const std::pair<const char*, const char*> cases[] = {
      {"[]", "a record has no fields"},
      {"[('a', '<i4'), ('a', '<i4')]", "field `a` stands twice"},
      {"[('a', '<i4', (99999999, 99999999))]", "too large"},
      {"[('a', '|V4')]", "not one that kernels have"},
      {"[('a')]", "where `,` should be"},
      {"[('a', '<i4'", "where an extent should be"},
      {"[('a', [('b', [('c', '|O')])])]", "`|O`"},
  };
  for (const auto& [descr, text] : cases) {
    const ErrorInfo info =
        ErrorOf([descr = descr] { ParseNpy(WithHeader(descr, "0123456789abcdef"), "x.npy"); });
    EXPECT_NE(info.message.find(text), std::string::npos) << descr << ": " << info.message;
  }
  std::string deep = "'<i4'";
  for (int i = 0; i < 100; ++i) {
    deep = "[('a', " + deep + ")]";
  }
  EXPECT_ERROR(ParseNpy(WithHeader(deep, ""), "x"), ErrorCode::FileFormat, "nested too deeply");
}

}  // namespace

}  // namespace kernelc::runtime_test
