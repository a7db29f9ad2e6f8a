// Functions of libdevice as PTX, made when the project is built (compile_libdevice.cpp): to read one as bitcode and to
// compile it takes as long as a kernel without optimisation. They are compiled as optimised code has them, and their
// results are the same.
#pragma once

#include <string>
#include <string_view>

namespace kernelc::codegen {

bool HasLibdevicePtx(std::string_view name);

// `ptx` with definitions where it declares such functions.
std::string DefineLibdevice(std::string_view ptx);

}  // namespace kernelc::codegen
