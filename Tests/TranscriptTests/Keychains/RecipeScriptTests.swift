// SPDX-License-Identifier: Apache-2.0
import Testing

/// Whole scripts with the habits of services of continuous integration
/// (Specification/security-cli.md, "Canonical recipe").
///
/// Each script stops at the first command that fails. The signing certificate comes from openssl.
@Suite("scripts of continuous integration") struct RecipeScriptTests {
  private static let subject = "/CN=Apple Development: Jane Doe (AB12CD34EF)/OU=TEAM1/O=Acme"
  private static let name = "Apple Development: Jane Doe (AB12CD34EF)"

  private func passes(_ script: String, password: String = "p12 word") throws {
    let shell = try ShellBench()
    try shell.makeSigner("dev", Self.subject, password: password)
    try shell.passes("P12_PASSWORD='\(password)'\nNAME='\(Self.name)'\n" + script)
  }

  @Test("a keychain in the directory of the runner, as GitHub's guide has it") func github()
    throws
  {
    try passes(
      """
      KEYCHAIN_PATH=$RUNNER_TEMP/app-signing.keychain-db
      base64 dev.p12 > dev.b64
      base64 --decode dev.b64 > certificate.p12
      security create-keychain -p 'kc word' "$KEYCHAIN_PATH"
      security set-keychain-settings -lut 21600 "$KEYCHAIN_PATH"
      security unlock-keychain -p 'kc word' "$KEYCHAIN_PATH"
      security import certificate.p12 -P "$P12_PASSWORD" -A -t cert -f pkcs12 -k "$KEYCHAIN_PATH"
      security set-key-partition-list -S apple-tool:,apple: -k 'kc word' "$KEYCHAIN_PATH" >/dev/null
      security list-keychain -d user -s "$KEYCHAIN_PATH"
      [ "$(security list-keychains | head -n 1)" = "    \\"$KEYCHAIN_PATH\\"" ] || fail list
      security find-identity -v -p codesigning | grep -q "$NAME" || fail identity
      security find-identity -v -p codesigning "$KEYCHAIN_PATH" | grep '1 valid identities found'
      security delete-keychain "$KEYCHAIN_PATH"
      [ ! -e "$KEYCHAIN_PATH" ] || fail file
      security find-identity -v -p codesigning | grep -E '\\b0 valid identities found\\b'
      """)
  }

  @Test("fastlane: a temporary keychain, match, and the check of certificates") func fastlane()
    throws
  {
    try passes(
      """
      KC=fastlane_tmp_keychain
      old=$(security default-keychain | tr -d '" ')
      if [ -e "$HOME/Library/Keychains/$KC-db" ]; then security delete-keychain "$KC"; fi
      security -h | grep set-key-partition-list >/dev/null || fail feature
      security create-keychain -p '' "$KC"
      security default-keychain -s "$KC"
      security unlock-keychain -p '' "$KC"
      security set-keychain-settings -t 3600 -l -u "$KC"
      security list-keychains -d user -s $(security list-keychains -d user | xargs) "$KC"
      target=$(security default-keychain -d user | sed 's/[" ]//g')
      [ -f "$target" ] || fail "no file $target"
      [ "$(security list-keychains -d user | tail -n 1 | tr -d '" ')" = "$target" ] || fail list
      # The certificate and its key come as two files, and the key has no name.
      security import dev.cer -k "$target" -P '' -T /usr/bin/codesign -T /usr/bin/security
      security import dev.key -k "$target" -P '' -T /usr/bin/codesign -T /usr/bin/security
      security set-key-partition-list -S apple-tool:,apple: -s -l 'Imported Private Key' -k '' \\
        "$target" >/dev/null
      sha=$(openssl x509 -in dev.pem -noout -fingerprint -sha1 | cut -d= -f2 | tr -d :)
      security find-identity -v -p codesigning "$target" |
        sed -nE 's/^ *[0-9]+\\) ([0-9A-F]+) "(.*)"$/\\1 \\2/p' >found
      [ "$(cat found)" = "$sha $NAME" ] || fail "identity: $(cat found)"
      security find-certificate -c "$NAME" "$target" | grep -q attributes: || fail certificate
      if security find-certificate -c 'Apple Worldwide' "$target" >/dev/null 2>&1; then
        fail 'an authority that is not there'
      fi
      security find-certificate -a -c "$NAME" -p "$target" | openssl x509 -noout -subject >/dev/null
      security delete-keychain "$KC"
      security default-keychain -s "$old"
      [ "$(security default-keychain | tr -d '" ')" = "$old" ] || fail default
      """)
  }

  @Test("fastlane: importing a PKCS#12 file, twice") func importing() throws {
    try passes(
      """
      security create-keychain -p pw ci.keychain
      security import dev.p12 -k ci.keychain -P "$P12_PASSWORD" -T /usr/bin/codesign \\
        -T /usr/bin/security | grep -x '1 identity imported.'
      security set-key-partition-list -S apple-tool:,apple: -s -l 'Imported Private Key' -k pw \\
        "$HOME/Library/Keychains/ci.keychain-db" | grep -c 'Imported Private Key'
      if security import dev.p12 -k ci.keychain -P "$P12_PASSWORD" 2>again; then fail again; fi
      grep -q 'The specified item already exists in the keychain.' again
      security import dev.p12 -k ci.keychain -P "$P12_PASSWORD" -f pkcs12 || fail pkcs12
      """)
  }

  @Test("Azure: the old list is kept, and the keychain taken away in the end") func azure() throws {
    try passes(
      """
      KC=$RUNNER_TEMP/ios_signing_temp.keychain
      security delete-keychain "$KC" 2>/dev/null && fail 'nothing to delete' || [ $? = 50 ]
      security list-keychains -d user >before
      security create-keychain -p secret "$KC"
      security set-keychain-settings -lut 21600 "$KC"
      security unlock-keychain -p secret "$KC"
      security import dev.p12 -P "$P12_PASSWORD" -A -t cert -f pkcs12 -k "$KC"
      security set-key-partition-list -S apple-tool:,apple: -s -k secret "$KC" >/dev/null
      security list-keychains -d user -s "$KC" $(security list-keychains -d user | sed s/\\"//g)
      [ "$(security list-keychains -d user | head -n 1)" = "    \\"$KC\\"" ] || fail first
      [ "$(security list-keychains -d user | tail -n +2)" = "$(cat before)" ] || fail rest
      openssl pkcs12 -in dev.p12 -nokeys -passin "pass:$P12_PASSWORD" |
        openssl x509 -noout -fingerprint -sha1 | sed 's/.*=//;s/://g' >hash
      security find-identity -v -p codesigning "$KC" | grep -q "$(cat hash)" || fail hash
      security delete-identity -Z "$(cat hash)" "$KC"
      security find-identity -p codesigning "$KC" | grep -q ' 0 identities found' || fail left
      security delete-keychain "$KC"
      [ "$(security list-keychains -d user)" = "$(cat before)" ] || fail after
      """)
  }

  @Test("Travis: paths of Library/Keychains, and one keychain as the default") func travis()
    throws
  {
    try passes(
      """
      security create-keychain -p travis ios-build.keychain
      security default-keychain -s ios-build.keychain
      security unlock-keychain -p travis ios-build.keychain
      security set-keychain-settings -t 3600 -l ~/Library/Keychains/ios-build.keychain
      security import ./dev.cer -k ~/Library/Keychains/ios-build.keychain -T /usr/bin/codesign
      security import ./dev.p12 -k ~/Library/Keychains/ios-build.keychain -P "$P12_PASSWORD" \\
        -T /usr/bin/codesign
      security set-key-partition-list -S apple-tool:,apple: -s -k travis ios-build.keychain >/dev/null
      security show-keychain-info ~/Library/Keychains/ios-build.keychain-db 2>info
      grep -q 'lock-on-sleep timeout=3600s' info || fail "$(cat info)"
      security find-identity -p codesigning -v | grep -q "$NAME" || fail identity
      security delete-keychain ios-build.keychain
      security default-keychain | grep -q ios-build && fail default || true
      """)
  }

  @Test("Codemagic: files without a password, by each kind of file") func codemagic() throws {
    try passes(
      """
      KC=$RUNNER_TEMP/codemagic-cli-tools/ios.keychain-db
      security create-keychain -p '' "$KC"
      security set-keychain-settings "$KC"
      security show-keychain-info "$KC" 2>&1 | grep -q no-timeout || fail settings
      security unlock-keychain -p '' "$KC"
      security default-keychain -d user -s "$KC"
      security import dev.p12 -f pkcs12 -k "$KC" -P '' -T /usr/bin/codesign -T /usr/bin/security
      security import dev.pem -k "$KC" -T /usr/bin/codesign
      security import dev.cer -k "$KC" -f x509
      security set-key-partition-list -S apple-tool:,apple:,codesign: -k '' "$KC" >/dev/null
      security find-certificate -a -p "$KC" | grep -c BEGIN | grep -x 1
      security find-certificate -a -Z -c Jane "$KC" | awk '/^SHA-1 hash:/ {print $3}' >sha1
      [ "$(cat sha1)" = "$(openssl x509 -in dev.pem -noout -fingerprint -sha1 | cut -d= -f2 |
        tr -d :)" ] || fail sha1
      security lock-keychain "$KC"
      security show-keychain-info "$KC" 2>/dev/null && fail locked || [ $? = 36 ]
      security unlock-keychain -p '' "$KC"
      security delete-keychain "$KC"
      """, password: "")
  }

  @Test("parsers of find-identity and find-certificate") func parsers() throws {
    let shell = try ShellBench()
    try shell.makeSigner("dev", Self.subject, password: "x")
    try shell.bench.issue(
      "work/old", "/CN=Developer ID Application: Old (OLD)",
      "extendedKeyUsage=codeSigning\nkeyUsage=digitalSignature\n", days: -1)
    try shell.bench.issue("work/web", "/CN=web.example.org", "extendedKeyUsage=serverAuth\n")
    try shell.passes(
      #"""
      KC=$RUNNER_TEMP/parsed.keychain
      security create-keychain -p pw "$KC"
      for name in dev old web; do security import $name.p12 -k "$KC" -P x -A; done >/dev/null
      hash() { openssl x509 -in $1.pem -noout -fingerprint -$2 | sed 's/.*=//;s/://g'; }
      security find-identity -p codesigning "$KC" >all
      # The lists: both fit the policy, and one of them is valid.
      grep -cE '^ {2}[0-9]+\) [0-9A-F]{40} "[^"]+"' all | grep -x 3
      grep -E 'REVOKED|EXPIRED' all | grep -c 'Old (OLD)" (CSSMERR_TP_CERT_EXPIRED)' | grep -x 1
      [ "$(sed -n '1,3p' all)" = "$(printf '\nPolicy: Code Signing\n  Matching identities')" ] ||
        fail heading
      awk '/Valid identities only/ {on=1; next} on && /\)/ {print $2}' all | grep -x "$(hash dev sha1)"
      security find-identity -v -p codesigning "$KC" 2>reasons |
        perl -ne 'print "$1|$2\n" if /^\s*\d+\) ([0-9A-F]+) "(.*)"/' >found
      [ "$(cat found)" = "$(hash dev sha1)|Apple Development: Jane Doe (AB12CD34EF)" ] || fail found
      grep -q 'Old (OLD)' reasons || fail 'no reason on standard error'
      security find-identity -v -p codesigning "$KC" 2>/dev/null | tail -n 1 |
        grep -oE '[0-9]+' | grep -x 1
      # The matching list of another policy has the other certificate.
      security find-identity -v -p ssl-server "$KC" 2>/dev/null | grep -c web.example.org | grep -x 1
      security find-identity -v -s web.example.org -p ssl-server "$KC" 2>/dev/null | head -n 1 |
        grep -x 'Looking for identities matching "web.example.org"'
      security find-certificate -a -Z "$KC" | sed -n 's/^SHA-256 hash: //p' | sort >one
      for name in dev old web; do hash $name sha256; done | sort | cmp - one
      security find-certificate -c 'jane doe' -p "$KC" | openssl x509 -noout -fingerprint -sha1 |
        tr -d : | grep -q "$(hash dev sha1)"
      security find-certificate -a "$KC" | awk -F'"' '/"alis"|"labl"/ {print $4}' | grep -q 'Old (OLD)'
      """#)
  }

  @Test("export as PKCS#12, and into a second keychain") func exporting() throws {
    try passes(
      """
      for name in one two; do security create-keychain -p pw $name.keychain; done
      security import dev.p12 -k one.keychain -P "$P12_PASSWORD" -A
      security export -k one.keychain -t identities -f pkcs12 -P other -o out.p12 2>told
      grep -Eq '^\\.\\.\\.[0-9]+ bytes written to out.p12$' told || fail "$(cat told)"
      openssl pkcs12 -in out.p12 -passin pass:other -nodes -out out.pem
      openssl pkey -in out.pem -pubout >a
      openssl x509 -in dev.pem -noout -pubkey >b
      cmp a b
      security import out.p12 -k two.keychain -P other
      security export -k two.keychain -t certs -f pemseq | openssl x509 -noout -subject >/dev/null
      security delete-keychain one.keychain two.keychain
      """)
  }
}
