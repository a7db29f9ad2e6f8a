// The functions of libdevice (libdevice_parts.h); begin and end are equal when this build has none.
#pragma once

extern "C" {
extern const char kernelc_libdevice_begin[];
extern const char kernelc_libdevice_end[];
}
