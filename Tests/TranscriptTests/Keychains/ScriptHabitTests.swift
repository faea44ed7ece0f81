// SPDX-License-Identifier: Apache-2.0
import Testing

/// Single calls and small scripts from configuration files of users, build tools and helpers for
/// credentials (Specification/security-cli.md, "Canonical recipe").
@Suite("habits of scripts") struct ScriptHabitTests {
  @Test("the quoted list goes out and comes back, in every usual way") func lists() throws {
    try ShellBench().passes(
      """
      security create-keychain -p pw one.keychain
      security create-keychain -p pw "$RUNNER_TEMP/two.keychain"
      security list-keychains -d user -s login.keychain one.keychain "$RUNNER_TEMP/two.keychain"
      security list-keychains -d user >before
      [ "$(grep -cE '^    "/[^"]+"$' before)" = 3 ] || fail "$(cat before)"
      same() { security list-keychains -d user | cmp - before || fail "$1"; }
      security list-keychains -d user -s $(security list-keychains -d user | sed s/\\"//g); same sed
      security list-keychains -d user -s $(security list-keychains -d user | tr -d '"'); same tr
      security list-keychains -d user | xargs security list-keychains -d user -s; same xargs
      security list-keychains -d user -s $(security list-keychains -d user | xargs echo); same echo
      mapfile -t list < <(security list-keychains -d user | sed 's/^ *"//;s/"$//')
      security list-keychains -d user -s "${list[@]}"; same mapfile
      security list-keychains -s $(security list-keychains | awk -F'"' '{print $2}'); same awk
      # A keychain that is named twice is in the list once, and one that is missing stays.
      security list-keychains -s one.keychain one.keychain-db missing.keychain
      [ "$(security list-keychains -d user | wc -l)" = 2 ] || fail twice
      security list-keychains -s
      security list-keychains -d user | grep -c . | grep -x 1
      """)
  }

  @Test("a path with a blank survives xargs") func blanks() throws {
    try ShellBench().passes(
      """
      security create-keychain -p pw "$RUNNER_TEMP/with blank.keychain"
      security list-keychains -d user -s login.keychain "$RUNNER_TEMP/with blank.keychain"
      security list-keychains -d user >before
      security list-keychains -d user | xargs security list-keychains -d user -s
      security list-keychains -d user | cmp - before
      """)
  }

  @Test("passwords in dotfiles: add, update, read, parse and delete") func passwords() throws {
    try ShellBench().passes(
      """
      security add-generic-password -a "$(whoami)" -s token -w first
      security add-generic-password -a "$(whoami)" -s token -w second 2>told && fail twice || [ $? = 45 ]
      grep -q 'The specified item already exists in the keychain.' told
      security add-generic-password -U -a "$(whoami)" -s token -w "s p a c e"
      export TOKEN=$(security find-generic-password -a "$(whoami)" -s token -w)
      [ "$TOKEN" = 's p a c e' ] || fail "$TOKEN"
      [ "$(security find-generic-password -ws token)" = 's p a c e' ] || fail joined
      # Old scripts parse standard error.
      security find-generic-password -ga "$(whoami)" -s token 2>&1 >/dev/null |
        sed -n 's/^password: "\\(.*\\)"$/\\1/p' | grep -x 's p a c e'
      security find-generic-password -s token login.keychain | grep '"acct"<blob>=' |
        cut -d'"' -f4 | grep -x "$(whoami)"
      # An option after the keychain is the name of another keychain, as everywhere in getopt.
      security find-generic-password -s token login.keychain -w | grep -q '^class: "genp"'
      security find-generic-password -s token -w "$HOME/Library/Keychains/login.keychain-db"
      security delete-generic-password -s token >/dev/null 2>told
      grep -qx 'password has been deleted.' told
      security delete-generic-password -s token >/dev/null 2>&1 && fail again || [ $? = 44 ]
      if ! security find-generic-password -s token >/dev/null 2>&1; then echo absent; fi
      """)
  }

  @Test("helpers for credentials: internet passwords, and commands on standard input")
  func credentials() throws {
    try ShellBench().passes(
      """
      security -i <<'END'
      add-internet-password -U -a user -s git.example.org -r "htps" -w "a \\"quoted\\" word"
      add-internet-password -U -a other -s git.example.org -r htps -P 8443 -w plain
      END
      security find-internet-password -s git.example.org -a user -r htps -w | grep -x 'a "quoted" word'
      security find-internet-password -s git.example.org -P 8443 -g 2>&1 >/dev/null |
        grep -x 'password: "plain"'
      printf 'find-internet-password -a other -s git.example.org -w\\nquit\\n' | security -i |
        grep -x plain
      status=0; printf 'find-generic-password -s none\\n' | security -q -i 2>told || status=$?
      [ $status = 44 ] || fail "status $status"
      security add-internet-password -r htps -s index.example.org -p /v1/ -a me -w tok \\
        -l 'Docker Credentials' -D Docker -T /usr/bin/docker -U 2>/dev/null ||
        security add-internet-password -r htps -s index.example.org -p /v1/ -a me -w tok \\
          -l 'Docker Credentials' -D Docker -U
      security find-internet-password -l 'Docker Credentials' -w | grep -x tok
      security dump-keychain | grep -E '"(srvr|svce)"<blob>=' | sort | uniq -c | grep -c srvr
      """)
  }

  @Test("a keychain of its own for passwords, as helpers of cloud tools have it") func vault()
    throws
  {
    try ShellBench().passes(
      """
      KC=aws-vault.keychain-db
      security show-keychain-info $KC 2>/dev/null && fail 'is there' || [ $? = 50 ]
      security create-keychain -p 'kc pw' $KC
      security create-keychain -p 'kc pw' $KC 2>told && fail twice || [ $? = 48 ]
      grep -q 'A keychain with the same name already exists.' told
      security add-generic-password -a default -s aws-vault -D 'application password' -j 'a note' \\
        -w '{"id":"x"}' -U $KC
      security find-generic-password -a default -s aws-vault -w $KC | grep -xF '{"id":"x"}'
      security set-generic-password-partition-list -S apple-tool:,apple:,teamid:ABC \\
        -s aws-vault -k 'kc pw' $KC >/dev/null
      security lock-keychain $KC
      security find-generic-password -s aws-vault -w $KC && fail locked || [ $? = 36 ]
      security unlock-keychain -p wrong $KC 2>told && fail wrong || [ $? = 51 ]
      grep -q 'The user name or passphrase you entered is not correct.' told
      security unlock-keychain -p 'kc pw' $KC
      security set-keychain-password -o 'kc pw' -p new $KC
      security lock-keychain $KC
      security unlock-keychain -p new $KC
      security find-generic-password -s aws-vault -w $KC >/dev/null
      security delete-keychain $KC
      security delete-keychain $KC 2>/dev/null && fail twice || [ $? = 50 ]
      """)
  }

  @Test("bundles of authorities, and trust in one's own") func authorities() throws {
    let shell = try ShellBench()
    try shell.makeSigner("dev", "/CN=Signer", password: "x")
    try shell.bench.makeCertificate("work/own", "/CN=Own root")
    try shell.passes(
      """
      for keychain in /Library/Keychains/System.keychain \\
        /System/Library/Keychains/SystemRootCertificates.keychain; do
        security find-certificate -a -p $keychain >bundle.pem
        [ "$(grep -c 'BEGIN CERTIFICATE' bundle.pem)" = 1 ] || fail count
        openssl verify -CAfile bundle.pem dev.pem >/dev/null
        security find-certificate -c Authority -p $keychain | openssl x509 -noout
      done
      security verify-cert -c dev.pem -p codeSign >/dev/null
      security verify-cert -c own.pem 2>/dev/null && fail untrusted || true
      security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain own.pem
      security verify-cert -c own.pem | grep -x '...certificate verification successful.'
      security find-certificate -c 'Own root' login.keychain >/dev/null
      security remove-trusted-cert own.pem
      security create-keychain -p pw roots.keychain
      security add-trusted-cert -k roots.keychain own.pem
      security find-certificate -c 'Own root' -p roots.keychain | openssl x509 -noout
      security add-trusted-cert -k roots.keychain own.pem || fail 'a certificate that is there'
      security add-trusted-cert -k missing.keychain own.pem 2>told && fail missing || true
      grep -q 'SecCertificateAddToKeychain: The specified keychain could not be found.' told
      security remove-trusted-cert own.pem
      security delete-certificate -c 'Own root' roots.keychain
      security dump-trust-settings 2>/dev/null && fail settings || [ $? = 1 ]
      """)
  }

  @Test("tools that make certificates for servers on this machine") func localServers() throws {
    try ShellBench().passes(
      #"""
      openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 30 2>/dev/null \
        -subj '/CN=local root' -addext keyUsage=critical,keyCertSign
      openssl req -new -newkey rsa:2048 -nodes -keyout s.key -subj /CN=s -out s.csr 2>/dev/null
      printf 'subjectAltName=DNS:localhost\nextendedKeyUsage=serverAuth\n' >ext
      openssl x509 -req -in s.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out s.pem -days 9 \
        -extfile ext 2>/dev/null
      valid() { security verify-cert -c s.pem -p ssl -s localhost -q; }
      # The settings are exported, limited to two policies by another program, and imported.
      security add-trusted-cert -k login.keychain ca.pem
      security trust-settings-export out.plist | grep -x '...Trust Settings exported successfully.'
      python3 - <<'END'
      import plistlib
      settings = plistlib.load(open("out.plist", "rb"))
      apple = bytes([42, 134, 72, 134, 247, 99, 100, 1])
      for value in settings["trustList"].values():
          assert sorted(value) == ["issuerName", "modDate", "serialNumber"], value
          value["trustSettings"] = [
              {"kSecTrustSettingsPolicy": apple + bytes([number]),
               "kSecTrustSettingsPolicyName": name, "kSecTrustSettingsResult": 1}
              for number, name in [(3, "sslServer"), (2, "basicX509")]]
      plistlib.dump(settings, open("in.plist", "wb"))
      END
      security trust-settings-import in.plist
      security dump-trust-settings | grep -c 'Policy OID' | grep -x 2
      valid || fail 'not trusted'
      security remove-trusted-cert ca.pem
      valid && fail 'still trusted' || true
      # A certificate that is its own root, by its container and by its hash.
      openssl req -x509 -newkey rsa:2048 -nodes -keyout d.key -out d.pem -days 30 2>/dev/null \
        -subj /CN=localhost -addext subjectAltName=DNS:localhost -addext extendedKeyUsage=serverAuth
      openssl pkcs12 -export -in d.pem -inkey d.key -out d.pfx -passout pass:pw
      KC=$HOME/Library/Keychains/login.keychain-db
      security import d.pfx -k "$KC" -t cert -f pkcs12 -P pw -A
      security add-trusted-cert -p basic -p ssl -k "$KC" d.pem
      security verify-cert -c d.pem -p basic -p ssl >/dev/null
      security set-key-partition-list -D localhost -S unsigned:,teamid:ABC -k pw "$KC" 2>/dev/null
      hash=$(security find-certificate -c localhost -a -Z -p "$KC" | sed -n 's/^SHA-1 hash: //p')
      [ "$hash" = "$(openssl x509 -in d.pem -noout -fingerprint -sha1 | sed 's/.*=//;s/://g')" ]
      security remove-trusted-cert d.pem
      security delete-certificate -Z "$hash" "$KC"
      security delete-certificate -Z "$hash" "$KC" 2>/dev/null && fail twice || [ $? = 1 ]
      """#)
  }

  @Test("the property list of a provisioning profile") func profiles() throws {
    let shell = try ShellBench()
    try shell.makeSigner("dev", "/CN=Signer", password: "x")
    try shell.passes(
      """
      cat >profile.plist <<'END'
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>UUID</key><string>1234-ABCD</string></dict></plist>
      END
      openssl smime -sign -binary -nodetach -in profile.plist -signer dev.pem -inkey dev.key \\
        -outform DER -out my.mobileprovision
      security cms -D -i my.mobileprovision | cmp - profile.plist
      security cms -D -i my.mobileprovision -o out.plist
      sed -n 's/.*<key>UUID<.key><string>\\(.*\\)<.string>.*/\\1/p' out.plist | grep -x 1234-ABCD
      security cms -D <my.mobileprovision | cmp - profile.plist
      """)
  }

  @Test("files by other ways: pipes, relative names, bundles of other tools") func files() throws {
    let shell = try ShellBench()
    try shell.makeSigner("dev", "/CN=Signer", password: "x")
    try shell.passes(
      """
      security create-keychain -p pw "$PWD/a.keychain"
      again() { security delete-identity -c Signer "$PWD/a.keychain"; }
      security import /dev/stdin -k "$PWD/a.keychain" -f pkcs12 -P x < <(cat dev.p12); again
      security import <(cat dev.p12) -k "$PWD/a.keychain" -f pkcs12 -P x -A; again
      base64 -w 0 dev.p12 | base64 -d >c.p12 && security import ./c.p12 -k "$PWD/a.keychain" -P x; again
      openssl pkcs12 -export -legacy -in dev.pem -inkey dev.key -out old.p12 -passout pass:x
      security import old.p12 -k "$PWD/a.keychain" -P x -T /usr/bin/codesign; again
      openssl pkcs8 -topk8 -in dev.key -passout pass:k -out p8.pem
      security import p8.pem -k "$PWD/a.keychain" -P k -t priv -f pkcs8 -w
      openssl crl2pkcs7 -nocrl -certfile dev.pem -out dev.p7b
      security import dev.p7b -k "$PWD/a.keychain" -f pkcs7
      security find-identity -v -p codesigning "$PWD/a.keychain" | grep -q '1 valid'
      security export -t certs -f pemseq -k /Library/Keychains/System.keychain -o roots.pem 2>/dev/null
      cmp roots.pem <(openssl x509 -in "$SSL_CERT_FILE")
      security create-db -m 0640 rel.db
      [ "$(stat -c '%a %U' rel.db)" = "640 $(whoami)" ] || fail mode
      # A reader that ends early does not end the script.
      security find-certificate -a -p "$PWD/a.keychain" /Library/Keychains/System.keychain |
        openssl x509 -noout
      """)
  }

  @Test("the keychain for the recovery of a Mac's disk") func recovery() throws {
    try ShellBench().passes(
      """
      security create-filevaultmaster-keychain -p pw -s 1024 "$PWD/FileVaultMaster.keychain" |
        grep -x 'Generating a 1024 bit key pair; this may take several minutes'
      security find-certificate -c 'FileVault Recovery Key' -p "$PWD/FileVaultMaster.keychain" >cert.pem
      openssl verify -CAfile cert.pem cert.pem | grep -x 'cert.pem: OK'
      openssl x509 -in cert.pem -noout -subject -ext keyUsage | tr -d '\n ' |
        grep -x 'subject=CN=FileVaultRecoveryKeyX509v3KeyUsage:criticalKeyEncipherment,DataEncipherment'
      security export -k "$PWD/FileVaultMaster.keychain" -t identities -f pkcs12 -P x -o id.p12
      openssl pkcs12 -in id.p12 -passin pass:x -nodes -out id.pem
      [ "$(openssl pkey -in id.pem -pubout)" = "$(openssl x509 -in cert.pem -noout -pubkey)" ] ||
        fail pair
      security create-filevaultmaster-keychain -p pw "$PWD/FileVaultMaster.keychain" 2>told &&
        fail twice || [ $? = 48 ]
      grep -qx "The keychain file $PWD/FileVaultMaster.keychain already exists" told
      security create-filevaultmaster-keychain -p pw -s 512 x.keychain 2>/dev/null &&
        fail size || [ $? = 2 ]
      security create-filevaultmaster-keychain -p pw
      security show-keychain-info FileVaultMaster.keychain 2>&1 | grep -q 300s
      """)
  }

  @Test("questions to the tool itself") func questions() throws {
    try ShellBench().passes(
      """
      security help | grep -E '^    set-key-partition-list +[A-Z]' >/dev/null
      security error -25300 >told && fail error || [ $? = 1 ]
      grep -x 'Error: 0xFFFF9D2C -25300 The specified item could not be found in the keychain.' told
      security >/dev/null && fail usage || [ $? = 2 ]
      security nonsense 2>told && fail nonsense || [ $? = 1 ]
      grep -qx 'security: unknown command "nonsense"' told
      security list-smartcards | grep -x 'No smartcards found.'
      [ -z "$(security dump-keychain)" ] || fail dump
      security find-identity | grep -c 'identities found' | grep -x 2
      command -v security >/dev/null
      # A reader that ends early ends nothing else.
      security help | head -n 1 >/dev/null || true
      """)
  }
}
