// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeychainEngine
import KeychainTypes
import SecureMemory
import Testing

/// Unique values, and the bytes they may appear as.
struct Canaries {
  private(set) var patterns: [String: [UInt8]] = [:]
  private let token = UUID().uuidString

  mutating func text(_ name: String) -> String {
    let text = "canary-\(token)-\(name)"
    patterns[name] = Array(text.utf8)
    return text
  }

  mutating func number(_ name: String) -> Int64 {
    let number = Int64.random(in: (1 << 52)..<(1 << 53))
    let bytes = Canonical.littleEndian(number)
    patterns[name + " little-endian"] = bytes
    patterns[name + " big-endian"] = bytes.reversed()
    patterns[name + " decimal"] = Array("\(number)".utf8)
    return number
  }

  /// Returns a value for an attribute that a caller may set.
  mutating func value(for row: AttributeRow, _ itemClass: ItemClass) -> AttributeValue? {
    guard row.roles.contains(.sealed), row.roles.isDisjoint(with: [.assigned, .restricted]),
      ![.accessGroup, .multiUser, .sharingGroup].contains(row.attribute)
    else { return nil }
    let name = "\(itemClass.rawValue)-\(row.attribute.name)"
    switch row.kind {
    case .string, .blob: return .text(text(name))
    case .data: return .bytes(Array(text(name).utf8))
    case .number: return .number(number(name))
    case .date: return .date(Instant(microseconds: number(name)))
    default: return nil
    }
  }

  /// Returns the names of the canaries in some bytes.
  func found(in data: Data) -> [String] {
    patterns.filter { data.range(of: Data($0.value)) != nil }.map(\.key).sorted()
  }
}

// Specification/design.md, "Promises", 6 and 7.
@Suite("Nothing shows")
struct CanaryTests {
  /// Returns an item of a class with a canary in every attribute and in the secret.
  static func item(_ itemClass: ItemClass, _ canaries: inout Canaries) -> NewItem {
    var item = NewItem(itemClass)
    for row in Schema.of(itemClass).rows {
      item.attributes[row.attribute] = canaries.value(for: row, itemClass)
    }
    item.attributes[.tokenIdentifier] = nil
    item.secret = SecretBytes(copying: Array(canaries.text("\(itemClass.rawValue)-secret").utf8))
    item.returns = [.attributes, .secret, .persistentReference]
    return item
  }

  private func search(_ store: ProofStore, _ canaries: Canaries, _ moment: String) throws {
    let files = try store.files()
    #expect(files["store.db"] != nil && files["keybag"] != nil && files["device.key"] != nil)
    for (name, data) in files {
      #expect(canaries.found(in: data) == [], "\(name), \(moment)")
    }
    for (name, data) in Self.openFiles() {
      #expect(canaries.found(in: data) == [], "open file \(name), \(moment)")
    }
  }

  /// Returns open files of this process that have no name any more, including temporary files of
  /// SQLite.
  private static func openFiles() -> [(String, Data)] {
    let folder = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { name in
      let path = folder + "/" + name
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path),
        target.hasSuffix(" (deleted)"), target.hasPrefix("/"), !target.contains("memfd"),
        let data = try? Data(contentsOf: URL(fileURLWithPath: path))
      else { return nil }
      return (target, data)
    }
  }

  @Test("no value of any attribute and no secret is in any file, at any moment")
  func files() throws {
    var canaries = Canaries()
    let group = canaries.text("access-group")
    let creator = canaries.text("creator")
    let store = try ProofStore()
    var references: [Identifier16] = []
    do {
      let session = try store.session([group], creator)
      for itemClass in ItemClass.stored {
        let item = Self.item(itemClass, &canaries)
        references.append(try unwrap(session.add(item)).identifier)
        _ = code { () throws(KeychainError) in _ = try session.add(item) }
      }
      // Shows that the search works: it finds values that are stored in the clear.
      let everything = try store.files().values.reduce(Data(), +)
      for reference in references {
        #expect(everything.range(of: Data(reference.bytes)) != nil)
      }
      #expect(canaries.patterns.count > 100)
      #expect(try (store.files()["store.db-wal"] ?? Data()).count > 0)
      try search(store, canaries, "after adding")

      for itemClass in ItemClass.stored {
        var changes = Changes()
        changes.attributes[.label] = .text(canaries.text("\(itemClass.rawValue)-new-label"))
        changes.secret = SecretBytes(
          copying: Array(canaries.text("\(itemClass.rawValue)-new-secret").utf8))
        try session.update(asking(of: itemClass), setting: changes)
        #expect(
          try session.copyMatching(asking(nil, [.attributes, .secret], of: itemClass)).count == 1)
      }
      try search(store, canaries, "after updating")

      var changes = Changes()
      changes.isSynchronizable = true
      changes.attributes[.sharingGroup] = .text("")
      _ = code { () throws(KeychainError) in
        try session.update(asking(of: .internetPassword), setting: changes)
      }
      for itemClass in ItemClass.stored { try session.delete(asking(of: itemClass)) }
      try search(store, canaries, "after deleting")
    }
    store.close()
    try search(store, canaries, "after closing")
    try store.open()
    _ = try store.session([group], creator).check()
    try search(store, canaries, "after opening again and checking")
  }

  @Test("a large secret is in no file either")
  func largeSecret() throws {
    var canaries = Canaries()
    let piece = canaries.text("piece")
    let store = try ProofStore()
    let session = try store.session()
    let secret = String(repeating: piece, count: 100_000)
    _ = try session.add(password("large", secret: secret))
    try search(store, canaries, "after adding")
    let found = try session.copyMatching(asking("large", .secret))
    #expect(found.first?.secret?.count == secret.utf8.count)
    try search(store, canaries, "after reading")
  }

  @Test("digests are keyed by class and attribute; equal values of one attribute have one")
  func digests() throws {
    let store = try ProofStore()
    do {
      let session = try store.session()
      _ = try session.add(password("same", service: "same"))
      _ = try session.add(password("other", service: "same"))
      _ = try session.add(password("same", service: "same", of: .internetPassword))
    }
    #expect(try store.number("SELECT count(DISTINCT d_svce) FROM genp") == 1)
    #expect(try store.number("SELECT count(*) FROM genp WHERE d_svce = d_acct") == 0)
    #expect(
      try store.number(
        "SELECT count(*) FROM genp JOIN inet ON genp.d_acct = inet.d_acct") == 0)
    #expect(try store.number("SELECT count(*) FROM genp WHERE length(d_svce) <> 16") == 0)
    // Two stores have different digests for equal items.
    let other = try ProofStore()
    _ = try other.session().add(password("same", service: "same"))
    let query = "SELECT hex(d_svce) FROM genp LIMIT 1"
    let digest = try store.text(query)
    #expect(digest.count == 32)
    #expect(try other.text(query) != digest)
  }

  @Test("flags and small enumerations leave no digest")
  func noDigestOfFlags() throws {
    let store = try ProofStore()
    for (table, columns) in [
      ("genp", ["invi", "nega", "cusi"]), ("inet", ["invi", "nega", "cusi"]),
      ("cert", ["ctyp", "cenc"]), ("keys", ["kcls", "perm", "sign", "encr", "extr"]),
    ] {
      for column in columns {
        #expect(
          try store.number(
            "SELECT count(*) FROM pragma_table_info('\(table)') WHERE name LIKE '%\(column)%'")
            == 0)
      }
    }
  }

  @Test("secrets of similar length have one size in the file")
  func padding() throws {
    let store = try ProofStore()
    do {
      let session = try store.session()
      for length in 1...12 {
        let secret = String(repeating: "x", count: length)
        _ = try session.add(password("account-\(length + 10)", secret: secret))
      }
    }
    #expect(try store.number("SELECT count(DISTINCT length(secret)) FROM genp") == 1)
    #expect(try store.number("SELECT count(DISTINCT length(meta)) FROM genp") == 1)
  }

  @Test("no description, reflection or dump of a value shows what is in it")
  func descriptions() throws {
    var canaries = Canaries()
    let group = canaries.text("access-group")
    let store = try ProofStore()
    let session = try store.session([group])
    let item = Self.item(.genericPassword, &canaries)
    let match = try unwrap(session.add(item))
    var query = asking(nil, [.attributes, .secret])
    query.predicates = item.attributes.map { Predicate($0.attribute, $0.value) }
    query.host = canaries.text("host")
    var changes = Changes()
    changes.attributes = item.attributes
    changes.secret = item.secret
    var errors: [KeychainError] = []
    func note(_ body: () throws(KeychainError) -> Void) {
      do throws(KeychainError) { try body() } catch { errors.append(error) }
    }
    note { () throws(KeychainError) in _ = try session.add(item) }
    note { () throws(KeychainError) in
      _ = try session.copyMatching(query, group: .named(canaries.text("other-group")))
    }
    note { () throws(KeychainError) in _ = try session.copyMatching(asking("nobody")) }
    note { () throws(KeychainError) in
      var bad = item
      bad.protectionName = "akpu"
      bad.attributes[.account] = .text("another")
      _ = try session.add(bad)
    }
    #expect(errors.count == 4)
    let values: [(String, Any)] = [
      ("new item", item), ("match", match), ("query", query), ("changes", changes),
      ("reading", Reading(item, group: .named(group))), ("plan", try store.plan(query)),
      ("attributes", item.attributes), ("predicates", query.predicates),
      ("matches", try session.copyMatching(asking(nil, [.attributes, .secret]))),
      ("summaries", try session.listItems([.genericPassword])), ("errors", errors),
      ("check", try session.check()), ("events", store.notified),
    ]
    for (name, value) in values {
      var dumped = ""
      dump(value, to: &dumped)
      for text in ["\(value)", String(reflecting: value), dumped] {
        #expect(canaries.found(in: Data(text.utf8)) == [], "\(name)")
      }
    }
  }
}
