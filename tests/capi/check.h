// Checks for the C programs of this folder: they go on after a failure, and main() counts them.
#ifndef TESTS_CAPI_CHECK_H_
#define TESTS_CAPI_CHECK_H_

#include <stdio.h>
#include <string.h>

#include "kernelc/kernelc_runtime.h"

static int checks_failed = 0;

static inline void Check(int holds, const char* text, int line) {
  if (!holds) {
    ++checks_failed;
    fprintf(stderr, "line %d: %s does not hold; last error: %s\n", line, text,
            kernelc_last_error_message());
  }
}

static inline void CheckStatus(kernelc_status got, kernelc_status want, const char* text,
                               int line) {
  if (got != want) {
    ++checks_failed;
    fprintf(stderr, "line %d: %s gives %s, not %s; last error: %s\n", line, text,
            kernelc_status_name(got), kernelc_status_name(want), kernelc_last_error_message());
  }
}

#define CHECK(condition) Check((condition) != 0, #condition, __LINE__)
#define CHECK_OK(call) CheckStatus((call), KERNELC_OK, #call, __LINE__)
#define CHECK_STATUS(call, status) CheckStatus((call), (status), #call, __LINE__)
#define CHECK_MESSAGE(text) \
  Check(strstr(kernelc_last_error_message(), (text)) != NULL, "message holds " #text, __LINE__)

#endif  // TESTS_CAPI_CHECK_H_
