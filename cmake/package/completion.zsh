#compdef kernelc
# Completion for zsh. What can stand at the cursor, the command says itself.
local -a found values
found=("${(@f)$(${words[1]} complete "${(j: :)words[1,CURRENT]}" 2>/dev/null)}")
found=(${found:#})
# A value follows.
values=(${(M)found:#*=})
found=(${found:#*=})
if (( ${#found} + ${#values} == 0 )); then
  _files
else
  compadd -a found
  compadd -S '' -a values
fi
