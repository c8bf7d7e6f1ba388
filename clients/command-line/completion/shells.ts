const BASH = `# Completion of muniment in bash. In this shell:
#   source <(muniment completion bash)
# In every shell from now on:
#   muniment completion bash > ~/.local/share/bash-completion/completions/muniment
_muniment() {
  local line=$COMP_LINE
  ((COMP_POINT < \${#COMP_LINE})) && line=\${COMP_LINE:0:COMP_POINT}
  mapfile -t COMPREPLY < <(muniment _complete --line="$line" --breaks="$COMP_WORDBREAKS" 2>/dev/null)
  if [[ \${COMPREPLY[0]} == :files ]]; then
    COMPREPLY=()
    compopt -o default
  elif [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == */ ]]; then
    compopt -o nospace
  fi
}
complete -o filenames -F _muniment muniment
`;

const ZSH = `#compdef muniment
# Completion of muniment in zsh. In this shell, after compinit:
#   source <(muniment completion zsh)
# In every shell from now on, in a folder of $fpath:
#   muniment completion zsh > ~/.zfunc/_muniment
_muniment() {
  local -a found open
  found=("\${(@f)$(muniment _complete -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)}")
  if [[ $found[1] == :files ]]; then
    _files
    return
  fi
  open=(\${(M)found:#*/})
  found=(\${found:#*/})
  (( $#found )) && compadd -- $found
  (( $#open )) && compadd -S '' -- $open
}
if [[ $funcstack[1] == _muniment ]]; then
  _muniment "$@"
else
  compdef _muniment muniment
fi
`;

const FISH = `# Completion of muniment in fish. In this shell:
#   muniment completion fish | source
# In every shell from now on:
#   muniment completion fish > ~/.config/fish/completions/muniment.fish
function __muniment_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct | string unescape)
    set -l found (muniment _complete -- $words[2..] "$current" 2>/dev/null)
    if test "$found[1]" = :files
        __fish_complete_path "$current"
    else
        printf '%s\\n' $found
    end
end
complete -c muniment -f -a '(__muniment_complete)'
`;

/** The scripts of completion, by shell. Each calls the hidden verb \`_complete\`. */
export const SHELLS = { bash: BASH, zsh: ZSH, fish: FISH } as const;
