# embed_files(TARGET TABLE FILE...): builds files into a target, as the table of base/data.h
# that has the given name. They are known by their names without folders.
#
# The same file, run as a script, turns the files into C.

function(embed_files target table)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded/${table}.c)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -D "FILES=${ARGN}" -D TABLE=${table} -D OUTPUT=${output}
            -P ${PROJECT_SOURCE_DIR}/src/embed.cmake
    DEPENDS ${ARGN} ${PROJECT_SOURCE_DIR}/src/embed.cmake
    COMMENT "Embedding ${table}" VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()

if(CMAKE_SCRIPT_MODE_FILE)
  set(number 0)
  foreach(file IN LISTS FILES)
    get_filename_component(name ${file} NAME)
    file(READ ${file} bytes HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
    # A zero after the last byte, so that text may be used as a string.
    string(APPEND arrays "static const unsigned char file${number}[] = { ${bytes}0 };\n")
    string(APPEND rows "    { \"${name}\", file${number}, sizeof file${number} - 1 },\n")
    math(EXPR number "${number} + 1")
  endforeach()
  file(WRITE ${OUTPUT} "#include \"base/data.h\"\n\n${arrays}\n"
    "extern const struct data_file ${TABLE}[];\n"
    "const struct data_file ${TABLE}[] = {\n${rows}    { 0 },\n};\n")
endif()
