# SPDX-License-Identifier: Apache-2.0
# bash completion of `security`. Scripts/commands.sh writes it from the table of commands.

# The options before the command.
@general@

# The options of each command. The keys are the commands.
declare -gA _security_options=(
@options@
)

# The words for the operands of a command, or for the value of an option: COMMAND, COMMAND:OPTION.
declare -gA _security_words=(
@words@
)

_security() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local command= index
  for ((index = 1; index < COMP_CWORD; index++)); do
    case ${COMP_WORDS[index]} in
      -p) ((index++)) ;; # its argument is no command
      -*) ;;
      *) command=${COMP_WORDS[index]} && break ;;
    esac
  done

  COMPREPLY=()
  if [[ -z $command ]]; then
    if [[ $previous != -p || $COMP_CWORD -eq 1 ]]; then
      mapfile -t COMPREPLY < <(
        compgen -W "$_security_general ${!_security_options[*]}" -- "$current" | sort
      )
    fi
    return
  fi
  if [[ $command == help ]]; then
    mapfile -t COMPREPLY < <(compgen -W "${!_security_options[*]}" -- "$current" | sort)
    return
  fi
  # Without words, bash itself offers files.
  local words=${_security_words[$command:$previous]:-}
  if [[ $current == -* ]]; then
    words=${_security_options[$command]:-}
  elif [[ -z $words && $previous != -* ]]; then
    words=${_security_words[$command]:-}
  fi
  [[ -z $words ]] || mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}

complete -o bashdefault -o default -F _security security
