# SPDX-License-Identifier: Apache-2.0
# fish completion of `security`. PackagingTests compares it with `security help`.

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

# Completes the names of a command: NAME, what it does.
function __security_name
    set -l place '__security_has_none; or __security_follows help'
    complete -c security -n $place -a $argv[1] -d $argv[2]
end

# Completes an option of some commands: what is said of the option, then the commands.
function __security_option
    set -l end (contains -i -- of $argv)
    set -l commands $argv[(math $end + 1)..-1]
    complete -c security -n "__security_is $commands" $argv[1..(math $end - 1)]
end

# Files are offered only where a line says so.
complete -c security -f
complete -c security -n __security_has_none -s h -d help
complete -c security -n __security_has_none -s i -d 'read commands from standard input'
complete -c security -n __security_has_none -s l -d accepted
complete -c security -n __security_has_none -s p -x -d prompt
complete -c security -n __security_has_none -s q -d 'fewer messages'
complete -c security -n __security_has_none -s v -d 'print each command'

__security_name help 'print the commands, or how to use one'
__security_name list-keychains 'print the keychains that are searched'
__security_name default-keychain 'print the keychain that items are added to'
__security_name show-keychain-info 'print the settings of the store'
__security_name dump-keychain 'print the attributes of every item'
__security_name add-generic-password 'add a password for a service'
__security_name add-internet-password 'add a password for a server'
__security_name find-generic-password 'find a password for a service'
__security_name delete-generic-password 'delete a password for a service'
__security_name find-internet-password 'find a password for a server'
__security_name delete-internet-password 'delete a password for a server'
__security_name add-certificates 'add the certificates of files'
__security_name find-certificate 'find certificates'
__security_name delete-certificate 'delete a certificate'
__security_name delete-identity 'delete a certificate and its private key'
__security_name create-keypair 'make a pair of keys'
__security_name find-key 'find keys'
__security_name find-identity 'find certificates with their private keys'
__security_name verify-cert 'verify certificates'
__security_name import 'add the keys and certificates of a file'
__security_name export 'write keys and certificates to a file'
__security_name error 'print what a status means'
__security_name version 'print the version'
__security_name explain 'say why a call answers what it answers'
__security_name trace 'show the calls of a program'
__security_name doctor 'say what keeps calls from working here'
__security_name dump-items 'print the items as a table'
__security_name check 'open every row and name what is damaged'
__security_name rotate-keys 'make new keys and seal every row under them'
__security_name backup 'write the store to an encrypted file'
__security_name restore 'bring back a backup'
__security_name set-passcode 'give the store a passcode'
__security_name change-passcode 'change the passcode of the store'
__security_name remove-passcode 'take the passcode of the store away'
__security_name lock-store 'forget the keys of the store'
__security_name unlock-store 'bring back the keys of the store'
__security_name lock-status 'show whether the store is locked'

set -l passwords add-generic-password add-internet-password find-generic-password \
    find-internet-password delete-generic-password delete-internet-password
set -l internet add-internet-password find-internet-password delete-internet-password

__security_option -s d -xa 'user system common dynamic' -d domain of list-keychains \
    default-keychain
__security_option -s s -d set of list-keychains default-keychain

__security_option -s a -d 'access lists' of dump-keychain
__security_option -s d -d secrets of dump-keychain
__security_option -s i -d 'edit access lists' of dump-keychain
__security_option -s r -d 'raw secrets' of dump-keychain

__security_option -s a -x -d account of $passwords
__security_option -s s -x -d 'service or server' of $passwords
__security_option -s l -x -d label of $passwords find-key
__security_option -s D -x -d kind of $passwords find-key
__security_option -s j -x -d comment of $passwords find-key
__security_option -s c -x -d 'creator, 4 characters' of $passwords
__security_option -s C -x -d 'type, 4 characters' of $passwords
__security_option -l access-group -x -d 'access group' of $passwords add-certificates \
    find-certificate delete-certificate delete-identity create-keypair find-key find-identity \
    import export
__security_option -s G -x -d 'generic attribute' of add-generic-password find-generic-password \
    delete-generic-password
__security_option -s w -x -d 'password; asked for without a value' of add-generic-password \
    add-internet-password
__security_option -s X -x -d 'password in hexadecimal' of add-generic-password \
    add-internet-password
__security_option -l password-fd -x -d 'read the password from a descriptor' of \
    add-generic-password add-internet-password
__security_option -s U -d 'update an item that exists' of add-generic-password \
    add-internet-password
__security_option -s A -d 'accepted without effect yet' of add-generic-password \
    add-internet-password create-keypair import
__security_option -s T -rF -d 'accepted without effect yet' of add-generic-password \
    add-internet-password create-keypair import
__security_option -s p -x -d 'as -w' of add-generic-password

__security_option -s d -x -d 'security domain' of $internet
__security_option -s p -x -d path of $internet
__security_option -s P -x -d port of $internet
__security_option -s r -x -d protocol of $internet
__security_option -s t -xa 'ntlm msna dpaa rpaa http httd form dflt' -d 'authentication type' of \
    $internet

__security_option -s g -d 'print the password too' of find-generic-password \
    find-internet-password
__security_option -s w -d 'print only the password' of find-generic-password \
    find-internet-password

__security_option -s k -rF -d keychain of add-certificates create-keypair verify-cert import \
    export

__security_option -s a -d 'all that match' of find-certificate
__security_option -s c -x -d 'common name' of find-certificate delete-certificate \
    delete-identity
__security_option -s e -x -d 'e-mail address' of find-certificate verify-cert
__security_option -s m -d 'print the e-mail addresses' of find-certificate
__security_option -s p -d 'print PEM' of find-certificate
__security_option -s Z -d 'print the hashes' of find-certificate

__security_option -s Z -x -d 'hash of the certificate' of delete-certificate delete-identity
__security_option -s t -d 'accepted without effect' of delete-certificate delete-identity

__security_option -s a -xa 'rsa ec' -d algorithm of create-keypair
__security_option -s s -x -d 'size in bits' of create-keypair
__security_option -s f -x -d 'accepted without effect' of create-keypair
__security_option -s t -x -d 'accepted without effect' of create-keypair
__security_option -s d -x -d 'accepted without effect' of create-keypair
__security_option -s H -d 'print the hash of the public key' of create-keypair

__security_option -s a -x -d 'hash of the public key' of find-key
__security_option -s c -x -d creator of find-key
__security_option -s t -xa 'symmetric public private' -d 'kind of key' of find-key
__security_option -s d -d 'can decrypt' of find-key
__security_option -s e -d 'can encrypt' of find-key
__security_option -s r -d 'can derive' of find-key
__security_option -s s -d 'can sign' of find-key
__security_option -s u -d 'can unwrap' of find-key
__security_option -s v -d 'can verify' of find-key
__security_option -s w -d 'can wrap' of find-key

set -l policies basic ssl-client ssl-server smime eap ipsec ichat codesigning sys-default \
    sys-kerberos-kdc macappstore appleID
__security_option -s p -xa "$policies" -d policy of find-identity
__security_option -s s -x -d 'host or e-mail address' of find-identity
__security_option -s v -d 'only the valid ones' of find-identity

__security_option -s c -rF -d certificates of verify-cert
__security_option -s r -rF -d 'certificates to trust' of verify-cert
__security_option -s p -xa 'basic ssl smime codeSign IPSec eap timestamping' -d policy of \
    verify-cert
__security_option -s C -d 'for a client' of verify-cert
__security_option -s d -x -d 'moment, in UTC' of verify-cert
__security_option -s n -x -d name of verify-cert
__security_option -s N -d 'look into no keychain' of verify-cert
__security_option -s L -d 'accepted without effect' of verify-cert
__security_option -s l -d 'the certificate is of an authority' of verify-cert
__security_option -s s -x -d host of verify-cert
__security_option -s q -d 'say nothing' of verify-cert
__security_option -s R -xa 'ocsp crl require online offline' -d revocation of verify-cert
__security_option -s P -d 'show the chain as PEM' of verify-cert
__security_option -s t -d 'show the chain' of verify-cert
__security_option -s v -d 'show the chain' of verify-cert

__security_option -s w -d 'the private key is encrypted' of import export
__security_option -s P -x -d passphrase of import export
__security_option -l passphrase-fd -x -d 'read the passphrase from a descriptor' of import \
    export backup restore
__security_option -s t -xa 'pub priv session cert agg' -d 'what the file holds' of import
__security_option -s f -xa 'openssl bsafe raw pkcs7 pkcs8 pkcs12 netscape pemseq x509' \
    -d format of import
__security_option -s x -d 'export shall refuse the keys' of import
__security_option -s a -x -d 'accepted without effect' of import

__security_option -s t -xa 'certs allKeys pubKeys privKeys identities all' -d 'what to export' of \
    export
__security_option -s f -xa 'openssl bsafe raw pkcs7 pkcs8 pkcs12 pemseq x509' -d format of \
    export
__security_option -s p -d 'as PEM' of export
__security_option -s o -rF -d file of export

__security_option -l set -x -d 'changes of an update' of explain
__security_option -l return -xa 'data attributes ref persistent-ref' -d results of explain
__security_option -l limit -xa 'one all' -d matches of explain
__security_option -l skip -d 'skip what needs a prompt' of explain
__security_option -l fail -d 'fail where a prompt is needed' of explain
__security_option -l as -rF -d 'the program' of explain
__security_option -l app -x -d 'the identifier' of explain
__security_option -l if -d 'assumed state' \
    -xa 'locked before-first-unlock unlocked background headless no-passcode' of explain
__security_option -l profile -xa 'dataProtection ios quirks' -d 'whose rules' of explain
__security_option -l no-class -d 'no kSecClass' of explain
__security_option -l no-data -d 'an add without a secret' of explain
__security_option -l names -d 'hide values' of explain trace dump-items
__security_option -l values -d 'show values' of explain trace dump-items
__security_option -l item -x -d 'the item of dump-items' of explain
__security_option -l with -rF -d 'do they share a group' of explain
__security_option -l last -d 'calls that failed last' of explain
__security_option -l call -rF -d 'a call of a trace' of explain
__security_option -l plan -d 'how it is answered' of explain
__security_option -l owner -d 'what only the owner may know' of explain
__security_option -l passcode-fd -x -d 'read the passcode from a descriptor' of explain doctor \
    dump-items set-passcode unlock-store change-passcode remove-passcode
__security_option -l json -d 'one line of JSON' of explain
__security_option -l all -d 'every finding' of explain

__security_option -l failed -d 'only failed calls' of trace
__security_option -l pid -x -d 'one process' of trace
__security_option -l follow -d 'go on until ended' of trace
__security_option -l call -x -d 'one call' of trace

__security_option -l as -rF -d 'look with the eyes of a program' of doctor
__security_option -l json -d 'one JSON object' of doctor dump-items
__security_option -l checklist -d 'what a trace proves of a program' of doctor
__security_option -l all -d 'findings of severity info too' of doctor
__security_option -l adopt -x -d 'move the items of an earlier identifier' of doctor
__security_option -l forget-history -d 'forget what the store remembers of programs' of doctor
__security_option -l yes -d 'without a question' of doctor restore
__security_option -l merge -d 'remove nothing' of restore
__security_option -l dry-run -d 'change nothing' of restore
__security_option -l no-copy -d 'keep no copy for --undo' of restore
__security_option -l undo -d 'bring back what was there before' of restore
__security_option -l forget-copy -d 'remove the copy for --undo' of restore
__security_option -l owner -d 'name the programs that are remembered' of doctor

__security_option -l compare -x -d 'say which of these values each item has' of dump-items
__security_option -l as -rF -d 'the items that a program may see' of dump-items
__security_option -l sort -x -d 'attribute to sort by' of dump-items
__security_option -l wide -d 'do not cut the table' of dump-items
__security_option -l owner -d 'all items' of dump-items

__security_option -l copy -xa '(__fish_complete_directories)' \
    -d 'copy the store into a new directory' of check
__security_option -l repair -d 'build a new store from what is whole' of check
__security_option -l reseal -d 'accept pages of another SQLite' of check

__security_option -l timeout -x -d 'the store locks itself after so many seconds' of \
    set-passcode unlock-store change-passcode
__security_option -l new-passcode-fd -x -d 'read the new passcode from a descriptor' of \
    change-passcode

__security_option -l all -d 'also what stays after the first unlock' of lock-store
__security_option -l follow-session -d 'lock with the screen, until ended' of lock-store

complete -c security -n '__security_follows explain' -a 'query add update delete'
complete -c security -n '__security_is dump-items' -a 'genp inet cert keys'
complete -c security -n '__security_is add-certificates import trace backup restore' -F
