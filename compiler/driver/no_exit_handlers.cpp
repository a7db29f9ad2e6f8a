// Nothing of this library is destroyed when the process ends. Threads of the program may be
// compiling then: they would find the tables of LLVM, of the parser and of our own phases gone
// under them, and end the process with a crash instead of its exit status. The system takes all of
// it back, and there is nothing to write out.
//
// Objects with static storage register their destructors by this function of the C++ ABI (Itanium
// C++ ABI, 3.3.6.3). This one is found before the C library's by what is linked into the library,
// and by nothing else: it is not exported.
// NOLINTBEGIN(bugprone-reserved-identifier, readability-identifier-naming)
extern "C" __attribute__((visibility("hidden"))) int __cxa_atexit(void (*destroy)(void*),
                                                                  void* object,
                                                                  void* library) noexcept;

int __cxa_atexit(void (* /*destroy*/)(void*), void* /*object*/, void* /*library*/) noexcept {
  return 0;
}
// NOLINTEND(bugprone-reserved-identifier, readability-identifier-naming)
