// Variables of a thread that launches look at.
#pragma once

// In the part of a thread's memory that needs no call to find. Plain, so that it can be looked at
// when the thread's other objects are gone.
#if defined(__GNUC__)
#define KC_QUICK_THREAD_LOCAL __attribute__((tls_model("initial-exec"))) thread_local constinit
#else
#define KC_QUICK_THREAD_LOCAL thread_local constinit
#endif
