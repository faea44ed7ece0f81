// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// Commands of a user without a home, as in a container: no HOME, and no entry in the password
/// database (Documentation/Decisions/keychain-homes.md).
@Suite("commands without a home", .enabled(if: geteuid() == 0)) struct HomelessTests {
  private static let user: uid_t = 54_321

  private let shell: ShellBench

  init() throws {
    shell = try ShellBench()
    try shell.bench.makeCertificate("own", "/CN=Own")
    try shell.bench.write("the content of a message\n", to: "content")
    try shell.bench.openssl(
      "smime", "-sign", "-nodetach", "-binary", "-outform", "DER", "-in", "{content}", "-signer",
      "{own.pem}", "-inkey", "{own.key}", "-out", "{message}")
    try shell.openToOthers(Self.user)
  }

  /// Runs a script as the user, with `PATH` as the only variable but those that are given.
  private func run(_ script: String, _ variables: String...) throws -> Program.Result {
    try shell.run(
      "cd \"\(shell.bench.path("work"))\"\n" + script,
      by: [
        "/usr/bin/setpriv", "--reuid=\(Self.user)", "--regid=\(Self.user)", "--clear-groups",
        "/usr/bin/env", "-i", "PATH=\(shell.bench.path("bin")):/usr/bin:/bin",
      ] + variables)
  }

  /// Commands that need no home, with their statuses, in order.
  ///
  /// `KC` stands for the absolute path of a keychain.
  private static let rows: [(Int32, String)] = [
    (0, "create-keychain -p x KC"), (0, "add-generic-password -s s -a a -w secret KC"),
    (0, "add-generic-password -U -s s -a a -w other KC"),
    (0, "add-internet-password -s s -a a -w secret KC"),
    (0, "find-generic-password -s s -w KC"), (0, "find-internet-password -s s KC"),
    (0, "set-keychain-settings -t 600 KC"), (0, "show-keychain-info KC"),
    (0, "set-keychain-password -o x -p y KC"), (0, "import ../own.pem -k KC"),
    (0, "create-keypair -A -k KC"), (0, "find-certificate -c Own KC"), (0, "find-key KC"),
    (0, "export -t certs -k KC"), (0, "find-identity KC"), (0, "dump-keychain KC"),
    (0, "set-key-partition-list -S apple: -k y KC"), (0, "dump-items KC"), (0, "check KC"),
    (0, "explain find-generic-password -s s KC"), (0, "lock-keychain KC"),
    (36, "find-generic-password -s s -w KC"), (36, "show-keychain-info KC"),
    (0, "unlock-keychain -p y KC"), (0, "find-generic-password -s s -w KC"),
    (0, "delete-generic-password -s s KC"), (0, "delete-certificate -c Own KC"),
    (44, "find-generic-password -s s KC"), (0, "delete-keychain KC"), (50, "delete-keychain KC"),
    (0, "create-db new.db"), (0, "lock-keychain -a"),
    (0, "find-certificate -a -p /Library/Keychains/System.keychain"), (0, "find-certificate -a"),
    (0, "list-keychains"), (0, "list-keychains -d common"), (0, "cms -D -i ../message"),
    (0, "verify-cert -c ../own.pem -r ../own.pem"), (0, "help find-key"), (1, "error 36"),
  ]

  @Test("what needs no home works") func works() throws {
    var script = "KC=$PWD/a.keychain\n"
    for (status, row) in Self.rows {
      let words = row.replacing("KC", with: "\"$KC\"")
      script += """
        status=0; security \(words) >out 2>err || status=$?
        [ $status = \(status) ] || fail "\(row): $status $(cat err)"

        """
    }
    let result = try run(
      script + """
        [ -s new.db ] || fail 'create-db'
        [ "$(security list-keychains | xargs)" = /Library/Keychains/System.keychain ] || fail list
        [ "$(security cms -D -i ../message)" = 'the content of a message' ] || fail cms
        [ -z "$(find . -name '.local' -o -name 'keychains')" ] || fail 'a folder was made'
        """)
    #expect(result.status == 0, "\(result)")
  }

  /// Commands that need the store, the user's folder or the user's list, with their statuses.
  private static let needing: [(Int32, String)] = [
    (53, "find-generic-password -s s"), (53, "delete-generic-password -s s"),
    (53, "add-generic-password -s s -a a -w x"), (53, "create-keychain -p x a.keychain"),
    (53, "unlock-keychain -p x a.keychain"), (53, "find-generic-password -s s login.keychain"),
    (53, "unlock-keychain -p x"), (53, "lock-keychain"), (53, "show-keychain-info"),
    (53, "find-identity"), (53, "lock-store"), (53, "check"), (53, "dump-items"),
    (1, "list-keychains -d user"),
    (53, "list-keychains -s a.keychain"), (1, "list-keychains -s /tmp/a.keychain"),
    (1, "default-keychain"), (1, "login-keychain"), (1, "export -t certs"), (1, "find-key"),
    (1, "dump-keychain"), (53, "import ../own.pem"), (53, "add-certificates ../own.pem"),
    (1, "cms -S -N Own -i ../content"), (53, "get-identity-preference -s u"),
    (53, "explain find-generic-password -s s"), (53, "explain add-generic-password -s s -a a"),
    (53, "explain query svce=s"),
  ]

  @Test(
    "what needs a home says so",
    arguments: [
      ([], "there is no home directory to keep a store in"),
      (["LATCHKEY_HOME=here"], "LATCHKEY_HOME is not an absolute path"),
      (["HOME=here"], "there is no home directory to keep a store in"),
    ] as [([String], String)])
  func refused(_ variables: [String], _ reason: String) throws {
    var script = variables.map { "export \($0)\n" }.joined()
    for (status, row) in Self.needing {
      script += """
        status=0; security \(row) >out 2>&1 || status=$?
        [ $status = \(status) ] || fail "\(row): $status $(cat out)"
        tr '\\n' ' ' <out | tr -s ' ' | grep -q '\(reason)' || fail "\(row): $(cat out)"
        grep -iq 'set .*to' out || fail "\(row): $(cat out)"

        """
    }
    let result = try run(script)
    #expect(result.status == 0, "\(result)")
  }

  @Test("doctor names the reason, also for a home that does not exist or takes no writes")
  func doctor() throws {
    let result = try run(
      """
      mkdir shut; chmod 500 shut
      for home in /nonexist /proc "$PWD/shut"; do
        export HOME=$home
        status=0; security doctor >out || status=$?
        [ $status = 4 ] || fail "doctor: $status $(cat out)"
        grep -q 'K904 error' out || fail "doctor: $(cat out)"
        if grep -q K902 out; then fail "doctor: $(cat out)"; fi
        for words in 'add-generic-password -s s -a a' 'add svce=s,acct=a' 'query svce=s'; do
          status=0; security explain $words >out || status=$?
          [ $status = 53 ] || fail "$home: explain $words: $status $(cat out)"
          grep -q 'K904 error' out || fail "explain $words: $(cat out)"
        done
        status=0; security explain find-generic-password -s s >out || status=$?
        [ $status = 44 ] || fail "explain: $status"
        status=0; security find-generic-password -s s 2>err || status=$?
        [ $status = 44 ] || fail "find: $status"
        status=0; security add-generic-password -s s -a a -w x 2>err || status=$?
        [ $status = 53 ] || fail "add: $status $(cat err)"
      done
      """)
    #expect(result.status == 0, "\(result)")
  }

  @Test("root, called by sudo in a home of another user, leaves no folder of root there")
  func sudo() throws {
    let result = try shell.run(
      """
      export HOME=$PWD/fresh SUDO_UID=\(Self.user)
      mkdir fresh; chown \(Self.user):\(Self.user) fresh
      status=0; security add-generic-password -s s -a a -w x 2>err || status=$?
      [ $status = 53 ] || fail "add: $status $(cat err)"
      grep -q 'the home directory belongs to the user who called sudo' err || fail "$(cat err)"
      status=0; security add-trusted-cert -r trustRoot ../own.pem 2>err || status=$?
      [ $status = 1 ] || fail "trust: $status $(cat err)"
      grep -q 'in the home of the user who called sudo' err || fail "$(cat err)"
      [ -z "$(ls -A fresh)" ] || fail "$(ls -A fresh)"
      security create-keychain -p x build.keychain
      security list-keychains -s build.keychain
      [ "$(find fresh -type d -user 0)" = '' ] || fail "$(find fresh -type d -user 0)"
      security find-generic-password -s s 2>err && fail find || [ $? = 44 ]
      security delete-keychain build.keychain
      """)
    #expect(result.status == 0, "\(result)")
  }
}
