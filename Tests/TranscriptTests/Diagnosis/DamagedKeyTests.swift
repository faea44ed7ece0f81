// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests that explanations, lists and checks agree with the commands about an item whose key is
/// damaged (Specification/diagnostics.md, "Tree 6: Mac-specific").
@Suite("the diagnosis of an item with a damaged key") struct DamagedKeyTests {
  private static let services = ["S1", "S2", "S3"]
  /// The bytes of a key blob before its access list; the last of them are the code.
  private static let headSize = 136
  private let bench: KeyBench

  init() throws {
    bench = try KeyBench()
    try bench.security("create-keychain", "-p", "pw", "build.keychain")
    for service in Self.services {
      try bench.security(
        "add-generic-password", "-a", "a", "-s", service, "-w", "geheim", "build.keychain")
    }
  }

  private var path: String { bench.path("store/keychains/build.keychain-db") }

  /// A part of an item's key in which one byte is changed.
  enum Part: String, CaseIterable, Sendable {
    /// The path of a trusted program in the access list, which stands in the clear.
    case program
    /// The number by which the file knows an access list of this form.
    case list
    /// The code that shows that the keychain made the key.
    case code
    /// The encrypted key.
    case key
    /// The encrypted secret of the item, which is in the record of the item itself.
    case secret
  }

  /// Changes one byte in the key of one of the items, or in its secret.
  private func spoil(_ part: Part) throws {
    var bytes = try Files.read(path)
    let program = Array("/usr/bin/security".utf8)
    // Key blobs begin with this number; the length of the clear part and of the blob follow.
    let mark: [UInt8] = [0xFA, 0xDE, 0x07, 0x11]
    let blobs = bytes.indices.filter { bytes[$0...].starts(with: mark) }
    let blob = try #require(
      blobs.first { start in
        let end = start + number(bytes, start + 12)
        return (start..<end).contains { bytes[$0...].starts(with: program) }
      })
    let end = blob + number(bytes, blob + 12)
    let place =
      switch part {
      case .program:
        try #require((blob..<end).first { bytes[$0...].starts(with: program) }) + 5
      case .list: blob + Self.headSize + 3
      case .code: blob + Self.headSize - 1
      case .key: end - 1
      case .secret:
        // Indexes and keys have the mark too, with zeros after it.
        try #require(
          bytes.indices.first {
            bytes[$0...].starts(with: Array("ssgp".utf8)) && bytes[$0 + 20] != 0
          })
          + 28
      }
    bytes[place] ^= 0x01
    try Files.write(bytes, to: path)
  }

  private func number(_ bytes: [UInt8], _ place: Int) -> Int {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  private func foretold(_ words: [String]) throws -> (codes: [String], exit: Int32, text: String) {
    let result = try bench.run(["explain", "--json"] + words)
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let findings = object?["findings"] as? [[String: Any]] ?? []
    return (
      findings.compactMap { $0["code"] as? String }, result.status,
      findings.compactMap { $0["text"] as? String }.joined(separator: "\n")
    )
  }

  /// Returns the states that `dump-items` shows, by the service of the item.
  private func states() throws -> [String: String] {
    let lines = try bench.security("dump-items", "build.keychain", "--values").output
      .split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    return Dictionary(
      lines.filter { $0.count > 3 && Self.services.contains($0[1]) }
        .map { ($0[1], $0[$0.count - 1]) }, uniquingKeysWith: { first, _ in first })
  }

  @Test("forecast, list, doctor and check agree with the command", arguments: Part.allCases)
  func unlocked(_ part: Part) throws {
    #expect(try states().values.sorted() == ["readable", "readable", "readable"])
    try spoil(part)
    var damaged = 0
    for service in Self.services {
      for flags in [["-w"], []] {
        let words = ["find-generic-password", "-s", service, "build.keychain"] + flags
        let made = try bench.run([words[0]] + flags + words[1...3])
        let told = try foretold([words[0]] + flags + words[1...3])
        #expect(told.exit == made.status, "\(words): \(told), \(made)")
        guard made.status != 0 else { continue }
        damaged += 1
        #expect(told.codes.first == "K908" && !told.codes.contains("K609"), "\(told)")
        #expect(told.text.contains(", record "), "\(told.text)")
        #expect(!told.text.contains("Delete"))
        #expect(try states()[service] == "damaged")
      }
    }
    #expect(damaged == 1)
    #expect(try states().values.count { $0 == "damaged" } == 1)
    #expect(try bench.security("dump-items", "build.keychain").status == 36)
    #expect(try bench.security("check", "build.keychain").status == 1)
    let doctor = try bench.security("doctor")
    #expect(doctor.status == 4)
    #expect(doctor.output.contains("K908 error  build.keychain is damaged"), "\(doctor.output)")
    #expect(!doctor.output.contains("K609"))
  }

  @Test("while the keychain is locked, nothing is said about codes", arguments: Part.allCases)
  func locked(_ part: Part) throws {
    try spoil(part)
    try bench.security("lock-keychain", "build.keychain")
    for service in Self.services {
      let words = ["find-generic-password", "-w", "-s", service, "build.keychain"]
      #expect(try bench.run(words).status == 36)
      let told = try foretold(words)
      #expect(told.exit == 36 && told.codes.first == "K604", "\(told)")
      #expect(!told.codes.contains("K908"), "\(told)")
    }
    let report = try bench.run(
      ["explain", "find-generic-password", "-w", "-s", "S1", "build.keychain"])
    #expect(!report.output.contains("delete-generic-password"), "\(report.output)")
    #expect(try states().values.allSatisfy { $0 == "locked" })
  }

  @Test(
    "a call of SecItem is foretold as the command is, with the record", arguments: Part.allCases)
  func secItem(_ part: Part) throws {
    try spoil(part)
    let told = try Self.services.map { service in
      try foretold(["query", "svce=\(service)", "--return", "data", "build.keychain"])
    }
    let found = try Self.services.map { service in
      try bench.run(["find-generic-password", "-w", "-s", service, "build.keychain"]).status
    }
    #expect(told.map { $0.exit == 1 ? 0 : $0.exit } == found)
    #expect(told.contains { $0.codes.first == "K908" && $0.text.contains(", record ") }, "\(told)")
  }

  @Test("a copy of a locked damaged keychain says that its secrets were not judged")
  func copied() throws {
    try spoil(.key)
    try bench.security("lock-keychain", "build.keychain")
    try bench.security("add-generic-password", "-a", "a", "-s", "t", "-w", "x", "login.keychain")
    let made = try bench.security("check", "--copy", "{copy}")
    #expect(made.status == 0)
    #expect(
      made.output.contains(
        "Secrets and keys of build.keychain not judged while locked:\n"
          + "    security unlock-keychain build.keychain   unlocks the keychain\n"),
      "\(made.output)")
  }
}
