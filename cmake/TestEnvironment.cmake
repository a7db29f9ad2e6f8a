# Read by ctest before it runs anything: tests compile, whatever an earlier run has left in a cache. Those of the
# cache itself switch it on.
set(ENV{KERNELC_CACHE} 0)
