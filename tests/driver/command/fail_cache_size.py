# RUN: kernelc cache prune --size much
# CHECK-ERR: error: the cache is off: KERNELC_CACHE is 0, or none of KERNELC_CACHE_DIR, XDG_CACHE_HOME and HOME names a folder
