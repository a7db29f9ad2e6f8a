// Device functions in the forms that code in other languages is linked with.
#pragma once

#include <string>

#include "compiler/base/result.h"
#include "compiler/driver/compile.h"
#include "kernelc/program.h"

namespace kernelc::driver {

// What Compile() must give for a form.
CompileOptions DeviceFormOptions(DeviceForm form);

// The form's text or bytes from what Compile() gave. Fails where the machine lacks a tool. Blocks.
Result<std::string> FinishDeviceForm(DeviceForm form, const CompileOutput& output,
                                     const CompileJob& job);

// Whether a job compiles device functions for others.
bool IsExport(const CompileJob& job);

}  // namespace kernelc::driver
