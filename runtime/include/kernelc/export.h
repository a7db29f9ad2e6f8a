// What libkernelc_runtime exports; everything else in it has hidden visibility.
#pragma once

#define KC_RUNTIME_API __attribute__((visibility("default")))
