// Named tuples and times among the values of a command line; part of argument_values.h.
#pragma once

#include <string_view>
#include <vector>

#include "compiler/driver/argument_values.h"

namespace kernelc::driver {

bool IsTimeText(std::string_view text);
// `datetime64[D]:2024-02-29`, `datetime64[ns]:17`, `timedelta64[ms]:250`, `datetime64[D]:NaT`
Result<ParsedValue> ParseTimeValue(std::string_view text);

// A value of the class from the texts between its parentheses: `1`, `y=2.5`.
Result<ParsedValue> NamedTupleOf(const sema::NamedOnCommandLine& cls,
                                 const std::vector<std::string_view>& parts,
                                 const FileNames& names);

}  // namespace kernelc::driver
