// SPDX-License-Identifier: Apache-2.0
import TestPatience
import Testing

/// Tests of names that can mean no keychain, such as the unset variable of a script
/// (Documentation/Decisions/keychain-names.md).
@Suite("names that mean no keychain") struct KeychainNameTests {
  /// Every command that takes a keychain.
  ///
  /// `KC` stands for the name.
  private static let commands = [
    "create-keychain -p pw KC", "delete-keychain KC", "lock-keychain KC",
    "unlock-keychain -p pw KC", "set-keychain-settings -t 60 KC",
    "set-keychain-password -o pw -p new KC", "show-keychain-info KC", "dump-keychain KC",
    "list-keychains -s KC", "list-keychains -d user -s build.keychain KC",
    "default-keychain -s KC", "default-keychain -d user -s KC", "create-keypair -k KC",
    "add-generic-password -a a -s s -w x KC", "add-internet-password -a a -s s -w x KC",
    "find-generic-password -s s KC", "find-internet-password -s s KC",
    "delete-generic-password -s s KC", "delete-internet-password -s s KC",
    "set-generic-password-partition-list -S a: -s s -k pw KC",
    "set-internet-password-partition-list -S a: -s s -k pw KC",
    "set-key-partition-list -S a: -k pw KC", "find-key KC", "find-certificate -a KC",
    "find-identity -v KC", "delete-certificate -c x KC", "delete-identity -c x KC",
    "set-identity-preference -s u -c x KC", "set-identity-preference -s u -n KC",
    "import {own.pem} -k KC", "export -k KC", "add-certificates -k KC {own.pem}",
    "verify-cert -c {own.pem} -k KC", "cms -S -N x -i {own.pem} -k KC",
    "add-trusted-cert -k KC {own.pem}", "create-filevaultmaster-keychain -p pw -s 1024 KC",
    "check KC", "check build.keychain KC",
    "explain find-generic-password -s s KC", "explain add-generic-password -s s -a a KC",
  ]

  /// Commands that take several names, with a good name before the wrong one.
  private static let severalNames = [
    "create-keychain -p pw new.keychain KC", "delete-keychain build.keychain KC",
    "list-keychains -s other.keychain KC", "dump-keychain build.keychain KC",
    "delete-generic-password -s s build.keychain KC",
    "delete-certificate -c Own build.keychain KC", "delete-identity -c Own build.keychain KC",
    "set-identity-preference -s u -c Own build.keychain KC",
    "verify-cert -c {own.pem} -k build.keychain -k KC",
  ]

  /// Commands that take a word for a keychain if it is empty, or begins with a slash.
  private static let explained = [
    ["dump-items", "KC"],
    ["explain", "KC"], ["explain", "query", "svce=s", "KC"],
    ["explain", "add", "svce=s,acct=a", "KC"], ["explain", "delete", "svce=s", "KC"],
    ["explain", "query", "svce=s", "KC", "--json"],
  ]

  /// Names, and the reason that standard error gives for each.
  private static let names = [
    ("", "the name of the keychain is empty"),
    (".", "the name means a directory, and not a keychain"),
    ("..", "the name means a directory, and not a keychain"),
    ("/", "the name means a directory, and not a keychain"),
    ("///", "the name means a directory, and not a keychain"),
    ("./.", "the name means a directory, and not a keychain"),
    ("build.keychain/", "the name means a directory, and not a keychain"),
    ("./-db", "the name of the keychain is only an ending"),
  ]

  private let bench: KeyBench

  init() throws {
    bench = try KeyBench()
    try bench.security("create-keychain", "-p", "pw", "build.keychain")
    try bench.security("default-keychain", "-s", "build.keychain")
    try bench.security("list-keychains", "-s", "build.keychain", "login.keychain")
    try bench.makeCertificate("own", "/CN=Own")
  }

  /// The files, the search list and the default keychain.
  private func state() throws -> [String] {
    let files = Files.names(in: bench.path("store/keychains")) ?? []
    return files.filter { !$0.hasPrefix(".fl") }.sorted() + [
      try bench.security("list-keychains").output, try bench.security("default-keychain").output,
    ]
  }

  @Test("every command refuses the name with -50, and changes nothing", arguments: names)
  func refused(_ name: String, _ reason: String) throws {
    let before = try state()
    for command in Self.commands {
      let words = command.split(separator: " ").map { $0 == "KC" ? name : String($0) }
      let result = try bench.run(words)
      #expect(result.status == 206, "\(words): \(result)")
      #expect(result.error.contains(reason), "\(words): \(result)")
      #expect(result.output.isEmpty, "\(words): \(result)")
    }
    // Apple's create-db ends with 0 after every error of the database.
    for names in [[name], [bench.path("store/keychains/new.keychain"), name]] {
      let made = try bench.run(["create-db"] + names)
      #expect(made.status == 0 && made.error.contains(reason), "\(made)")
    }
    #expect(try state() == before)
  }

  @Test("all names are checked before a command changes anything", arguments: names)
  func several(_ name: String, _ reason: String) throws {
    try bench.security("add-generic-password", "-a", "a", "-s", "s", "-w", "x", "build.keychain")
    let before = try state()
    for command in Self.severalNames {
      let words = command.split(separator: " ").map { $0 == "KC" ? name : String($0) }
      let result = try bench.run(words)
      #expect(result.status == 206 && result.error.contains(reason), "\(words): \(result)")
    }
    #expect(try state() == before)
    let kept = try bench.security("find-generic-password", "-s", "s", "-w", "build.keychain")
    #expect(kept.output == "x\n", "\(kept)")
  }

  @Test(
    "dump-items and the SecItem form of explain refuse the name with -50",
    arguments: [
      ("", "the name of the keychain is empty"),
      ("/", "the name means a directory, and not a keychain"),
      ("/x/", "the name means a directory, and not a keychain"),
      ("/..", "the name means a directory, and not a keychain"),
      ("/-db", "the name of the keychain is only an ending"),
    ])
  func explained(_ name: String, _ reason: String) throws {
    for words in Self.explained {
      let result = try bench.run(words.map { $0 == "KC" ? name : $0 })
      #expect(result.status == 206 && result.output.isEmpty, "\(words): \(result)")
      #expect(result.error.contains(": \(reason)\n"), "\(words): \(result)")
    }
  }

  @Test("names of bytes that are no UTF-8 are refused, and make no file")
  func foreignBytes() throws {
    let shell = try ShellBench()
    try shell.passes(
      #"""
      for name in $'\xff.keychain' $'\xfe.keychain' "$PWD/"$'\xff.keychain' $'\xff/x.keychain'; do
        status=0
        security create-keychain -p pw "$name" 2>err || status=$?
        [ $status = 206 ] || fail "create: $status"
        grep -q 'the name of the keychain is not UTF-8' err || fail "$(cat err)"
        for verb in 'list-keychains -s' 'default-keychain -s' 'find-generic-password -s s' \
          'explain find-generic-password -s s' 'explain add-generic-password -s s -a a' \
          'explain query svce=s' dump-items; do
          status=0
          security $verb "$name" 2>err || status=$?
          [ $status = 206 ] || fail "$verb: $status"
          grep -q 'the name of the keychain is not UTF-8' err || fail "$verb: $(cat err)"
        done
      done
      status=0
      security explain find-generic-password -s S $'\xff' 2>err || status=$?
      [ $status = 206 ] || fail "explain: $status"
      [ -z "$(find "$HOME" "$PWD" -name '*keychain*-db' -o -name '*.keychain')" ] || fail file
      """#)
  }

  @Test("the unset variable of a script stops it, and keeps default and list")
  func unsetVariable() throws {
    let shell = try ShellBench()
    let result = try shell.run(
      #"""
      KC=
      security create-keychain -p pw build.keychain
      security list-keychains -s build.keychain
      security default-keychain -s build.keychain
      trap 'security list-keychains -d user; security default-keychain' EXIT
      security create-keychain -p pw "$KC"
      fail "the script went on"
      """#)
    #expect(result.status == 206, "\(result)")
    #expect(result.output.split(separator: "\n").allSatisfy { $0.contains("/build.keychain-db\"") })
    #expect(result.error.hasPrefix("security: SecKeychainCreate \"\": "), "\(result)")
    #expect(result.error.hasSuffix("security: the name of the keychain is empty\n"))
  }

  @Test("the directory of the store still means the store, also with a slash at its end")
  func storeDirectory() throws {
    try bench.security("add-generic-password", "-a", "a", "-s", "s", "-w", "x", "login.keychain")
    for name in [bench.path("store"), bench.path("store/"), bench.path("store/store.db")] {
      let found = try bench.security("find-generic-password", "-s", "s", "-w", name)
      #expect(found.status == 0 && found.output == "x\n", "\(name): \(found)")
    }
  }
}
