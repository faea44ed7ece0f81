#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# keys.sh: writes keys-v1.txt anew, with other keys: certificates of each kind of key, by the openssl command.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
cd "$made"
openssl genrsa -out rsa.key 1024
for curve in prime192v1 secp224r1 prime256v1 secp384r1 secp521r1 secp256k1; do
  openssl ecparam -name $curve -genkey -noout -out $curve.key
done
openssl ecparam -name prime256v1 -param_enc explicit -genkey -noout -out explicit.key
openssl ecparam -name prime256v1 -genkey -noout | openssl ec -conv_form compressed -out compressed.key
openssl dsaparam -genkey -out dsa.key 1024
openssl genpkey -algorithm ed25519 -out ed25519.key
hexadecimal() { xxd -p | tr -d '\n'; }
{
  echo '# Certificates of each kind of key, made with the openssl command by keys.sh beside this file; key: the external'
  echo "# representation that SecCertificateCopyKey's answer has, or none. Bytes in hexadecimal."
  for name in rsa prime192v1 secp224r1 prime256v1 secp384r1 secp521r1 secp256k1 explicit compressed dsa ed25519; do
    case $name in
      rsa) key=$(openssl rsa -in $name.key -RSAPublicKey_out -outform DER | hexadecimal) ;;
      secp256k1 | explicit | compressed | dsa) key=none ;;
      ed25519) key=$(openssl pkey -in $name.key -pubout -outform DER | tail -c 32 | hexadecimal) ;;
      *) key=$(openssl ec -in $name.key -text -noout | sed -n '/pub:/,/ASN1/p' | grep '^ ' | tr -d ' :\n') ;;
    esac
    openssl req -x509 -new -key $name.key -days 3650 -subj "/CN=$name" -outform DER -out $name.der
    printf '\nname: %s\nkey: %s\nder: %s\n' "$name" "$key" "$(hexadecimal <$name.der)"
  done
} 2>/dev/null >"$here/keys-v1.txt"
