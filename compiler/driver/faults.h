// What ends a command, with the exit status that says so.
#pragma once

#include <cstddef>
#include <cstdint>

#include "compiler/driver/command.h"

namespace kernelc::driver {

enum class Fault : std::uint8_t {
#define KC_FAULT(name, status, text) name,
#include "compiler/driver/faults.def"
};

constexpr ExitStatus StatusOf(Fault fault) {
  constexpr ExitStatus kStatuses[] = {
#define KC_FAULT(name, status, text) kExit##status,
#include "compiler/driver/faults.def"
  };
  return kStatuses[static_cast<std::size_t>(fault)];
}

}  // namespace kernelc::driver
