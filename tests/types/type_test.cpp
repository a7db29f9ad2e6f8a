#include "compiler/types/type.h"

#include <gtest/gtest.h>

#include "compiler/base/check.h"

namespace kernelc::types {
namespace {

TEST(TypeStore, HasScalarsAtFixedIds) {
  const TypeStore store;
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(ScalarKind::kCount); ++i) {
    const auto kind = static_cast<ScalarKind>(i);
    EXPECT_EQ(store.get(ScalarType(kind)).kind, TypeKind::Scalar);
    EXPECT_EQ(store.get(ScalarType(kind)).scalar, kind);
    EXPECT_EQ(Spell(store, ScalarType(kind)), abi::scalar_info(kind).text);
  }
  EXPECT_EQ(store.get(kVoid).kind, TypeKind::Void);
  EXPECT_EQ(store.get(kNone).kind, TypeKind::None);
}

TEST(TypeStore, GivesEqualTypesOneId) {
  TypeStore store;
  const TypeId array = store.Array(kFloat32, 2, Layout::C, AddressSpace::Global);
  EXPECT_EQ(store.Array(kFloat32, 2, Layout::C, AddressSpace::Global), array);
  EXPECT_NE(store.Array(kFloat32, 2, Layout::F, AddressSpace::Global), array);
  EXPECT_NE(store.Array(kFloat32, 1, Layout::C, AddressSpace::Global), array);
  EXPECT_NE(store.Array(kFloat64, 2, Layout::C, AddressSpace::Global), array);
  EXPECT_NE(store.Array(kFloat32, 2, Layout::C, AddressSpace::Shared), array);
  EXPECT_NE(store.Array(kFloat32, 2, Layout::C, AddressSpace::Global, true), array);
  EXPECT_NE(store.Pointer(kFloat32, AddressSpace::Global), array);
  const TypeId pair = store.Tuple({kInt64, array});
  EXPECT_EQ(store.Tuple({kInt64, array}), pair);
  EXPECT_NE(store.Tuple({array, kInt64}), pair);
  EXPECT_NE(store.NamedTuple("P", {"x", "y"}, {kInt64, array}), pair);
  EXPECT_NE(store.NamedTuple("Q", {"x", "y"}, {kInt64, array}),
            store.NamedTuple("P", {"x", "y"}, {kInt64, array}));
}

TEST(TypeStore, KeepsReferencesValid) {
  TypeStore store;
  const Type& first = store.get(kInt32);
  for (unsigned ndim = 1; ndim < 30; ++ndim) {
    store.Array(kInt32, ndim, Layout::A, AddressSpace::Generic);
  }
  EXPECT_EQ(&first, &store.get(kInt32));
}

// One dimension cannot tell C from F, and without dimensions nothing is strided.
TEST(TypeStore, HasOneTypeForLayoutsThatAreTheSame) {
  TypeStore store;
  const auto array = [&](unsigned ndim, Layout layout) {
    return store.Array(kFloat64, ndim, layout, AddressSpace::Global);
  };
  EXPECT_EQ(array(1, Layout::F), array(1, Layout::C));
  EXPECT_NE(array(1, Layout::A), array(1, Layout::C));
  EXPECT_EQ(array(0, Layout::F), array(0, Layout::C));
  EXPECT_EQ(array(0, Layout::A), array(0, Layout::C));
  EXPECT_NE(array(2, Layout::F), array(2, Layout::C));
  EXPECT_EQ(Spell(store, store.FromArg(abi::ArgType::Array(ScalarKind::Float64, 1, Layout::F))),
            "array(float64, 1d, C)");
}

TEST(TypeStore, TakesArgumentTypes) {
  TypeStore store;
  abi::ArgType tuple;
  tuple.kind = abi::ArgKind::Tuple;
  tuple.elements = {abi::ArgType::Scalar(ScalarKind::Int32),
                    abi::ArgType::Array(ScalarKind::Float32, 2, Layout::F)};
  const TypeId id = store.FromArg(tuple);
  EXPECT_EQ(Spell(store, id), "(int32, array(float32, 2d, F))");
  EXPECT_EQ(store.get(store.get(id).elements[1]).space, AddressSpace::Global);
  abi::ArgType none;
  none.kind = abi::ArgKind::None;
  EXPECT_EQ(store.FromArg(none), kNone);
}

TEST(Type, SpellsAsUsersWrite) {
  TypeStore store;
  EXPECT_EQ(Spell(store, store.Array(kComplex64, 3, Layout::A, AddressSpace::Global, true)),
            "readonly array(complex64, 3d, A)");
  EXPECT_EQ(Spell(store, store.Tuple({kBool})), "(bool,)");
  EXPECT_EQ(Spell(store, store.Tuple({})), "()");
  EXPECT_EQ(Spell(store, store.NamedTuple("Point", {"x", "y"}, {kInt64, kFloat64})),
            "Point(x: int64, y: float64)");
  EXPECT_EQ(Spell(store, store.Optional(kInt64)), "Optional(int64)");
  EXPECT_EQ(Spell(store, store.Pointer(kInt8, AddressSpace::Local)), "pointer(int8)");
  EXPECT_EQ(Spell(store, kVoid), "void");
  EXPECT_EQ(Spell(store, kNone), "none");
}

TEST(Type, AnswersQuestionsAboutScalars) {
  TypeStore store;
  const TypeId array = store.Array(kFloat32, 1, Layout::C, AddressSpace::Global);
  EXPECT_TRUE(IsInteger(kUInt8) && IsUnsigned(kUInt8) && !IsSigned(kUInt8));
  EXPECT_TRUE(IsInteger(kInt64) && IsSigned(kInt64));
  EXPECT_TRUE(IsBool(kBool) && !IsInteger(kBool));
  EXPECT_TRUE(IsFloat(kFloat16) && IsFloat(kBFloat16) && !IsFloat(kComplex64));
  EXPECT_TRUE(IsComplex(kComplex128));
  EXPECT_FALSE(IsScalar(array) || IsFloat(array) || IsScalar(kVoid) || IsScalar(TypeId()));
  EXPECT_EQ(ComplexElement(kComplex64), kFloat32);
  EXPECT_EQ(ComplexElement(kComplex128), kFloat64);
  EXPECT_EQ(scalar_bits(kBool), 8u);
  EXPECT_EQ(scalar_size(kComplex128), 16u);
  EXPECT_THROW(scalar_kind(array), InternalError);
  EXPECT_THROW(ComplexElement(kFloat32), InternalError);
  EXPECT_THROW(store.get(TypeId(1000u)), InternalError);
}

}  // namespace
}  // namespace kernelc::types
