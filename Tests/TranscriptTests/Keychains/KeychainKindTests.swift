// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPatience
import Testing

/// Tests of paths that lead to no keychain file: each kind has one status and one sentence, with
/// every command.
@Suite("paths that lead to no keychain file") struct KeychainKindTests {
  /// The status of a command on a keychain that cannot be used.
  enum Rule {
    /// The status of the kind.
    case own
    case fixed(Int32)
  }

  /// The commands, each with its status.
  ///
  /// Tests of the commands that only name a keychain follow below.
  private static let commands: [(line: String, rule: Rule)] = [
    ("delete-keychain KC", .own), ("lock-keychain KC", .own), ("unlock-keychain KC", .own),
    ("unlock-keychain -p pw KC", .own), ("set-keychain-settings -t 60 KC", .own),
    ("set-keychain-password -o pw -p new KC", .own), ("set-keychain-password KC", .own),
    ("set-key-partition-list -S a: KC", .fixed(1)), ("show-keychain-info KC", .own),
    ("check KC", .own), ("add-generic-password -a a -s s -w x KC", .own),
    ("add-internet-password -a a -s s -w x KC", .own), ("find-certificate -a KC", .own),
    ("dump-keychain KC", .fixed(1)), ("find-generic-password -s s KC", .fixed(44)),
    ("find-internet-password -s s KC", .fixed(44)), ("export -k KC", .fixed(1)),
    ("delete-generic-password -s s KC", .fixed(44)), ("find-key KC", .fixed(1)),
    ("set-key-partition-list -S a: -k pw KC", .fixed(1)), ("find-identity -v KC", .fixed(0)),
    ("set-generic-password-partition-list -S a: -s s -k pw KC", .fixed(1)),
    ("delete-certificate -c x KC", .fixed(1)), ("delete-identity -c x KC", .fixed(1)),
    ("import {own.pem} -k KC", .fixed(1)), ("add-certificates -k KC {own.pem}", .fixed(1)),
    ("default-keychain -s KC", .fixed(1)), ("create-keypair -k KC", .fixed(1)),
  ]

  /// A kind of path, with the status and the sentence for it.
  struct Kind: Sendable, CustomTestStringConvertible {
    /// The name of the keychain, below the folder of keychains.
    let name: String
    let status: Int32
    let sentence: String
    /// The words of `check` for the kind; nil if `check` has the sentence too.
    var checked: String?
    /// The status of `create-keychain`.
    var created: Int32 = 48
    var testDescription: String { String(name.prefix(20)) }
  }

  static let kinds = [
    Kind(
      name: "dir.keychain", status: 49,
      sentence: "the path leads to a directory, and not to a keychain file",
      checked: "a directory, and no keychain file"),
    Kind(
      name: "fifo.keychain", status: 49,
      sentence: "the path leads to a pipe, and not to a keychain file",
      checked: "a pipe, and no keychain file"),
    Kind(
      name: "socket.keychain", status: 49,
      sentence: "the path leads to a socket, and not to a keychain file",
      checked: "a socket, and no keychain file"),
    Kind(
      name: "null.keychain", status: 49,
      sentence: "the path leads to a device, and not to a keychain file",
      checked: "a device, and no keychain file"),
    Kind(
      name: "loop.keychain", status: 49, sentence: "the links of the path lead back to themselves",
      checked: "a link that leads back to itself, and no keychain file"),
    Kind(
      name: "folder.keychain", status: 49,
      sentence: "the path leads to a directory, and not to a keychain file",
      checked: "a directory, and no keychain file"),
    Kind(
      name: "dangling.keychain", status: 50,
      sentence: "the path leads to a link whose target does not exist"),
    Kind(
      name: "text/x.keychain", status: 50,
      sentence: "a part of the path is a file, and not a directory", created: 50),
    Kind(
      name: "gone.keychain", status: 50, sentence: "the keychain file does not exist", created: 0),
    Kind(
      name: String(repeating: "n", count: 300) + ".keychain", status: 220,
      sentence: "a name in the path of the keychain is too long", created: 220),
  ]

  private let bench: KeyBench

  init() throws {
    bench = try KeyBench()
    try bench.security("create-keychain", "-p", "pw", "build.keychain")
    try bench.makeCertificate("own", "/CN=Own")
    let folder = bench.path("store/keychains/")
    try #require(unsafe mkdir(folder + "dir.keychain-db", 0o700) == 0)
    try #require(unsafe mkfifo(folder + "fifo.keychain-db", 0o600) == 0)
    for (target, name) in [
      ("/dev/null", "null"), ("loop.keychain-db", "loop"), ("dir.keychain-db", "folder"),
      ("nowhere", "dangling"),
    ] {
      try #require(unsafe symlink(target, folder + name + ".keychain-db") == 0)
    }
    try Files.write([1], to: folder + "text")
    try makeSocket(at: folder + "socket.keychain-db")
  }

  /// Makes a socket, whose path may be longer than a socket's address permits.
  private func makeSocket(at path: String) throws {
    var program = Program(home: bench.path(""))
    program.executable = "/usr/bin/python3"
    let slash = try #require(path.lastIndex(of: "/"))
    let made = try program.run([
      "-c",
      "import os, socket, sys\nos.chdir(sys.argv[1])\n"
        + "socket.socket(socket.AF_UNIX).bind(sys.argv[2])",
      String(path[..<slash]), String(path[path.index(after: slash)...]),
    ])
    try #require(made.status == 0, "\(made)")
  }

  @Test("every command gives the status and the sentence of the kind", arguments: kinds)
  func answered(_ kind: Kind) throws {
    let list = try bench.security("list-keychains").output
    let standard = try bench.security("default-keychain").output
    for (line, rule) in Self.commands {
      let words = line.split(separator: " ").map { $0 == "KC" ? kind.name : String($0) }
      let result = try bench.run(words)
      switch rule {
      case .own: #expect(result.status == kind.status, "\(line): \(result)")
      case .fixed(let status): #expect(result.status == status, "\(line): \(result)")
      }
      let isCheck = line.hasPrefix("check")
      let sentence = isCheck ? kind.checked ?? kind.sentence : kind.sentence
      #expect((result.error + result.output).contains(sentence), "\(line): \(result)")
    }
    #expect(try bench.security("list-keychains").output == list)
    #expect(try bench.security("default-keychain").output == standard)
    let made = try bench.security("create-keychain", "-p", "pw", kind.name)
    #expect(made.status == kind.created, "\(made)")
    if kind.created == kind.status { #expect(made.error.contains(kind.sentence), "\(made)") }
    // A refused keychain leaves no lock file and no draft behind.
    let names = (Files.names(in: bench.path("store/keychains")) ?? []).filter { $0.first == "." }
    #expect(names.count <= (kind.created == 0 ? 2 : 1), "\(names)")
  }

  @Test("a folder without rights: -61 and one sentence, for a user who is not root")
  func withoutRights() throws {
    let shell = try ShellBench()
    guard geteuid() == 0 else { return }
    try shell.giveAway()
    let result = try shell.run(
      #"""
      mkdir shut
      security create-keychain -p pw "$PWD/shut/x.keychain"
      security lock-keychain "$PWD/shut/x.keychain"
      chmod 000 shut
      try() {
        expected=$1; shift; status=0
        "$@" >out 2>err || status=$?
        [ $status = $expected ] || fail "$* gives $status: $(cat err)"
        grep -qE 'does not permit (access to|to read) the keychain file' err || fail "$*: $(cat err)"
      }
      KC="$PWD/shut/x.keychain"
      for verb in check lock-keychain unlock-keychain show-keychain-info delete-keychain; do
        try 195 security $verb "$KC"
      done
      try 195 security unlock-keychain -p pw "$KC"
      try 195 security set-keychain-settings "$KC"
      try 195 security add-generic-password -a a -s s -w x "$KC"
      try 195 security create-keychain -p pw "$PWD/shut/y.keychain"
      try 195 security find-certificate "$KC"
      try 44 security find-generic-password -s s "$KC"
      try 1 security default-keychain -s "$KC"
      try 1 security dump-keychain "$KC"
      try 1 security export -k "$KC"
      try 1 security find-key "$KC"
      try 0 security find-identity "$KC"
      chmod 700 shut
      security delete-keychain "$KC"
      """#,
      by: ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"])
    #expect(result.status == 0, "\(result)")
  }

  @Test("a file whose mode lets its owner write nothing is changed by no command")
  func readOnlyFile() throws {
    let path = bench.path("store/keychains/build.keychain-db")
    try bench.security("add-generic-password", "-a", "a", "-s", "s", "-w", "x", "build.keychain")
    try #require(unsafe chmod(path, 0o444) == 0)
    let before = try Files.read(path)
    for line in [
      "set-keychain-settings -t 60", "set-keychain-password -o pw -p new",
      "add-generic-password -a a -s t -w x", "add-generic-password -U -a a -s s -w y",
      "delete-generic-password -s s", "default-keychain -s",
    ] {
      let result = try bench.run(line.split(separator: " ").map(String.init) + ["build.keychain"])
      #expect(result.status == (line.hasPrefix("default") ? 1 : 195), "\(line): \(result)")
      let reason = line.hasPrefix("default") ? "the owner may not" : "does not let its owner write"
      #expect(result.error.contains(reason), "\(line): \(result)")
    }
    #expect(try Files.read(path) == before)
    #expect(try bench.security("find-generic-password", "-s", "s", "-w").output.isEmpty)
    let found = try bench.security("find-generic-password", "-s", "s", "-w", "build.keychain")
    #expect(found.output == "x\n")
    // The advice: `chmod u+w` permits changes.
    var program = Program(home: bench.path(""))
    program.executable = "/bin/chmod"
    #expect(try program.run(["u+w", path]).status == 0)
    let words = ["set-keychain-settings", "-t", "60", "build.keychain"]
    #expect(try bench.run(words).status == 0)
  }

  @Test("a home that cannot be written is no obstacle to a keychain elsewhere")
  func closedHome() throws {
    let shell = try ShellBench()
    guard geteuid() == 0 else { return }
    try shell.giveAway()
    try #require(unsafe chmod(shell.bench.path("home"), 0o555) == 0)
    let result = try shell.run(
      #"""
      security create-keychain -p pw "$PWD/x.keychain"
      security add-generic-password -a a -s s -w x "$PWD/x.keychain"
      security delete-keychain "$PWD/x.keychain"
      [ ! -e "$PWD/x.keychain" ] || fail file
      export HOME=$PWD/home
      mkdir home
      security create-keychain -p pw "$PWD/y.keychain"
      security list-keychains -s "$PWD/y.keychain"
      chmod 555 home/.local/share/latchkey/preferences
      security delete-keychain "$PWD/y.keychain" 2>told && fail deleted || [ $? = 195 ]
      chmod 755 home/.local/share/latchkey/preferences
      echo garbage > home/.local/share/latchkey/preferences/com.apple.security.plist
      security delete-keychain "$PWD/y.keychain" 2>told && fail garbage || [ $? = 49 ]
      [ -e "$PWD/y.keychain" ] || fail gone
      """#,
      by: ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"])
    #expect(result.status == 0, "\(result)")
  }

  @Test("a keychain whose folder is made behind a symbolic link is unlocked and found by its name")
  func linkedHome() throws {
    let result = try ShellBench().run(
      #"""
      mkdir real
      ln -s real home
      export HOME=$PWD/home
      security create-keychain -p pw build.keychain
      security set-keychain-settings -t 600 build.keychain
      security add-generic-password -a a -s s -w x build.keychain
      security create-keychain -p pw "$PWD/home/new/sub/../x.keychain"
      security add-generic-password -a a -s s -w x "$PWD/real/new/x.keychain"
      for name in build.keychain "$PWD/home/new/x.keychain"; do
        security lock-keychain "$name"
        security find-generic-password -s s -w "$name" 2>told && fail "$name" || [ $? = 36 ]
      done
      """#)
    #expect(result.status == 0, "\(result)")
  }

  @Test("preferences that root makes for the machine can be read by every user")
  func machinePreferences() throws {
    let shell = try ShellBench()
    guard geteuid() == 0 else { return }
    try shell.giveAway()
    let result = try shell.run(
      #"""
      mount -t tmpfs none /etc
      umask 077
      mkdir own
      HOME=$PWD/own security list-keychains -d common -s /Library/Keychains/System.keychain
      [ "$(stat -c %a /etc/latchkey /etc/latchkey/*.plist | xargs)" = '755 644' ] || fail mode
      setpriv --reuid=65534 --regid=65534 --clear-groups security list-keychains |
        grep -q System.keychain || fail list
      """#,
      by: ["/usr/bin/unshare", "--mount"])
    #expect(result.status == 0, "\(result)")
  }

  @Test("a umask that takes all rights away leaves keychain and list usable")
  func umask() throws {
    let shell = try ShellBench()
    guard geteuid() == 0 else { return }
    try shell.giveAway()
    let result = try shell.run(
      #"""
      security list-keychains >/dev/null
      umask 777
      security create-keychain -p pw "$HOME/own/x.keychain"
      [ "$(stat -c %a "$HOME/own" "$HOME/own/x.keychain" | xargs)" = '700 600' ] || fail mode
      security add-generic-password -a a -s s -w x "$HOME/own/x.keychain"
      [ "$(security find-generic-password -s s -w "$HOME/own/x.keychain")" = x ] || fail find
      security list-keychains -s "$HOME/own/x.keychain"
      security list-keychains | grep -q own/x.keychain || fail list
      security delete-keychain "$HOME/own/x.keychain"
      """#,
      by: ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"])
    #expect(result.status == 0, "\(result)")
  }
}

extension ShellBench {
  /// Gives the home and the current directory of scripts to the user 65534.
  fileprivate func giveAway() throws {
    for name in ["home", "work"] {
      try #require(unsafe chown(bench.path(name), 65_534, 65_534) == 0)
    }
    try #require(unsafe chmod(bench.path(""), 0o755) == 0)
  }
}
