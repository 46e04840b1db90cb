# bash completion for croupier. The command itself knows its words (croupier complete); where it offers none, file
# names are completed.
_croupier()
{
    local word
    COMPREPLY=()
    while IFS= read -r word; do
        COMPREPLY+=("$word")
    done < <("${COMP_WORDS[0]}" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o bashdefault -o default -F _croupier croupier
