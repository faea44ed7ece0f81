# SPDX-License-Identifier: Apache-2.0
# bash completion of `security`. Scripts/commands.sh writes it from the table of commands.

# The options before the command.
_security_general='-h --help -i -l -p -q -v'

# The options of each command. The keys are the commands.
declare -gA _security_options=(
  [help]=''
  [list-keychains]='-d -s'
  [list-smartcards]=''
  [default-keychain]='-d -s'
  [login-keychain]=''
  [create-keychain]='-p -P'
  [delete-keychain]=''
  [lock-keychain]='-a'
  [unlock-keychain]='-p -u'
  [set-keychain-settings]='-l -t -u --password-fd'
  [set-keychain-password]='-o -p'
  [show-keychain-info]=''
  [dump-keychain]='-a -d -i -r'
  [create-keypair]='-a -s -f -t -d -k -H -A -T --access-group'
  [add-generic-password]='-a -s -c -C -D -G -j -l -p -w -X --password-fd --access-group -A -T -U'
  [add-internet-password]='-a -s -c -C -d -D -j -l -p -P -r -t -w -X --password-fd --access-group -A -T -U'
  [add-certificates]='-k --access-group'
  [find-generic-password]='-a -c -C -D -G -j -l -s --access-group -g -w'
  [delete-generic-password]='-a -c -C -D -G -j -l -s --access-group'
  [set-generic-password-partition-list]='-S -k -a -c -C -D -G -j -l -s --access-group'
  [find-internet-password]='-a -c -C -d -D -j -l -p -P -r -s -t --access-group -g -w'
  [delete-internet-password]='-a -c -C -d -D -j -l -p -P -r -s -t --access-group'
  [set-internet-password-partition-list]='-S -k -a -c -C -d -D -j -l -p -P -r -s -t --access-group'
  [find-key]='-a -c -D -j -l -t -d -e -r -s -u -v -w --access-group'
  [set-key-partition-list]='-S -k -a -l -t -d -e -r -s -u -v -w'
  [find-certificate]='-a -c -e -m -p -Z --access-group'
  [find-identity]='-p -s -v --access-group'
  [delete-certificate]='-c -Z -t --access-group'
  [delete-identity]='-c -Z -t --access-group'
  [set-identity-preference]='-n -c -s -u -Z'
  [get-identity-preference]='-s -u -p -c -Z'
  [create-db]='-a -o -g -m'
  [export]='-k -t -f -w -p -P -o --passphrase-fd --access-group'
  [import]='-k -t -f -w -x -P -a -A -T --passphrase-fd --access-group'
  [export-smartcard]='-i -t -e'
  [cms]='-S -D -E -C -O -N -Z -G -P -Y -H -T -t -c -h -n -r -e -k -i -o -u -p'
  [add-trusted-cert]='-d -r -p -a -s -e -u -k -i -o'
  [remove-trusted-cert]='-d'
  [dump-trust-settings]='-s -d'
  [user-trust-settings-enable]='-d -e'
  [trust-settings-export]='-s -d'
  [trust-settings-import]='-d'
  [verify-cert]='-c -r -p -C -d -k -n -N -L -l -e -s -q -R -P -t -v'
  [error]=''
  [create-filevaultmaster-keychain]='-p -s'
  [smartcards]='-l -e -d'
  [requirement-evaluate]=''
  [explain]='--set --return --limit --skip --fail --as --app --if --profile --access-group --no-class --no-data --names --values --json --all --item --with --last --call --plan --owner --passcode-fd'
  [trace]='--failed --pid --follow --call --names --values'
  [doctor]='--as --checklist --json --all --adopt --forget-history --yes --owner --passcode-fd'
  [dump-items]='--compare --as --sort --wide --json --names --values --owner --passcode-fd'
  [check]='--copy --repair --reseal'
  [rotate-keys]=''
  [backup]='--passphrase-fd'
  [restore]='--passphrase-fd --merge --dry-run --yes --no-copy --undo --forget-copy'
  [set-passcode]='--passcode-fd --timeout'
  [change-passcode]='--passcode-fd --new-passcode-fd --timeout'
  [remove-passcode]='--passcode-fd'
  [lock-store]='--all --follow-session'
  [unlock-store]='--passcode-fd --timeout'
  [lock-status]=''
  [item]='-q -a -u -D -g -p -P -j -l -s -d -f -v -y -Y'
  [version]=''
)

# The words for the operands of a command, or for the value of an option: COMMAND, COMMAND:OPTION.
declare -gA _security_words=(
  [list-keychains:-d]='user system common dynamic'
  [default-keychain:-d]='user system common dynamic'
  [create-keypair:-a]='rsa ec'
  [add-internet-password:-t]='ntlm msna dpaa rpaa http httd form dflt'
  [find-internet-password:-t]='ntlm msna dpaa rpaa http httd form dflt'
  [delete-internet-password:-t]='ntlm msna dpaa rpaa http httd form dflt'
  [set-internet-password-partition-list:-t]='ntlm msna dpaa rpaa http httd form dflt'
  [find-key:-t]='private public symmetric'
  [set-key-partition-list:-t]='symmetric public private'
  [find-identity:-p]='smime ssl-client ssl-server eap ipsec ichat codesigning basic macappstore appleID sys-default sys-kerberos-kdc'
  [create-db:-g]='dl cspdl'
  [export:-t]='certs allKeys pubKeys privKeys identities all'
  [export:-f]='bsafe openssl pemseq pkcs12 pkcs7 pkcs8 raw x509'
  [import:-t]='agg cert priv pub session'
  [import:-f]='bsafe netscape openssl pemseq pkcs12 pkcs7 pkcs8 raw x509'
  [export-smartcard:-t]='certs privKeys identities all'
  [cms:-H]='SHA1 SHA256 SHA384 SHA512'
  [add-trusted-cert:-r]='trustRoot trustAsRoot deny unspecified'
  [add-trusted-cert:-p]='ssl smime codeSign IPSec basic swUpdate pkgSign eap macappstore appleID timestamping'
  [add-trusted-cert:-e]='certExpired hostnameMismatch'
  [verify-cert:-p]='IPSec basic codeSign eap smime ssl timestamping'
  [verify-cert:-R]='crl ocsp offline online require'
  [create-filevaultmaster-keychain:-s]='1024 2048 4096'
  [smartcards:smartcards]='token'
  [explain:explain]='query add update delete'
  [explain:--return]='data attributes ref persistent-ref'
  [explain:--limit]='one all'
  [explain:--if]='locked before-first-unlock unlocked background headless no-passcode'
  [explain:--profile]='dataProtection ios macos quirks'
  [dump-items]='genp inet cert keys'
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
