# Compiles the engine of pages to WebAssembly: src/export/wasm_engine.c and what it needs.
#
# wasm_engine(HEADERS...) sets WASM_ENGINE to the file that the build makes, or to nothing where the
# tools are missing: then the program says what to install when a page to play in is asked for.

option(C4E_WASM "Pages to play in, if clang, lld, wasi-libc and libclang-rt-14-dev-wasm32 are installed" ON)

set(wasm_folder ${CMAKE_CURRENT_BINARY_DIR}/wasm)
set(wasm_sources
  base/bytes.c game/lines.c game/position.c
  rules/proof.c rules/rule.c rules/rule_list.c rules/threats.c
  heuristic/evaluator.c heuristic/strips.c heuristic/tables.c
  search/alphabeta.c search/book.c search/book_file.c search/choose.c search/deepen.c search/extend.c
  search/hash.c search/last_threats.c search/last_two.c search/minimax.c search/pv.c search/solver.c search/solver_parity.c search/solver_table.c
  search/tabled.c search/tree.c search/move_values.c export/player_blob.c export/wasm_engine.c)
list(TRANSFORM wasm_sources PREPEND ${PROJECT_SOURCE_DIR}/src/)

# Headers of which the engine has a simpler one.
set(wasm_stubs base/clock.h=clock base/err.h=err base/stream.h=stream heuristic/sampler.h=sampler
  search/worker.h=worker sys/mman.h=mman)

# -O3 rather than -Oz: the solver is a third faster, for 47 kB. Vectors: genomes with tables are 40%
# faster; browsers have them since 2021 (Safari: 2023). Memory grows as it is needed; the stack lies below
# everything else, so that an overflow is caught.
set(wasm_flags --target=wasm32-wasi -mexec-model=reactor -std=c11 -O3 -msimd128 -flto -fvisibility=hidden
  -Wl,--strip-all,--stack-first,-z,stack-size=262144)
foreach(function new room add_player add_book choose value solve)
  list(APPEND wasm_flags -Wl,--export=wasm_engine_${function})
endforeach()

# Whether a small program can be compiled and linked.
function(wasm_check)
  set(source ${wasm_folder}/check.c)
  file(WRITE ${source} "#include <stdlib.h>\nvoid *wasm_engine_new(void);\n"
    "void *wasm_engine_new(void) { return malloc(1); }\n")
  execute_process(COMMAND ${WASM_CLANG} --target=wasm32-wasi -mexec-model=reactor -flto ${source}
    -Wl,--export=wasm_engine_new -o ${wasm_folder}/check.wasm
    RESULT_VARIABLE failed OUTPUT_VARIABLE ignored ERROR_VARIABLE why)
  if(NOT failed)
    set(WASM_WORKS ON CACHE INTERNAL "")
  else()
    message(STATUS "Not building pages to play in: they need clang, lld, wasi-libc and "
                   "libclang-rt-14-dev-wasm32")
    message(VERBOSE "${why}")
  endif()
endfunction()

function(wasm_engine)
  set(WASM_ENGINE "" PARENT_SCOPE)
  find_program(WASM_CLANG clang)
  if(C4E_WASM AND WASM_CLANG AND NOT WASM_WORKS)
    wasm_check()
  elseif(C4E_WASM AND NOT WASM_CLANG)
    message(STATUS "Not building pages to play in: clang was not found")
  endif()
  if(NOT C4E_WASM OR NOT WASM_WORKS)
    return()
  endif()
  foreach(stub IN LISTS wasm_stubs)
    string(REPLACE "=" ";" stub ${stub})
    list(GET stub 0 header)
    list(GET stub 1 name)
    file(WRITE ${wasm_folder}/include/${header} "#include \"export/stub_${name}.h\"\n")
  endforeach()
  # A failed assertion ends the engine; to print it would take all of stdio.
  file(WRITE ${wasm_folder}/include/assert.h
    "#undef assert\n#define assert(holds) ((holds) ? (void)0 : __builtin_trap())\n")
  set(board ${board_definitions})
  list(TRANSFORM board PREPEND -D)
  add_custom_command(OUTPUT ${wasm_folder}/engine.wasm
    COMMAND ${WASM_CLANG} ${wasm_flags} ${board} -D_POSIX_C_SOURCE=200809L
            -I${wasm_folder}/include -I${PROJECT_SOURCE_DIR}/src ${wasm_sources}
            -o ${wasm_folder}/engine.wasm
    DEPENDS ${wasm_sources} ${ARGN} ${PROJECT_SOURCE_DIR}/src/wasm.cmake
    COMMENT "Compiling the engine of pages to WebAssembly" VERBATIM)
  set(WASM_ENGINE ${wasm_folder}/engine.wasm PARENT_SCOPE)
endfunction()
