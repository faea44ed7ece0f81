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
complete -c security -n __security_has_none -s h -d 'show the commands'
complete -c security -n __security_has_none -l help -d 'show the commands'
complete -c security -n __security_has_none -s i -d 'read commands from standard input, one a line'
complete -c security -n __security_has_none -s l -d 'accepted without effect'
complete -c security -n __security_has_none -s p -x -d 'prompt'
complete -c security -n __security_has_none -s q -d 'leave out byte counts and status lines'
complete -c security -n __security_has_none -s v -d 'show each command before it runs'

__security_name help 'Show the commands, or how one is used'
__security_name list-keychains 'Show or set the keychains that are searched'
__security_name list-smartcards 'Show the smart cards'
__security_name default-keychain 'Show or set the keychain that new items go to'
__security_name login-keychain 'Show the login keychain'
__security_name create-keychain 'Make keychains'
__security_name delete-keychain 'Delete keychains and take them off the search list'
__security_name lock-keychain 'Lock a keychain, or all'
__security_name unlock-keychain 'Unlock a keychain'
__security_name set-keychain-settings 'Set when a keychain locks by itself'
__security_name set-keychain-password 'Change the password of a keychain'
__security_name show-keychain-info 'Show when a keychain locks by itself'
__security_name dump-keychain 'Show all items'
__security_name create-keypair 'Make a pair of keys'
__security_name add-generic-password 'Add a generic password'
__security_name add-internet-password 'Add an internet password'
__security_name add-certificates 'Add certificates'
__security_name find-generic-password 'Find a generic password'
__security_name delete-generic-password 'Delete a generic password'
__security_name set-generic-password-partition-list 'Set the partitions of a generic password'
__security_name find-internet-password 'Find an internet password'
__security_name delete-internet-password 'Delete an internet password'
__security_name set-internet-password-partition-list 'Set the partitions of an internet password'
__security_name find-key 'Find keys'
__security_name set-key-partition-list 'Set the partitions of keys'
__security_name find-certificate 'Find certificates'
__security_name find-identity 'Find identities: certificates with their private keys'
__security_name delete-certificate 'Delete a certificate'
__security_name delete-identity 'Delete a certificate and its private key'
__security_name set-identity-preference 'Set the identity to use for a service'
__security_name get-identity-preference 'Show the identity to use for a service'
__security_name create-db 'Make bare databases'
__security_name export 'Write keys and certificates to a file'
__security_name import 'Add the keys and certificates of a file'
__security_name export-smartcard 'Write the items of a smart card to files'
__security_name cms 'Sign, encrypt and read CMS messages'
__security_name add-trusted-cert 'Trust a certificate'
__security_name remove-trusted-cert 'Take back the trust in a certificate'
__security_name dump-trust-settings 'Show for which uses certificates are trusted'
__security_name user-trust-settings-enable 'Show or set whether the user\'s trust settings count'
__security_name trust-settings-export 'Write the trust settings to a file'
__security_name trust-settings-import 'Read the trust settings from a file'
__security_name verify-cert 'Verify certificates'
__security_name error 'Explain statuses'
__security_name create-filevaultmaster-keychain 'Make a keychain with a key for the recovery of a Mac\'s disk'
__security_name smartcards 'Show, enable or disable smart-card tokens'
__security_name requirement-evaluate 'Compare certificates with a code requirement'
__security_name explain 'Explain the answer of a call, without making the call'
__security_name trace 'Show the calls of a program, from the file that LATCHKEY_TRACE names'
__security_name doctor 'Check mode, store, identity and surroundings'
__security_name dump-items 'Show a table of items, never secrets'
__security_name check 'Open every row of the store and name the damaged ones'
__security_name rotate-keys 'Renew the keys of the store, which stays in use'
__security_name backup 'Write the store to an encrypted file'
__security_name restore 'Bring back a backup'
__security_name set-passcode 'Give the store a passcode'
__security_name change-passcode 'Change the passcode of the store'
__security_name remove-passcode 'Remove the passcode of the store'
__security_name lock-store 'Lock the store: forget its keys'
__security_name unlock-store 'Unlock the store with its passcode'
__security_name lock-status 'Show whether the store is locked'
__security_name item 'Work on items by attributes, in the style of iOS'
__security_name version 'Show the version of Latchkey'

__security_option -s d -xa 'user system common dynamic' -d 'the domain' of list-keychains default-keychain
__security_option -s s -d 'set the list to the keychains that follow' of list-keychains
__security_option -s s -d 'set it to the keychain that follows' of default-keychain
__security_option -s p -x -d 'the password of the new keychain' of create-keychain create-filevaultmaster-keychain
__security_option -s P -d 'ask for the password' of create-keychain
__security_option -s a -d 'lock all keychains of the user, of every home' of lock-keychain
__security_option -s p -x -d 'the password of the keychain' of unlock-keychain
__security_option -s u -d 'ask for the password' of unlock-keychain
__security_option -s l -d 'lock the keychain when the machine sleeps' of set-keychain-settings
__security_option -s t -x -d 'lock it after so many seconds without use' of set-keychain-settings
__security_option -s u -d 'accepted' of set-keychain-settings
__security_option -l password-fd -x -d 'descriptor with the password' of set-keychain-settings
__security_option -s o -x -d 'the present password' of set-keychain-password
__security_option -s p -x -d 'the new password' of set-keychain-password
__security_option -s a -d 'show access lists, which keychain files have' of dump-keychain
__security_option -s d -d 'show the passwords' of dump-keychain
__security_option -s i -d 'change access lists' of dump-keychain
__security_option -s r -d 'show the encrypted data of keychain files' of dump-keychain
__security_option -s a -xa 'rsa ec' -d 'the algorithm' of create-keypair
__security_option -s s -x -d 'size in bits' of create-keypair
__security_option -s f -x -d 'accepted without effect' of create-keypair
__security_option -s t -x -d 'accepted without effect' of create-keypair
__security_option -s d -x -d 'accepted without effect' of create-keypair
__security_option -s k -rF -d 'the keychain' of create-keypair add-certificates export import
__security_option -s H -d 'show the hash of the public key, as PEM' of create-keypair
__security_option -s A -d 'programs that may use the key' of create-keypair import
__security_option -s T -rF -d 'programs that may use the key' of create-keypair import
__security_option -l access-group -x -d 'access group' of create-keypair add-generic-password add-internet-password add-certificates find-generic-password delete-generic-password set-generic-password-partition-list find-internet-password delete-internet-password set-internet-password-partition-list find-key find-certificate find-identity delete-certificate delete-identity export import explain
__security_option -s a -x -d 'account' of add-generic-password add-internet-password
__security_option -s s -x -d 'service' of add-generic-password
__security_option -s c -x -d 'the creator, four characters' of add-generic-password add-internet-password find-generic-password delete-generic-password set-generic-password-partition-list find-internet-password delete-internet-password set-internet-password-partition-list find-key
__security_option -s C -x -d 'the type, four characters' of add-generic-password add-internet-password find-generic-password delete-generic-password set-generic-password-partition-list find-internet-password delete-internet-password set-internet-password-partition-list
__security_option -s D -x -d 'the kind, free text' of add-generic-password add-internet-password find-generic-password delete-generic-password set-generic-password-partition-list find-internet-password delete-internet-password set-internet-password-partition-list
__security_option -s G -x -d 'the generic attribute' of add-generic-password find-generic-password delete-generic-password set-generic-password-partition-list
__security_option -s j -x -d 'the comment' of add-generic-password add-internet-password find-generic-password delete-generic-password set-generic-password-partition-list find-internet-password delete-internet-password set-internet-password-partition-list
__security_option -s l -x -d 'label' of add-generic-password add-internet-password
__security_option -s p -x -d 'as -w' of add-generic-password
__security_option -s w -x -d 'password; read or asked for without a value' of add-generic-password add-internet-password
__security_option -s X -x -d 'the password in hexadecimal' of add-generic-password add-internet-password
__security_option -l password-fd -x -d 'read the password from a descriptor' of add-generic-password add-internet-password
__security_option -s A -d 'every program may read the item, in a keychain file' of add-generic-password add-internet-password
__security_option -s T -rF -d 'trust this program' of add-generic-password add-internet-password
__security_option -s U -d 'change the item if it is there' of add-generic-password add-internet-password
__security_option -s s -x -d 'server' of add-internet-password
__security_option -s d -x -d 'the security domain' of add-internet-password find-internet-password delete-internet-password set-internet-password-partition-list
__security_option -s p -x -d 'the path' of add-internet-password find-internet-password delete-internet-password set-internet-password-partition-list
__security_option -s P -x -d 'the port, a decimal number' of add-internet-password find-internet-password delete-internet-password set-internet-password-partition-list
__security_option -s r -x -d 'protocol' of add-internet-password find-internet-password delete-internet-password set-internet-password-partition-list
__security_option -s t -xa 'ntlm msna dpaa rpaa http httd form dflt' -d 'authentication type' of add-internet-password find-internet-password delete-internet-password set-internet-password-partition-list
__security_option -s a -x -d 'the account' of find-generic-password delete-generic-password set-generic-password-partition-list find-internet-password delete-internet-password set-internet-password-partition-list
__security_option -s l -x -d 'the label' of find-generic-password delete-generic-password set-generic-password-partition-list find-internet-password delete-internet-password set-internet-password-partition-list find-key
__security_option -s s -x -d 'the service' of find-generic-password delete-generic-password set-generic-password-partition-list get-identity-preference
__security_option -s g -d 'show the password too, on standard error' of find-generic-password find-internet-password
__security_option -s w -d 'show the password only' of find-generic-password find-internet-password
__security_option -s S -x -d 'the new list, with commas' of set-generic-password-partition-list set-internet-password-partition-list set-key-partition-list
__security_option -s k -x -d 'the password of the keychain' of set-generic-password-partition-list set-internet-password-partition-list set-key-partition-list
__security_option -s s -x -d 'the server' of find-internet-password delete-internet-password set-internet-password-partition-list
__security_option -s a -x -d 'hash of the public key' of find-key
__security_option -s D -x -d 'no key has it' of find-key
__security_option -s j -x -d 'no key has it' of find-key
__security_option -s t -xa 'private public symmetric' -d 'the type of key' of find-key
__security_option -s d -d 'only keys that can do it' of find-key set-key-partition-list
__security_option -s e -d 'only keys that can do it' of find-key set-key-partition-list
__security_option -s r -d 'only keys that can do it' of find-key set-key-partition-list
__security_option -s s -d 'only keys that can do it' of find-key set-key-partition-list
__security_option -s u -d 'only keys that can do it' of find-key set-key-partition-list
__security_option -s v -d 'only keys that can do it' of find-key set-key-partition-list
__security_option -s w -d 'only keys that can do it' of find-key set-key-partition-list
__security_option -s a -x -d 'the application label of the key' of set-key-partition-list
__security_option -s l -x -d 'the label of the key' of set-key-partition-list
__security_option -s t -xa 'symmetric public private' -d 'the kind' of set-key-partition-list
__security_option -s a -d 'all certificates that match, not only the first' of find-certificate
__security_option -s c -x -d 'common name' of find-certificate delete-certificate delete-identity
__security_option -s e -x -d 'the e-mail address' of find-certificate
__security_option -s m -d 'show the e-mail addresses' of find-certificate
__security_option -s p -d 'show the certificate as PEM instead of its attributes' of find-certificate
__security_option -s Z -d 'show the hashes of the certificate' of find-certificate
__security_option -s p -xa 'smime ssl-client ssl-server eap ipsec ichat codesigning basic macappstore appleID sys-default sys-kerberos-kdc' -d 'the policy' of find-identity
__security_option -s s -x -d 'the host or e-mail address that the policy asks for' of find-identity
__security_option -s v -d 'only the valid identities' of find-identity
__security_option -s Z -x -d 'hash of the certificate' of delete-certificate delete-identity
__security_option -s t -d 'remove its trust settings too' of delete-certificate delete-identity
__security_option -s n -d 'no identity' of set-identity-preference
__security_option -s c -x -d 'text of the common name' of set-identity-preference
__security_option -s s -x -d 'a URL, a host, an e-mail address or another name' of set-identity-preference
__security_option -s u -x -d 'the uses of the key' of set-identity-preference get-identity-preference
__security_option -s Z -x -d 'SHA-1 or SHA-256 hash of the certificate' of set-identity-preference
__security_option -s p -d 'show the certificate as PEM' of get-identity-preference
__security_option -s c -d 'show the common name' of get-identity-preference
__security_option -s Z -d 'show the SHA-256 and SHA-1 hashes of the certificate' of get-identity-preference
__security_option -s a -d 'accepted' of create-db
__security_option -s o -d 'accepted' of create-db
__security_option -s g -xa 'dl cspdl' -d 'kind' of create-db
__security_option -s m -x -d 'the mode of the file in octal digits, with a 0 in front' of create-db
__security_option -s t -xa 'certs allKeys pubKeys privKeys identities all' -d 'the type' of export
__security_option -s f -xa 'bsafe openssl pemseq pkcs12 pkcs7 pkcs8 raw x509' -d 'format' of export
__security_option -s w -d 'encrypt the private key' of export
__security_option -s p -d 'write PEM' of export
__security_option -s P -x -d 'passphrase' of export import
__security_option -s o -rF -d 'the file' of export
__security_option -l passphrase-fd -x -d 'read the passphrase from a descriptor' of export import backup restore
__security_option -s t -xa 'agg cert priv pub session' -d 'content of the file' of import
__security_option -s f -xa 'bsafe netscape openssl pemseq pkcs12 pkcs7 pkcs8 raw x509' -d 'the format' of import
__security_option -s w -d 'the private key is encrypted' of import
__security_option -s x -d 'export refuses these keys' of import
__security_option -s a -x -d 'extended attribute' of import
__security_option -s i -x -d 'the smart card' of export-smartcard
__security_option -s t -xa 'certs privKeys identities all' -d 'the kind of items' of export-smartcard
__security_option -s e -xa '(__fish_complete_directories)' -d 'the directory of the files' of export-smartcard
__security_option -s S -d 'sign' of cms
__security_option -s D -d 'read a message' of cms
__security_option -s E -d 'encrypt for recipients' of cms
__security_option -s C -d 'encrypt with a known key' of cms
__security_option -s O -d 'only certificates' of cms
__security_option -s N -x -d 'signer' of cms
__security_option -s Z -x -d 'key identifier of the signer' of cms
__security_option -s G -d 'add the time' of cms
__security_option -s P -d 'add the ciphers' of cms
__security_option -s Y -x -d 'certificate for answers' of cms
__security_option -s H -xa 'SHA1 SHA256 SHA384 SHA512' -d 'hash function' of cms
__security_option -s T -d 'detached content' of cms
__security_option -s t -x -d 'refused' of cms
__security_option -s c -rF -d 'detached content' of cms
__security_option -s h -x -d 'show levels' of cms
__security_option -s n -d 'no content' of cms
__security_option -s r -x -d 'recipients' of cms
__security_option -s e -rF -d 'envelope' of cms
__security_option -s k -rF -d 'the keychain of certificates and keys' of cms
__security_option -s i -rF -d 'the input' of cms
__security_option -s o -rF -d 'the output' of cms
__security_option -s u -x -d 'use of certificates' of cms
__security_option -s p -x -d 'accepted without effect' of cms
__security_option -s d -d 'for all users of this machine' of add-trusted-cert
__security_option -s r -xa 'trustRoot trustAsRoot deny unspecified' -d 'the result' of add-trusted-cert
__security_option -s p -xa 'ssl smime codeSign IPSec basic swUpdate pkgSign eap macappstore appleID timestamping' -d 'only for this policy' of add-trusted-cert
__security_option -s a -rF -d 'only for this program, by its path' of add-trusted-cert
__security_option -s s -x -d 'only for this host or e-mail address' of add-trusted-cert
__security_option -s e -xa 'certExpired hostnameMismatch' -d 'accept this failure' of add-trusted-cert
__security_option -s u -x -d 'only for these uses of the key, as a number' of add-trusted-cert
__security_option -s k -rF -d 'add the certificate to this keychain too' of add-trusted-cert
__security_option -s i -rF -d 'begin with the settings in this file' of add-trusted-cert
__security_option -s o -rF -d 'write the settings to this file, and change nothing' of add-trusted-cert
__security_option -s d -d 'the settings for all users of this machine' of remove-trusted-cert dump-trust-settings trust-settings-export trust-settings-import
__security_option -s s -d 'the settings of the system' of dump-trust-settings trust-settings-export
__security_option -s d -d 'disable the trust settings of all users' of user-trust-settings-enable
__security_option -s e -d 'enable the trust settings of all users' of user-trust-settings-enable
__security_option -s c -rF -d 'certificates' of verify-cert
__security_option -s r -rF -d 'certificates to trust' of verify-cert
__security_option -s p -xa 'IPSec basic codeSign eap smime ssl timestamping' -d 'the policy' of verify-cert
__security_option -s C -d 'the certificate is a client\'s' of verify-cert
__security_option -s d -x -d 'moment, in UTC' of verify-cert
__security_option -s k -rF -d 'a keychain with certificates that lead to a root' of verify-cert
__security_option -s n -x -d 'name' of verify-cert
__security_option -s N -d 'use no certificates of the store' of verify-cert
__security_option -s L -d 'ask no network' of verify-cert
__security_option -s l -d 'the certificate is an authority\'s' of verify-cert
__security_option -s e -x -d 'the e-mail address that the policy smime asks for' of verify-cert
__security_option -s s -x -d 'the host that the policy ssl asks for' of verify-cert
__security_option -s q -d 'print nothing' of verify-cert
__security_option -s R -xa 'crl ocsp offline online require' -d 'revocation' of verify-cert
__security_option -s P -d 'show the chain' of verify-cert
__security_option -s t -d 'show the chain' of verify-cert
__security_option -s v -d 'show the chain' of verify-cert
__security_option -s s -xa '1024 2048 4096' -d 'the size of the key' of create-filevaultmaster-keychain
__security_option -s l -d 'show disabled tokens' of smartcards
__security_option -s e -x -d 'enable a token' of smartcards
__security_option -s d -x -d 'disable a token' of smartcards
__security_option -l set -x -d 'changes of an update' of explain
__security_option -l return -xa 'data attributes ref persistent-ref' -d 'the results' of explain
__security_option -l limit -xa 'one all' -d 'the number of matches' of explain
__security_option -l skip -d 'the call skips items that need a prompt' of explain
__security_option -l fail -d 'the call fails if it needs a prompt' of explain
__security_option -l as -rF -d 'the program to explain for' of explain
__security_option -l app -x -d 'the identifier of the program to explain for' of explain
__security_option -l if -xa 'locked before-first-unlock unlocked background headless no-passcode' -d 'assume a state' of explain
__security_option -l profile -xa 'dataProtection ios macos quirks' -d 'the rules to follow' of explain
__security_option -l no-class -d 'the call has no kSecClass' of explain
__security_option -l no-data -d 'the add has no secret' of explain
__security_option -l names -d 'hide values of attributes' of explain trace dump-items
__security_option -l values -d 'show values of attributes' of explain dump-items
__security_option -l json -d 'print one line of JSON' of explain
__security_option -l all -d 'show findings of severity info too' of explain
__security_option -l item -x -d 'the item that dump-items shows by this identifier' of explain
__security_option -l with -rF -d 'say whether two programs share a group' of explain
__security_option -l last -d 'explain the last call that failed' of explain
__security_option -l call -rF -d 'explain the last call of a trace file' of explain
__security_option -l plan -d 'show how the query is answered' of explain
__security_option -l owner -d 'show items that the program does not see' of explain
__security_option -l passcode-fd -x -d 'read the passcode from a descriptor' of explain doctor dump-items set-passcode change-passcode remove-passcode unlock-store
__security_option -l failed -d 'only calls that failed' of trace
__security_option -l pid -x -d 'only calls of one process' of trace
__security_option -l follow -d 'go on as the program does, until ended' of trace
__security_option -l call -x -d 'one call' of trace
__security_option -l values -d 'show values of attributes, if the trace has them' of trace
__security_option -l as -rF -d 'look with the eyes of a program' of doctor
__security_option -l checklist -d 'show what a trace proves of a program' of doctor
__security_option -l json -d 'print one JSON object' of doctor dump-items
__security_option -l all -d 'show findings of severity info, and all keychain files' of doctor
__security_option -l adopt -x -d 'move the items of an earlier identifier' of doctor
__security_option -l forget-history -d 'forget the programs that the store remembers' of doctor
__security_option -l yes -d 'do not ask before --adopt and --forget-history' of doctor
__security_option -l owner -d 'name the programs that the store remembers' of doctor
__security_option -l compare -x -d 'values to compare each item with' of dump-items
__security_option -l as -rF -d 'the items that a program may see' of dump-items
__security_option -l sort -x -d 'the attribute to sort by' of dump-items
__security_option -l wide -d 'do not cut the table to 80 columns' of dump-items
__security_option -l owner -d 'all items' of dump-items
__security_option -l copy -xa '(__fish_complete_directories)' -d 'copy the store into a new directory' of check
__security_option -l repair -d 'build a new store from every whole row' of check
__security_option -l reseal -d 'accept pages of another SQLite' of check
__security_option -l merge -d 'remove no item' of restore
__security_option -l dry-run -d 'show what would happen, and change nothing' of restore
__security_option -l yes -d 'do not ask' of restore
__security_option -l no-copy -d 'keep no copy of the store\'s items' of restore
__security_option -l undo -d 'bring back the store as it was before the last restore' of restore
__security_option -l forget-copy -d 'remove the copy for --undo' of restore
__security_option -l timeout -x -d 'time after which the store locks itself' of set-passcode change-passcode unlock-store
__security_option -l new-passcode-fd -x -d 'read the new passcode from a descriptor' of change-passcode
__security_option -l all -d 'forget the keys that stay after the first unlock too' of lock-store
__security_option -l follow-session -d 'lock with the screen, until ended' of lock-store
__security_option -s q -x -d 'find items' of item
__security_option -s a -d 'add an item' of item
__security_option -s u -x -d 'change items' of item
__security_option -s D -d 'delete all matching items' of item
__security_option -s g -d 'print the data too' of item
__security_option -s p -d 'print references' of item
__security_option -s P -x -d 'item by reference' of item
__security_option -s j -d 'print JSON' of item
__security_option -s l -x -d 'the most items to find' of item
__security_option -s s -x -d 'refused' of item
__security_option -s d -x -d 'data as text' of item
__security_option -s f -rF -d 'with -a and -u' of item
__security_option -s v -d 'show the call on standard error first, without data' of item
__security_option -s y -d 'accepted without effect' of item
__security_option -s Y -x -d 'accepted without effect' of item

complete -c security -n '__security_follows smartcards' -a 'token'
complete -c security -n '__security_follows explain' -a 'query add update delete'
complete -c security -n '__security_is dump-items' -a 'genp inet cert keys'
complete -c security -n '__security_is add-certificates create-db import add-trusted-cert remove-trusted-cert trust-settings-export trust-settings-import requirement-evaluate trace backup restore' -F
