// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// The first script of a user who has set nothing up (the first lines of recipes in
/// Specification/security-cli.md, "Canonical recipe").
@Suite("a newcomer's first script") struct NewcomerTests {
  /// The first lines of scripts, each with the pattern of its output.
  ///
  /// Each of them must work alone in a home that is empty.
  // swift-format-ignore
  private static let firstLines: [(line: String, output: String)] = [
    ("security create-keychain -p pw build.keychain",                                "^$"),
    ("security create-keychain -p '' \"$RUNNER_TEMP/app-signing.keychain-db\"",      "^$"),
    ("security list-keychains",                                                      "^    \"/.*\"\n"),
    ("security list-keychains -d user | sed s/\\\"//g",                              "^    /.*$"),
    ("security default-keychain | tr -d '\" '",                                      "^/.*store.db$"),
    ("security login-keychain",                                                      "^    \"/.*\"$"),
    ("security unlock-keychain -p pw login.keychain",                                "^$"),
    ("security unlock-keychain -p pw ~/Library/Keychains/login.keychain-db",         "^$"),
    ("security set-keychain-settings -lut 3600 login.keychain",                      "^$"),
    ("security show-keychain-info login.keychain",                                   "^$"),
    ("security find-identity -v -p codesigning",                                     "0 valid identities found$"),
    ("security add-generic-password -a me -s svc -w word",                           "^$"),
    ("security add-generic-password -U -a me -s svc -w word login.keychain",         "^$"),
    ("security find-certificate -a -p login.keychain",                               "^$"),
    ("security dump-keychain",                                                       "^$"),
    ("security lock-keychain -a",                                                    "^$"),
    ("security item class=genp 2>/dev/null",                                         "^$"),
    ("security list-smartcards",                                                     "^No smartcards found.$"),
    ("! security find-generic-password -s none -w 2>/dev/null",                      "^$"),
    ("! security delete-keychain build.keychain 2>/dev/null",                        "^$"),
  ]

  @Test("each first line works in an empty home, without a terminal", arguments: firstLines.indices)
  func alone(_ place: Int) throws {
    let (line, pattern) = Self.firstLines[place]
    let shell = try ShellBench()
    // In a user namespace of its own, the line cannot lock the keychains of other tests.
    let isAlone = line.hasSuffix("lock-keychain -a") && geteuid() == 0
    let result = try shell.run(line, by: isAlone ? ["/usr/bin/unshare", "--map-root-user"] : [])
    #expect(result.status == 0, "\(line): \(result)")
    let output = result.output.hasSuffix("\n") ? result.output.dropLast() : result.output[...]
    let regex = try Regex(pattern)
    #expect(output.firstMatch(of: regex) != nil, "\(line): \(result.output)")
  }

  private static let script = """
    security create-keychain -p pw build.keychain
    security set-keychain-settings -lut 3600 build.keychain
    security unlock-keychain -p pw build.keychain
    security list-keychains -d user -s build.keychain $(security list-keychains -d user | sed s/\\"//g)
    security default-keychain -s build.keychain
    security add-generic-password -a me -s svc -w 'in the file'
    security add-generic-password -a me -s svc -w 'in the store' login.keychain
    [ "$(security find-generic-password -s svc -w)" = 'in the file' ] || fail file
    [ "$(security find-generic-password -s svc -w login.keychain)" = 'in the store' ] || fail store
    security show-keychain-info build.keychain 2>&1 | grep -q timeout=3600s || fail settings
    security find-identity -v -p codesigning | grep -q '0 valid identities found' || fail identity
    security delete-keychain build.keychain
    [ "$(security find-generic-password -s svc -w)" = 'in the store' ] || fail after
    """

  @Test("the script works whole") func whole() throws { try ShellBench().passes(Self.script) }

  @Test("with a home that is not there yet") func missingHome() throws {
    let shell = try ShellBench()
    let result = try shell.run(Self.script, ["HOME": shell.bench.path("new/home")])
    #expect(result.status == 0, "\(result)")
  }

  @Test("with XDG_DATA_HOME, and without a home of its own") func dataHome() throws {
    let shell = try ShellBench()
    let result = try shell.run(
      Self.script, ["HOME": "/nonexistent", "XDG_DATA_HOME": shell.bench.path("data")])
    #expect(result.status == 0, "\(result)")
  }

  @Test("with no variables but the path: the home is that of the account") func noVariables()
    throws
  {
    let shell = try ShellBench()
    let result = try shell.run(
      "security list-keychains -d user", ["HOME": nil, "SSL_CERT_FILE": nil])
    #expect(result.status == 0 && result.output.hasSuffix("/store.db\"\n"), "\(result)")
  }

  @Test("where the kernel refuses a keyring, one session with -i keeps a keychain unlocked")
  func withoutKeyring() throws {
    try #require(ShellBench.waitsForKeyAgentsEnd(), "a key agent of another test holds keys")
    let result = try ShellBench().run(
      """
      security -i >told <<'END'
      create-keychain -p pw build.keychain
      set-keychain-settings -lut 3600 build.keychain
      lock-keychain build.keychain
      unlock-keychain -p pw build.keychain
      add-generic-password -a a -s s -w word build.keychain
      find-generic-password -s s -w build.keychain
      END
      [ "$(cat told)" = word ] || fail "$(cat told)"
      # The next process finds the keychain locked, and can unlock it.
      security find-generic-password -s s -w build.keychain && fail locked || [ $? = 36 ]
      # The store needs no keyring.
      security add-generic-password -a a -s s -w stored
      security find-generic-password -s s -w
      """, by: ShellBench.withoutKeyring, ["LATCHKEY_PROMPT_HELPER": "/nonexistent"])
    #expect(result.status == 0 && result.output == "stored\n", "\(result)")
  }

  /// Programs that start the script in other surroundings, and the user who owns the home there.
  // swift-format-ignore
  private static let surroundings: [(name: String, user: uid_t, wrapper: [String])] = [
    ("without /proc",                      0, ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", "umount -l /proc && exec \"$@\"", "sh"]),
    ("as another user",               65_534, ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]),
    ("as a user without an account",  61_234, ["/usr/bin/setpriv", "--reuid=61234", "--regid=61234", "--clear-groups"]),
    ("as such a user, without /proc", 61_234, ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", "umount -l /proc && exec setpriv --reuid=61234 --regid=61234 --clear-groups \"$@\"", "sh"]),
    ("without rights of root",             0, ["/usr/bin/setpriv", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"]),
  ]

  @Test(
    "the script works in a container, and as others", .enabled(if: geteuid() == 0),
    arguments: surroundings.indices)
  func elsewhere(_ place: Int) throws {
    let (name, user, wrapper) = Self.surroundings[place]
    let shell = try ShellBench()
    try shell.openToOthers(user)
    let result = try shell.run(Self.script, by: wrapper)
    #expect(result.status == 0, "\(name): \(result)")
  }
}
