// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPatience
import Testing

/// Tests of a search list with members that cannot be read
/// (Documentation/Decisions/keychain-list-members.md).
@Suite("unreadable members of the search list") struct KeychainListMemberTests {
  private static let readers: [(line: String, found: Int32, absent: Int32)] = [
    ("find-generic-password -s NAME", 0, 44), ("delete-generic-password -s NAME", 0, 44),
    ("find-certificate -c NAME", 0, 44), ("find-key -l NAME", 0, 1),
    ("delete-certificate -c NAME", 0, 1), ("dump-keychain", 1, 1), ("export -t certs", 0, 0),
    ("export -t identities -f pkcs12 -P x -o {out.p12}", 0, 0), ("find-identity -v", 0, 0),
    ("find-certificate -a", 0, 0),
    ("verify-cert -c {Own.pem} -r {Own.pem}", 0, 0), ("cms -S -N NAME -i {Own.key}", 0, 1),
    ("dump-items labl=NAME", 49, 49), ("dump-items", 49, 49),
    ("set-identity-preference -s u -c NAME", 0, 1),
    ("set-identity-preference -s u -n", 0, 0), ("get-identity-preference -s p -c -p", 0, 0),
    ("get-identity-preference -s p", 0, 0), ("get-identity-preference -s NAME -c", 44, 44),
  ]

  private let bench: KeyBench

  init() throws {
    bench = try KeyBench()
    for name in ["build.keychain", "cut.keychain"] {
      try bench.security("create-keychain", "-p", "pw", name)
    }
    let folder = bench.path("store/keychains/")
    // The key of a damaged keychain would stay in the kernel's keyring.
    try bench.security("lock-keychain", "cut.keychain")
    try Files.write(
      Array(Files.read(folder + "cut.keychain-db").prefix(4_000)), to: folder + "cut.keychain-db")
    try Files.write(Array("text".utf8), to: folder + "text.keychain-db")
    try #require(unsafe mkdir(folder + "dir.keychain-db", 0o700) == 0)
    try #require(unsafe mkfifo(folder + "fifo.keychain-db", 0o600) == 0)
    try bench.makeCertificate("Own", "/CN=Own")
  }

  private func fill(_ keychain: String) throws {
    try bench.security("add-generic-password", "-a", "a", "-s", "Own", "-w", "x", keychain)
    try bench.openssl(
      "pkcs12", "-export", "-in", "{Own.pem}", "-inkey", "{Own.key}", "-out", "{Own.p12}",
      "-name", "Own", "-passout", "pass:x")
    #expect(
      try bench.security("import", "{Own.p12}", "-P", "x", "-A", "-k", keychain).status == 0)
    #expect(
      try bench.security("set-identity-preference", "-s", "p", "-c", "Own", keychain).status == 0)
  }

  @Test("each member that cannot be read is named once, and hides no item")
  func named() throws {
    for (line, found, absent) in Self.readers {
      for (name, status) in [("Own", found), ("absent", absent)] {
        try bench.security("delete-keychain", "build.keychain")
        try bench.security("create-keychain", "-p", "pw", "build.keychain")
        try bench.security(
          "list-keychains", "-s", "text.keychain", "cut.keychain", "gone.keychain",
          "dir.keychain", "fifo.keychain", "build.keychain")
        try fill("build.keychain")
        guard name == "Own" || line.contains("NAME") else { continue }
        let words = line.split(separator: " ").map { $0 == "NAME" ? name : String($0) }
        let result = try bench.run(words)
        #expect(result.status == status, "\(words): \(result)")
        for member in ["text", "cut", "dir", "fifo"] {
          let lines = result.error.split(separator: "\n").filter {
            $0.contains("/\(member).keychain-db")
          }
          #expect(lines.count == 1, "\(words), \(member): \(result)")
        }
        // A member whose file is missing counts as an empty keychain.
        #expect(!result.error.contains("gone.keychain"), "\(words): \(result)")
      }
    }
  }

  /// The certificates of the distribution, which `find-certificate` searches last, can be read.
  @Test("if no member can be read, the last one decides the status, and all are named")
  func noneReadable() throws {
    try bench.security("list-keychains", "-s", "text.keychain", "dir.keychain")
    for (line, status) in [
      ("find-generic-password -s s", 44), ("find-key", 1), ("find-certificate -c no.such.name", 44),
      ("find-certificate -a -c no.such.name", 0),
      ("dump-keychain", 1), ("export", 1), ("find-identity -v", 0),
      ("delete-certificate -c no.such.name", 1), ("export -t certs", 1),
      ("set-identity-preference -s u -c x", 1), ("dump-items", 49),
    ] as [(String, Int32)] {
      let result = try bench.run(line.split(separator: " ").map(String.init))
      #expect(result.status == status, "\(line): \(result)")
      for member in ["text", "dir"] {
        #expect(result.error.contains("/\(member).keychain-db"), "\(line): \(result)")
      }
    }
  }

  @Test("an empty keychain that can be read makes the item absent, and not the list damaged")
  func emptyKeychain() throws {
    let absent = "The specified item could not be found in the keychain."
    try bench.security("list-keychains", "-s", "text.keychain", "dir.keychain", "build.keychain")
    for (line, status) in [
      ("find-generic-password -s s", 44), ("find-certificate -c no.such.name", 44),
      ("find-key", 1), ("export -t certs", 1), ("export -t privKeys", 1),
      ("export -t identities -f pkcs12 -P x -o {out.p12}", 1), ("export", 1),
      ("get-identity-preference -s p", 44),
    ] as [(String, Int32)] {
      let result = try bench.run(line.split(separator: " ").map(String.init))
      #expect(result.status == status && result.error.contains(absent), "\(line): \(result)")
      for member in ["text", "dir"] {
        #expect(result.error.contains("/\(member).keychain-db"), "\(line): \(result)")
      }
    }
  }

  @Test("a command for preferences names the keychain that it cannot read")
  func preference() throws {
    for (name, reason) in [
      ("missing.keychain", "the keychain file does not exist"),
      ("dir.keychain", "the path leads to a directory, and not to a keychain file"),
    ] {
      let result = try bench.security("set-identity-preference", "-c", "x", "-s", "y", name)
      #expect(result.status == 1 && result.error.contains("/\(name)-db: \(reason)"), "\(result)")
    }
    try fill("build.keychain")
    try bench.security("default-keychain", "-s", "cut.keychain")
    let refused = try bench.security(
      "set-identity-preference", "-c", "Own", "-s", "y", "build.keychain")
    #expect(refused.status == 49 && refused.error.contains("/cut.keychain-db"), "\(refused)")
    // The default keychain is in the search list too, and is named once.
    try bench.security("list-keychains", "-s", "cut.keychain", "build.keychain")
    let found = try bench.security("get-identity-preference", "-s", "p")
    let lines = found.error.split(separator: "\n").filter { $0.contains("/cut.keychain-db") }
    #expect(lines.count == 1, "\(found)")
  }

  @Test("a damaged file can become the default, as its owner may write it")
  func damagedDefault() throws {
    let result = try bench.security("default-keychain", "-s", "cut.keychain")
    #expect(result.status == 0 && result.error.isEmpty, "\(result)")
    let added = try bench.security("add-generic-password", "-a", "a", "-s", "s", "-w", "x")
    #expect(added.status == 49 && added.error.contains("/cut.keychain-db"), "\(added)")
  }
}
