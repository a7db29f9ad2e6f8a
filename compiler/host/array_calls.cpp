// Calls of NumPy's universal functions, and small functions that need no file of their own.
#include "compiler/host/array.h"
#include "compiler/host/natives.h"

namespace kernelc::host {
namespace {

// `out=` and the operands behind the last one are arrays that take the result.
Value CallUfunc(Context& c, std::string_view name, const Arguments& a) {
  const std::size_t operands = UfuncOperands(name).value();
  Value out = a.Get(operands, "out");
  for (const Keyword& keyword : a.keywords) {
    if (keyword.name != "out" || a.size() > operands) {
      GiveUp(c, "this argument of a function of NumPy is not followed");
    }
  }
  const Value result = Ufunc(c, name, a.values.first(std::min(a.size(), operands)));
  if (out.is(Kind::Tuple) && out.object->state.items.size() == 1) {
    out = out.object->state.items[0];
  }
  if (out.is_undefined() || out.is_none()) {
    return result;
  }
  if (!IsArray(out)) {
    RaiseError(c, "TypeError", "return arrays must be of ArrayType");
  }
  const ElementType type = IsArray(result) ? ViewOf(result).type
                                           : ElementType{result.object->As<ArrayScalar>().kind, {}};
  if (!(type == ViewOf(out).type)) {
    GiveUp(c, "results of another type than their array are not followed");
  }
  AssignArray(c, out, result);
  return out;
}

Value Argument(Context& c, const Arguments& a) {
  const Value value = Need(c, a, 0, "a");
  return IsNumpy(value) ? value : AsArray(c, value);
}

// Every pair of elements: the axes of `a`, then those of `b`.
Value Outer(Context& c, std::string_view name, const Arguments& a) {
  const Value x = AsArray(c, Need(c, a, 0, "A"));
  const Value y = AsArray(c, Need(c, a, 1, "B"));
  std::vector<std::int64_t> shape = ViewOf(x).shape;
  shape.insert(shape.end(), ViewOf(y).shape.size(), 1);
  const Value operands[] = {Reshape(c, x, std::move(shape)), y};
  return Ufunc(c, name, operands);
}

// A reduction of a ufunc goes along the first axis where none is given.
Value Reduced(Context& c, NativeBody body, const Arguments& a) {
  if (a.size() > 1 || !a.keywords.empty()) {
    return body(c, a);
  }
  const Value values[] = {Need(c, a, 0, "array"), Value::Int(0)};
  return body(c, {values, {}});
}

}  // namespace

Value NumpySum(Context& c, const Arguments& a);
Value NumpyProd(Context& c, const Arguments& a);
Value NumpyCumsum(Context& c, const Arguments& a);

#define HOST_UFUNC(body, name) \
  Value body(Context& c, const Arguments& a) { return CallUfunc(c, name, a); }
HOST_UFUNC(NumpyAbsolute, "absolute")
HOST_UFUNC(NumpyAdd, "add")
HOST_UFUNC(NumpyArccos, "arccos")
HOST_UFUNC(NumpyArccosh, "arccosh")
HOST_UFUNC(NumpyArcsin, "arcsin")
HOST_UFUNC(NumpyArcsinh, "arcsinh")
HOST_UFUNC(NumpyArctan, "arctan")
HOST_UFUNC(NumpyArctan2, "arctan2")
HOST_UFUNC(NumpyArctanh, "arctanh")
HOST_UFUNC(NumpyBitwiseAnd, "bitwise_and")
HOST_UFUNC(NumpyBitwiseOr, "bitwise_or")
HOST_UFUNC(NumpyBitwiseXor, "bitwise_xor")
HOST_UFUNC(NumpyCbrt, "cbrt")
HOST_UFUNC(NumpyCeil, "ceil")
HOST_UFUNC(NumpyConjugate, "conjugate")
HOST_UFUNC(NumpyCopysign, "copysign")
HOST_UFUNC(NumpyCos, "cos")
HOST_UFUNC(NumpyCosh, "cosh")
HOST_UFUNC(NumpyDegrees, "degrees")
HOST_UFUNC(NumpyDivide, "divide")
HOST_UFUNC(NumpyEqual, "equal")
HOST_UFUNC(NumpyExp, "exp")
HOST_UFUNC(NumpyExp2, "exp2")
HOST_UFUNC(NumpyExpm1, "expm1")
HOST_UFUNC(NumpyFabs, "fabs")
HOST_UFUNC(NumpyFloor, "floor")
HOST_UFUNC(NumpyFloorDivide, "floor_divide")
HOST_UFUNC(NumpyFmax, "fmax")
HOST_UFUNC(NumpyFmin, "fmin")
HOST_UFUNC(NumpyFmod, "fmod")
HOST_UFUNC(NumpyGcd, "gcd")
HOST_UFUNC(NumpyGreater, "greater")
HOST_UFUNC(NumpyGreaterEqual, "greater_equal")
HOST_UFUNC(NumpyHeaviside, "heaviside")
HOST_UFUNC(NumpyHypot, "hypot")
HOST_UFUNC(NumpyInvert, "invert")
HOST_UFUNC(NumpyIsfinite, "isfinite")
HOST_UFUNC(NumpyIsinf, "isinf")
HOST_UFUNC(NumpyIsnan, "isnan")
HOST_UFUNC(NumpyLcm, "lcm")
HOST_UFUNC(NumpyLeftShift, "left_shift")
HOST_UFUNC(NumpyLess, "less")
HOST_UFUNC(NumpyLessEqual, "less_equal")
HOST_UFUNC(NumpyLog, "log")
HOST_UFUNC(NumpyLog10, "log10")
HOST_UFUNC(NumpyLog1p, "log1p")
HOST_UFUNC(NumpyLog2, "log2")
HOST_UFUNC(NumpyLogicalAnd, "logical_and")
HOST_UFUNC(NumpyLogicalNot, "logical_not")
HOST_UFUNC(NumpyLogicalOr, "logical_or")
HOST_UFUNC(NumpyLogicalXor, "logical_xor")
HOST_UFUNC(NumpyMaximum, "maximum")
HOST_UFUNC(NumpyMinimum, "minimum")
HOST_UFUNC(NumpyMultiply, "multiply")
HOST_UFUNC(NumpyNegative, "negative")
HOST_UFUNC(NumpyNextafter, "nextafter")
HOST_UFUNC(NumpyNotEqual, "not_equal")
HOST_UFUNC(NumpyPositive, "positive")
HOST_UFUNC(NumpyPower, "power")
HOST_UFUNC(NumpyRadians, "radians")
HOST_UFUNC(NumpyReciprocal, "reciprocal")
HOST_UFUNC(NumpyRemainder, "remainder")
HOST_UFUNC(NumpyRightShift, "right_shift")
HOST_UFUNC(NumpyRint, "rint")
HOST_UFUNC(NumpySign, "sign")
HOST_UFUNC(NumpySignbit, "signbit")
HOST_UFUNC(NumpySin, "sin")
HOST_UFUNC(NumpySinh, "sinh")
HOST_UFUNC(NumpySqrt, "sqrt")
HOST_UFUNC(NumpySquare, "square")
HOST_UFUNC(NumpySubtract, "subtract")
HOST_UFUNC(NumpyTan, "tan")
HOST_UFUNC(NumpyTanh, "tanh")
HOST_UFUNC(NumpyTrunc, "trunc")
#undef HOST_UFUNC

Value NumpyAddReduce(Context& c, const Arguments& a) { return Reduced(c, NumpySum, a); }
Value NumpyMultiplyReduce(Context& c, const Arguments& a) { return Reduced(c, NumpyProd, a); }
Value NumpyAddAccumulate(Context& c, const Arguments& a) { return Reduced(c, NumpyCumsum, a); }
Value NumpyAddOuter(Context& c, const Arguments& a) { return Outer(c, "add", a); }
Value NumpySubtractOuter(Context& c, const Arguments& a) { return Outer(c, "subtract", a); }
Value NumpyMultiplyOuter(Context& c, const Arguments& a) { return Outer(c, "multiply", a); }

Value NumpyReal(Context& c, const Arguments& a) {
  return ArrayAttribute(c, Argument(c, a), "real");
}
Value NumpyImag(Context& c, const Arguments& a) {
  return ArrayAttribute(c, Argument(c, a), "imag");
}
Value NumpyShape(Context& c, const Arguments& a) {
  return ArrayAttribute(c, Argument(c, a), "shape");
}
Value NumpySize(Context& c, const Arguments& a) {
  return ArrayAttribute(c, Argument(c, a), "size");
}
Value NumpyNdim(Context& c, const Arguments& a) {
  return ArrayAttribute(c, Argument(c, a), "ndim");
}

Value NumpyAscontiguous(Context& c, const Arguments& a) {
  const Value dtype = a.Get(1, "dtype");
  const Value array = AsArray(
      c, Need(c, a, 0, "a"),
      dtype.is_undefined() || dtype.is_none() ? std::nullopt : std::optional(TypeOf(c, dtype)));
  const Value full = ViewOf(array).shape.empty() ? Reshape(c, array, {1}) : array;
  return ViewOf(full).is_contiguous() ? full : CopyArray(c, full, ViewOf(full).type);
}

// Of reals it is the array itself.
Value ArrayConjugate(Context& c, const Arguments& a) {
  const Value value = a.Get(0, "a");
  const abi::ScalarKind kind =
      IsArray(value) ? ViewOf(value).type.kind : value.object->As<ArrayScalar>().kind;
  return IsComplexKind(kind) ? NumpyConjugate(c, a) : value;
}

// np.floating and the like are only asked about.
Value NumpyAbstract(Context& c, const Arguments&) {
  GiveUp(c, "this class of numbers of NumPy has no objects");
}

}  // namespace kernelc::host
