// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests that a file with a search list that cannot be read gives each command its status for the
/// errors of a search, and is named by every text (Specification/security-cli.md,
/// "find-generic-password / find-internet-password", "Keys and partition lists").
@Suite("lists of keychains that cannot be read") struct UnreadListTests {
  private let shell: AdviceBench
  private var bench: KeyBench { shell.bench }
  private let list: String

  init() throws {
    shell = try AdviceBench()
    list = shell.bench.path("store/preferences/com.apple.security.plist")
    try shell.bench.security("create-keychain", "-p", "pw", "build.keychain")
    try shell.bench.security(
      "add-generic-password", "-a", "a", "-s", "s", "-w", "geheim", "build.keychain")
  }

  /// The kinds of files in the place of the list.
  enum Damage: String, CaseIterable, Sendable {
    case text, empty, half, binary, directory, pipe, circle
  }

  private func put(_ damage: Damage) throws {
    try bench.security("list-keychains", "-d", "user", "-s", "build.keychain")
    let whole = try Files.read(list)
    try FileManager.default.removeItem(atPath: list)
    switch damage {
    case .text: try Files.write(Array("no list".utf8), to: list)
    case .empty: try Files.write([], to: list)
    case .half: try Files.write(Array(whole.prefix(whole.count / 2)), to: list)
    case .binary: try Files.write([0, 0xFF, 1, 0xFE], to: list)
    case .directory:
      try FileManager.default.createDirectory(atPath: list, withIntermediateDirectories: false)
    case .pipe: try #require(unsafe mkfifo(list, 0o600) == 0)
    case .circle: try #require(unsafe symlink(list, list) == 0)
    }
  }

  /// The commands that use a list, each with its status.
  private static let commands: [(line: String, status: Int32)] = [
    ("find-generic-password -s s", 44), ("find-internet-password -s s", 44),
    ("delete-generic-password -s s", 44), ("find-identity -v", 0), ("find-identity", 0),
    ("find-key", 1), ("export", 1), ("export -t certs", 1), ("dump-keychain", 1),
    ("delete-certificate -c x", 1), ("delete-identity -c x", 1),
    ("set-identity-preference -s u -c x", 1), ("find-certificate -c no.such.name", 44),
    ("find-certificate -a -c no.such.name", 0), ("get-identity-preference -s u", 49),
    ("list-keychains", 1), ("default-keychain", 1), ("dump-items", 49),
    ("add-generic-password -s s -a a -w x", 49), ("delete-keychain missing.keychain", 50),
  ]

  @Test("each command keeps its status, and names the file", arguments: Damage.allCases)
  func statuses(_ damage: Damage) throws {
    try put(damage)
    for (line, status) in Self.commands {
      let result = try bench.run(line.split(separator: " ").map(String.init))
      #expect(result.status == status, "\(line): \(result)")
      #expect(result.error.contains(list) || status == 50, "\(line): \(result)")
      #expect(!result.error.contains("keychain file") || status == 50, "\(line): \(result)")
    }
    for words in [["find-generic-password", "-s", "s", "-w", "build.keychain"]] {
      #expect(try bench.run(words).output == "geheim\n")
    }
    // The issuers of the list are missing, and everything that was given is there.
    let identities = try bench.security("find-identity", "-v", "build.keychain")
    #expect(identities.status == 0 && identities.error.contains(list), "\(identities)")
    try bench.makeCertificate("own", "/CN=Own", extension: "keyUsage=keyCertSign")
    let verified = try bench.security("verify-cert", "-c", "{own.pem}", "-r", "{own.pem}")
    #expect(verified.status == 0 && verified.error.contains(list), "\(verified)")
    #expect(try bench.security("delete-keychain", "build.keychain").status == 49)
    #expect(try bench.security("show-keychain-info", "build.keychain").status == 0)
  }

  @Test("explain and LATCHKEY_EXPLAIN name the file, and their advice works")
  func explained() throws {
    let calls: [(words: [String], status: Int32)] = [
      (["find-generic-password", "-s", "s", "-w"], 44),
      (["delete-generic-password", "-s", "s"], 44),
      (["add-generic-password", "-s", "s", "-a", "a"], 49),
    ]
    for (words, status) in calls {
      for damage in [Damage.half, .directory] {
        try put(damage)
        let made = try bench.run(words, ["LATCHKEY_EXPLAIN": "1"])
        let told = try bench.run(["explain"] + words)
        #expect(made.status == status && told.status == status, "\(told)\(made)")
        for report in [told.output, made.error] {
          #expect(report.contains("K908 error") && !report.contains("K201"), "\(report)")
          // The list may have the keychain that it cannot show.
          #expect(!report.contains("Add it") && !report.contains("K608"), "\(report)")
        }
        try shell.follow(told.output)
        #expect(try bench.security("list-keychains").status == 0)
        try? FileManager.default.removeItem(atPath: list + ".old")
      }
    }
    try put(.text)
    for line in ["export", "list-keychains", "find-identity", "default-keychain"] {
      let told = try bench.run([line], ["LATCHKEY_EXPLAIN": "1"])
      #expect(told.error.contains("K908 error") && told.error.contains(list), "\(told)")
    }
  }

  @Test("a list that another user may not read", .enabled(if: geteuid() == 0))
  func unreadable() throws {
    let other: uid_t = 65_534
    try bench.security("list-keychains", "-d", "user", "-s", "build.keychain")
    for name in ["", "store", "store/preferences", "store/keychains"] {
      #expect(unsafe chmod(bench.path(name), 0o755) == 0)
    }
    #expect(unsafe chmod(list, 0) == 0)
    var program = Program(home: bench.path(""))
    program.executable = "/usr/bin/setpriv"
    program.environment["LATCHKEY_HOME"] = bench.path("store")
    for (words, status) in [
      (["find-generic-password", "-s", "s"], 44), (["find-key"], 1),
      (["explain", "find-generic-password", "-s", "s"], 44),
    ] as [([String], Int32)] {
      let told = try program.run(
        [
          "--reuid=\(other)", "--regid=\(other)", "--clear-groups", "--", Program.path,
        ] + words)
      let text = (told.output + told.error).split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
      #expect(told.status == status, "\(words): \(told)")
      #expect(text.contains("permit to read the list of"), "\(words): \(told)")
      #expect(!text.contains("Writing") && !text.contains("K201"), "\(words): \(told)")
    }
  }

  @Test("a missing member of the list counts as a keychain that was read") func missing() throws {
    let folder = bench.path("store/keychains/dir.keychain-db")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try bench.security("list-keychains", "-d", "user", "-s", "dir.keychain", "gone.keychain")
    for line in ["find-key", "export", "find-certificate -c none", "export -t privKeys"] {
      let result = try bench.run(line.split(separator: " ").map(String.init))
      #expect(result.error.contains("could not be found in the keychain"), "\(line): \(result)")
      #expect(result.error.contains("/dir.keychain-db"), "\(line): \(result)")
    }
  }
}
