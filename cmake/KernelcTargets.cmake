# kernelc_precompile(target header...), kernelc_precompile(target FROM other)
#
# Precompiles the headers, or takes those of another target with the same options. They are named as in an include
# (<compiler/...>): a path would make each checkout's another one for ccache. What is named is what nearly every file of
# the target includes anyway, so that an edit rebuilds no more than before.
function(kernelc_precompile target)
  if(ARGV1 STREQUAL FROM)
    target_precompile_headers(${target} REUSE_FROM ${ARGV2})
  else()
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
  # ccache cannot follow GCC into a precompiled header without it.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
endfunction()

# kernelc_library(NAME folder_name SOURCES ... [LINK ...] [PRIVATE_LINK ...] [PCH header... | PCH FROM target])
#
# A static library per source folder, target kernelc_<name>, alias kernelc::<name>, with the house warnings.
function(kernelc_library)
  cmake_parse_arguments(ARG "" "NAME" "SOURCES;LINK;PRIVATE_LINK;PCH" ${ARGN})
  add_library(kernelc_${ARG_NAME} STATIC ${ARG_SOURCES})
  add_library(kernelc::${ARG_NAME} ALIAS kernelc_${ARG_NAME})
  target_link_libraries(kernelc_${ARG_NAME}
    PUBLIC kernelc::settings ${ARG_LINK} PRIVATE kernelc::warnings ${ARG_PRIVATE_LINK})
  if(ARG_PCH)
    kernelc_precompile(kernelc_${ARG_NAME} ${ARG_PCH})
  endif()
endfunction()

# kernelc_keep_memory(target)
#
# Leads operators new and delete of a target to those of compiler/driver/kept_memory.cpp, which is to be among its
# sources. Not for sanitizers, which have operators of their own.
function(kernelc_keep_memory target)
  foreach(operator _Znwm _Znam _ZnwmRKSt9nothrow_t _ZnwmSt11align_val_t _ZnwmSt11align_val_tRKSt9nothrow_t
                   _ZdlPv _ZdaPv _ZdlPvm _ZdaPvm _ZdlPvSt11align_val_t _ZdlPvmSt11align_val_t)
    target_link_options(${target} PRIVATE LINKER:--wrap=${operator})
  endforeach()
endfunction()

# kernelc_keep_casts(target)
#
# Leads dynamic casts of a target to compiler/driver/kept_casts.cpp, which is to be among its sources.
function(kernelc_keep_casts target)
  target_link_options(${target} PRIVATE LINKER:--wrap=__dynamic_cast)
endfunction()

# kernelc_test(NAME test_name SOURCES ... [LINK ...] [LABELS ...])
#
# A GoogleTest program and one ctest entry for it.
function(kernelc_test)
  cmake_parse_arguments(ARG "" "NAME" "SOURCES;LINK;LABELS" ${ARGN})
  add_executable(${ARG_NAME} ${ARG_SOURCES})
  target_link_libraries(${ARG_NAME}
    PRIVATE kernelc::settings kernelc::warnings ${ARG_LINK} GTest::gtest GTest::gtest_main)
  add_test(NAME ${ARG_NAME} COMMAND ${ARG_NAME})
  if(ARG_LABELS)
    set_tests_properties(${ARG_NAME} PROPERTIES LABELS "${ARG_LABELS}")
  endif()
endfunction()
