// What libkernelc exports; everything else in it, LLVM included, has hidden visibility.
#pragma once

#define KC_COMPILER_API __attribute__((visibility("default")))
