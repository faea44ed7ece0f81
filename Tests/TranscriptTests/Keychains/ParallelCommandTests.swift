// SPDX-License-Identifier: Apache-2.0
import Testing

/// Many commands at once that store one thing: all succeed, and the keychain has it once.
@Suite("commands that run at once") struct ParallelCommandTests {
  /// Commands of which sixteen run at once, the command that counts their results, and the count.
  ///
  /// `$1` is the number of the run.
  private static let rows: [(String, String, Int)] = [
    (
      "add-generic-password -U -s same -a me -w v$1 -l l$1 k.keychain",
      "dump-keychain k.keychain | grep -c '\"svce\"<blob>=\"same\"'", 1
    ),
    (
      "add-internet-password -U -s same -a me -w v$1 k.keychain",
      "dump-keychain k.keychain | grep -c '\"srvr\"<blob>=\"same\"'", 1
    ),
    (
      "add-generic-password -U -s same -a me -w v$1 login.keychain",
      "dump-keychain login.keychain | grep -c '\"svce\"<blob>=\"same\"'", 1
    ),
    (
      "import ../own.pem -k k.keychain",
      "find-certificate -a k.keychain | grep -c '\"labl\"<blob>=\"Own\"'", 1
    ),
    (
      "create-keypair -a ec -k k.keychain pair$1", "find-key -t private k.keychain | grep -c pair",
      16
    ),
    (
      "set-identity-preference -c Own -s https://example.org k.keychain",
      "dump-keychain k.keychain | grep -c '\"svce\"<blob>=\"https://example.org\"'", 1
    ),
  ]

  @Test("all end with 0", arguments: rows.indices) func parallel(_ place: Int) throws {
    let (command, count, expected) = Self.rows[place]
    let shell = try ShellBench()
    try shell.bench.makeCertificate("own", "/CN=Own")
    try shell.passes(
      """
      security create-keychain -p x k.keychain
      security default-keychain -s k.keychain
      one() { security \(command) >"out$1" 2>&1 || echo "$1: $? $(cat "out$1")" >>failed; }
      if [ \(place) = \(Self.rows.count - 1) ]; then
        security import ../own.pem -k k.keychain; security import ../own.key -k k.keychain -A
      fi
      for number in $(seq 16); do one "$number" & done
      wait
      [ ! -e failed ] || fail "$(cat failed)"
      found=$(security \(count) || true)
      [ "$found" = \(expected) ] || fail "$found items"
      security delete-keychain k.keychain
      """)
  }
}
