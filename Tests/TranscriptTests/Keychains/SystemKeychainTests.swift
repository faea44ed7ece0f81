// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests that the keychain of the machine is in everybody's search list, with the distribution's
/// certificates (Specification/file-keychain.md, "Default keychain, search list, preferences").
@Suite("the keychain of the machine") struct SystemKeychainTests {
  private static let system = "/Library/Keychains/System.keychain"

  /// Makes a home with an authority and a certificate of a user.
  private func made() throws -> ShellBench {
    let shell = try ShellBench()
    try shell.bench.makeAuthority()
    try shell.bench.makeCertificate("work/own", "/CN=Own root")
    return shell
  }

  @Test("list-keychains shows it last, and scripts that set the list keep working")
  func lists() throws {
    try made().passes(
      """
      system='    "\(Self.system)"'
      [ "$(security list-keychains | tail -n 1)" = "$system" ] || fail last
      [ "$(security list-keychains | wc -l)" = 2 ] || fail count
      [ "$(security list-keychains -d user | wc -l)" = 1 ] || fail user
      for domain in common system; do
        [ "$(security list-keychains -d $domain)" = "$system" ] || fail $domain
      done
      security create-keychain -p pw new.keychain
      # The effective list goes out and comes back as the user's list: the machine's is dropped.
      security list-keychains -s $(security list-keychains | tr -d '"') new.keychain
      security list-keychains -d user >user
      [ "$(wc -l <user)" = 2 ] || fail "$(cat user)"
      grep -q System user && fail kept || true
      security list-keychains | xargs security list-keychains -s
      security list-keychains -d user | cmp - user
      [ "$(security list-keychains | tail -n 1)" = "$system" ] || fail again
      [ "$(security list-keychains | grep -c System)" = 1 ] || fail twice
      security list-keychains -d user -s \(Self.system) new.keychain
      [ "$(security list-keychains | wc -l)" = 2 ] || fail named
      security list-keychains -d user -s
      [ "$(security list-keychains | wc -l)" = 2 ] || fail cleared
      """)
  }

  @Test("find-certificate without a keychain finds the distribution's certificates too")
  func certificates() throws {
    try made().passes(
      """
      security create-keychain -p pw new.keychain
      security add-certificates -k new.keychain own.pem
      security list-keychains -d user -s new.keychain login.keychain
      security find-certificate -a -p >bundle.pem
      [ "$(grep -c 'BEGIN CERTIFICATE' bundle.pem)" = 2 ] || fail bundle
      security find-certificate -c Authority | head -n 1 | grep -xF 'keychain: "\(Self.system)"'
      security find-certificate -c Own -p | openssl x509 -noout -subject | grep -q 'Own root'
      security find-certificate -a -p new.keychain | grep -c BEGIN | grep -x 1
      security find-certificate -c nothing 2>/dev/null && fail nothing || [ $? = 44 ]
      """)
  }

  @Test("no other command takes the distribution's certificates for those of the user")
  func others() throws {
    try made().passes(
      """
      security add-certificates own.pem
      [ "$(security dump-keychain | grep -c '^keychain:')" = 1 ] || fail dump
      [ "$(security export -t certs -f pemseq | grep -c BEGIN)" = 1 ] || fail export
      security export -t certs -f pemseq -k \(Self.system) | grep -c BEGIN | grep -x 1
      security delete-certificate -c Authority 2>told && fail deleted || [ $? = 1 ]
      grep -q '^Unable to delete certificate matching "Authority"' told
      security delete-certificate -c Authority \(Self.system) 2>/dev/null && fail named ||
        [ $? = 195 ]
      security find-identity | grep -c '0 identities found' | grep -x 1
      security delete-certificate -c 'Own root'
      """)
  }

  @Test("a password is found without a look at the certificates of the distribution")
  func reads() throws {
    let shell = try made()
    let trace = try shell.run("command -v strace >/dev/null || exit 77")
    guard trace.status == 0 else { return }
    try shell.passes(
      """
      security add-generic-password -a a -s s -w x
      strace -f -e trace=open,openat -o opened security find-generic-password -s s -w | grep -x x
      grep -q authority.pem opened && fail read || true
      strace -f -e trace=open,openat -o opened security find-certificate -a >/dev/null
      grep -q authority.pem opened
      """)
  }

  @Test("a default keychain alone leaves the login keychain in the list")
  func standard() throws {
    try made().passes(
      """
      security add-generic-password -a a -s s -w kept
      security create-keychain -p pw build.keychain
      security default-keychain -s build.keychain
      security list-keychains -d user >list
      [ "$(wc -l <list)" = 2 ] || fail "$(cat list)"
      sed -n 1p list | grep -q store.db && sed -n 2p list | grep -q build.keychain-db
      security add-generic-password -a a -s t -w new
      [ "$(security find-generic-password -s t -w)" = new ] || fail new
      [ "$(security find-generic-password -s s -w)" = kept ] || fail login
      security list-keychains -d user -s $(security list-keychains -d user | tr -d '"') x.keychain
      [ "$(security list-keychains -d user | wc -l)" = 3 ] || fail three
      security list-keychains -d user -s
      security default-keychain -s login.keychain
      [ "$(security list-keychains -d user | wc -l)" = 1 ] || fail one
      security delete-keychain build.keychain
      """)
  }
}
