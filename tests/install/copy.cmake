# Installs `build` into an empty `prefix`, and moves it once: a copy must work
# wherever it is put.
file(REMOVE_RECURSE ${prefix} ${prefix}.first)
execute_process(
  COMMAND ${CMAKE_COMMAND} --install ${build} --prefix ${prefix}.first
  COMMAND_ERROR_IS_FATAL ANY)
file(RENAME ${prefix}.first ${prefix})
