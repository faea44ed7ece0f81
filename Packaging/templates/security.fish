# SPDX-License-Identifier: Apache-2.0
# fish completion of `security`. Scripts/commands.sh writes it from the table of commands.

# The command on the line, or nothing before there is one.
function __security_command
    set -l words (commandline -opc)
    set -e words[1]
    while set -q words[1]
        switch $words[1]
            case -p # its argument is no command
                set -e words[1]
            case '-*'
            case '*'
                echo $words[1]
                return
        end
        set -e words[1]
    end
end

# Whether the command on the line is one of these.
function __security_is
    set -l command (__security_command)
    test -n "$command"; and contains -- $command $argv
end

# Whether the word before the cursor is this command.
function __security_follows
    set -l words (commandline -opc)
    __security_is $argv; and test $words[-1] = $argv[1]
end

# Whether a command is still to be named.
function __security_has_none
    set -l command (__security_command)
    test -z "$command"
end

# Completes the name of a command: NAME, its purpose.
function __security_name
    set -l place '__security_has_none; or __security_follows help'
    complete -c security -n $place -a $argv[1] -d $argv[2]
end

# Completes an option of some commands: the arguments of `complete`, "of", the commands.
function __security_option
    set -l end (contains -i -- of $argv)
    set -l commands $argv[(math $end + 1)..-1]
    complete -c security -n "__security_is $commands" $argv[1..(math $end - 1)]
end

# Files are offered only where a line says so.
complete -c security -f
@general@

@names@

@options@

@operands@
