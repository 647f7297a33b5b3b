_cairn() {
    local line=${COMP_LINE:0:COMP_POINT} words=() word program=cairn i
    # Bash splits words at `:` and `=`. Those without a space between them belong together.
    for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if ((i > 0)) && [[ $line != [[:space:]]* ]]; then
            ((i == COMP_CWORD)) && word=$line
            words[${#words[@]} - 1]+=$word
        else
            line=${line#"${line%%[![:space:]]*}"}
            ((i == COMP_CWORD)) && word=$line
            words+=("$word")
        fi
        line=${line#"$word"}
    done
    [[ -x ${words[0]} ]] && program=${words[0]}
    local current=${words[${#words[@]} - 1]} IFS=$'\n'
    COMPREPLY=($(CAIRN_COMPLETE=bash _CLAP_IFS=$'\n' _CLAP_COMPLETE_INDEX=$((${#words[@]} - 1)) \
        "$program" -- "${words[@]}" 2> /dev/null))
    # Bash puts the answers in the place of what follows the last of these characters.
    if [[ $current == *[:=]* ]]; then
        local before=${current%"${current##*[:=]}"}
        COMPREPLY=("${COMPREPLY[@]#"$before"}")
    fi
    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[:=/] ]]; then
        compopt -o nospace 2> /dev/null
    fi
}
complete -o bashdefault -F _cairn cairn
