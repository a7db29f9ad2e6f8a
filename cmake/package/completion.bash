# Completion for bash. What can stand at the cursor, the command says itself.
_kernelc() {
  local line=${COMP_LINE:0:COMP_POINT} IFS=$'\n'
  COMPREPLY=($("${COMP_WORDS[0]}" complete "$line" 2>/dev/null))
  # Readline replaces only what stands behind the last = or :.
  local word=${line##*[[:space:]]}
  local kept=${word%"${word##*[=:]}"}
  if [[ -n $kept ]]; then
    COMPREPLY=("${COMPREPLY[@]#"$kept"}")
  fi
  # A value follows.
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then
    compopt -o nospace
  fi
}
complete -o default -F _kernelc kernelc
