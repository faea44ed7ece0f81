# SPDX-License-Identifier: Apache-2.0
# bash completion of `security`. PackagingTests compares it with `security help`.

# The options of each command, and the commands by being the keys.
declare -gA _security_options=(
  [help]=''
  [list-keychains]='-d -s'
  [default-keychain]='-d -s'
  [show-keychain-info]=''
  [dump-keychain]='-a -d -i -r'
  [add-generic-password]='-a -s -l -D -j -G -c -C -p -w -X -A -T -U --access-group --password-fd'
  [add-internet-password]='-a -s -l -D -j -c -C -d -p -P -r -t -w -X -A -T -U --access-group --password-fd'
  [find-generic-password]='-a -s -l -D -j -G -c -C -g -w --access-group'
  [delete-generic-password]='-a -s -l -D -j -G -c -C --access-group'
  [find-internet-password]='-a -s -l -D -j -c -C -d -p -P -r -t -g -w --access-group'
  [delete-internet-password]='-a -s -l -D -j -c -C -d -p -P -r -t --access-group'
  [add-certificates]='-k --access-group'
  [find-certificate]='-a -c -e -m -p -Z --access-group'
  [delete-certificate]='-c -Z -t --access-group'
  [delete-identity]='-c -Z -t --access-group'
  [create-keypair]='-a -s -f -t -d -k -H -A -T --access-group'
  [find-key]='-a -c -D -j -l -t -d -e -r -s -u -v -w --access-group'
  [find-identity]='-p -s -v --access-group'
  [verify-cert]='-c -r -p -C -d -k -n -N -L -l -e -s -q -R -P -t -v'
  [import]='-k -t -f -w -x -P -a -A -T --passphrase-fd --access-group'
  [export]='-k -t -f -w -p -P -o --passphrase-fd --access-group'
  [error]=''
  [version]=''
  [explain]='--set --return --limit --skip --fail --as --app --if --profile --no-class --no-data --names --values --json --all --item --with --last --call --plan --owner --passcode-fd'
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
        compgen -W "-h -i -l -p -q -v --help ${!_security_options[*]}" -- "$current" | sort
      )
    fi
    return
  fi
  case $command in
    help) mapfile -t COMPREPLY < <(compgen -W "${!_security_options[*]}" -- "$current" | sort) ;;
    *)
      # The values of an option; what has none here is a file, by the shell itself.
      local values=
      case $command:$previous in
        list-keychains:-d | default-keychain:-d) values='user system common dynamic' ;;
        *-internet-password:-t) values='ntlm msna dpaa rpaa http httd form dflt' ;;
        create-keypair:-a) values='rsa ec' ;;
        find-key:-t) values='symmetric public private' ;;
        find-identity:-p)
          values='basic ssl-client ssl-server smime eap ipsec ichat codesigning'
          values+=' sys-default sys-kerberos-kdc macappstore appleID'
          ;;
        verify-cert:-p) values='basic ssl smime codeSign IPSec eap timestamping' ;;
        verify-cert:-R) values='ocsp crl require online offline' ;;
        import:-t) values='pub priv session cert agg' ;;
        export:-t) values='certs allKeys pubKeys privKeys identities all' ;;
        import:-f) values='openssl bsafe raw pkcs7 pkcs8 pkcs12 netscape pemseq x509' ;;
        export:-f) values='openssl bsafe raw pkcs7 pkcs8 pkcs12 pemseq x509' ;;
        explain:--if) values='locked before-first-unlock unlocked background headless no-passcode' ;;
        explain:--profile) values='dataProtection ios quirks' ;;
        explain:--return) values='data attributes ref persistent-ref' ;;
        explain:--limit) values='one all' ;;
        explain:explain) [[ $current == -* ]] || values='query add update delete' ;;
        *:--as | *:--with | *:--call) return ;;
      esac
      if [[ -n $values ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$values" -- "$current")
      elif [[ $command == dump-items && $current != -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W 'genp inet cert keys' -- "$current")
      elif [[ $previous == -T || $previous == -o ||
        ( $command == verify-cert && $previous == -[cr] ) || $current != -* &&
        ( $command == add-certificates || $command == import ) ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
      elif [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "${_security_options[$command]:-}" -- "$current")
      fi
      ;;
  esac
}

complete -o bashdefault -o default -F _security security
