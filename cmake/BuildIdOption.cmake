# cmake -DREADELF=PROGRAM -DLIBRARY=FILE -DOUTPUT=FILE -P BuildIdOption.cmake
#
# Writes the option that gives a program the build id of a library.
execute_process(COMMAND ${READELF} --notes ${LIBRARY} OUTPUT_VARIABLE notes COMMAND_ERROR_IS_FATAL ANY)
if(NOT notes MATCHES "Build ID: ([0-9a-f]+)")
  message(FATAL_ERROR "${LIBRARY} has no build id")
endif()
file(WRITE ${OUTPUT} "-Wl,--build-id=0x${CMAKE_MATCH_1}\n")
