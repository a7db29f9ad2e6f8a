# cmake -DFILE=<Name.cpp> -DNAME=<Name> -P LazyParserTables.cmake
#
# ANTLR's tool writes lexers and parsers that build their tables when the library is loaded, half a millisecond of every
# process that parses nothing. Here they are built with the first object of the class, and not searched for faults that the
# tool's own tables do not have, which takes half as long again as to build them.
file(READ ${FILE} text)

set(static_object "${NAME}::Initializer ${NAME}::_init;")
set(constructor_start "{\n  _interpreter = new ")
set(deserializer "  atn::ATNDeserializer deserializer;")
foreach(needed IN ITEMS "${static_object}" "${constructor_start}" "${deserializer}")
  string(FIND "${text}" "${needed}" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "${FILE} is not what this version of ANTLR used to write: no `${needed}`")
  endif()
endforeach()
string(REPLACE "${static_object}" "" text "${text}")
string(REPLACE "${constructor_start}" "{\n  static const Initializer tables;\n  _interpreter = new " text "${text}")
string(REPLACE "${deserializer}"
  "  atn::ATNDeserializationOptions options;\n  options.setVerifyATN(false);\n  atn::ATNDeserializer deserializer(options);"
  text "${text}")

file(WRITE ${FILE} "${text}")
