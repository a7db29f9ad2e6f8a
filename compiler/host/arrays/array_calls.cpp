// Calls of NumPy's universal functions, and small functions that need no file of their own.
#include "compiler/host/arrays/array.h"
#include "compiler/host/library/natives.h"

namespace kernelc::host {
namespace {

// `out=` and the operands behind the last one are arrays that take the result.
Value CallUfunc(Context& c, std::string_view name, const Arguments& a) {
  const std::size_t operands = UfuncOperands(name).value();
  Value out = a.Get(operands, "out");
  for (const Keyword& keyword : a.keywords) {
    GiveUpIf(c, keyword.name != "out" || a.size() > operands,
             "this argument of a function of NumPy is not followed");
  }
  const Value result = Ufunc(c, name, a.values.first(std::min(a.size(), operands)));
  if (out.is(Kind::Tuple) && out.items().size() == 1) {
    out = out.items()[0];
  }
  if (out.is_undefined() || out.is_none()) {
    return result;
  }
  RaiseIf(c, !IsArray(out), "TypeError", "return arrays must be of ArrayType");
  GiveUpIf(c, KindOf(result) != KindOf(out),
           "results of another type than their array are not followed");
  AssignArray(c, out, result);
  return out;
}

// Every pair of elements: the axes of `a`, then those of `b`.
Value Outer(Context& c, std::string_view name, const AnArray& x, const AnArray& y) {
  IntList shape = ViewOf(x).shape;
  shape.insert(shape.end(), ViewOf(y).shape.size(), 1);
  const Value operands[] = {Reshape(c, x, std::move(shape)), y};
  return Ufunc(c, name, operands);
}

// A reduction of a ufunc goes along the first axis where none is given.
Value Reduced(Context& c, NativeBody body, const Arguments& a) {
  if (a.size() > 1 || !a.keywords.empty()) {
    return body(c, a);
  }
  const Value values[] = {a.Get(0, "array"), Value::Int(0)};
  return body(c, {values, {}});
}

}  // namespace

Value NumpyUfunc(Context& c, const Arguments& a) { return CallUfunc(c, a.native, a); }

Value NumpyAddReduce(Context& c, const Arguments& a) { return Reduced(c, NumpySum, a); }
Value NumpyMultiplyReduce(Context& c, const Arguments& a) { return Reduced(c, NumpyProd, a); }
KC_NATIVE_BY_NAME(NumpyAddOuter, AnArray a, AnArray b) { return Outer(c, "add", a, b); }
KC_NATIVE_BY_NAME(NumpyMultiplyOuter, AnArray a, AnArray b) { return Outer(c, "multiply", a, b); }

// imag, ndim, real, shape, size
KC_NATIVE_BY_NAME(NumpyAttribute, Called name, Value a) {
  return ArrayAttribute(c, IsNumpy(a) ? a : AsArray(c, a), name);
}

KC_NATIVE_BY_NAME(NumpyAscontiguous, Value a, OrNone<ElementType> dtype) {
  const Value array = AsArray(c, a, dtype);
  const Value full = ViewOf(array).shape.empty() ? Reshape(c, array, {1}) : array;
  return ViewOf(full).is_contiguous() ? full : CopyArray(c, full);
}

// Of reals it is the array itself.
Value ArrayConjugate(Context& c, const Arguments& a) {
  const Value value = a.Get(0, "a");
  return IsComplexKind(KindOf(value)) ? CallUfunc(c, "conjugate", a) : value;
}

}  // namespace kernelc::host
