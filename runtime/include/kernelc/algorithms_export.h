// What libkernelc_algorithms exports; everything else in it has hidden visibility.
#pragma once

#define KC_ALGORITHMS_API __attribute__((visibility("default")))
