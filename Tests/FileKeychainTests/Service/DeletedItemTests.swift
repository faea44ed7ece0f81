// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import FileKeychain
import KeychainTypes
import SecureMemory
import Testing
import UserFiles

/// Searches beside another process that deletes items (Specification/file-keychain.md, "Search").
@Suite("items that another process deletes during a search") struct DeletedItemTests {
  private let world: KeychainWorld
  /// The keychain as the other process sees it.
  private let other: Keychain
  /// Two keys, and a certificate for each.
  private let pairs: [(key: SoftwareKey, certificate: Certificate)]

  init() throws {
    world = try KeychainWorld()
    other = try world.create("one.keychain")
    let openSSL = try OpenSSL(in: world)
    pairs = try ["a", "b"].map { name in
      let text = OpenSSL.printable.replacing("Jane Doe", with: "Jane \(name)")
      return (
        try openSSL.makeKey(name, "P-256"), try openSSL.makeCertificate(name, text)
      )
    }
  }

  /// A number that counts up, and a number at which something happens.
  private final class Counter: Sendable {
    private let state = Lock<(count: Int, end: Int)>((0, .max))

    var count: Int { state.withLock { $0.count } }
    func begin(until end: Int) { state.withLock { $0 = (0, end) } }

    /// Counts, and returns true at the number that `begin` has named.
    func step() -> Bool {
      state.withLock { state in
        state.count += 1
        return state.count == state.end
      }
    }
  }

  /// Returns a service on the keychain, and runs `meddle` before a file access that it counts.
  private func service(
    _ counter: Counter, _ meddle: @escaping @Sendable () -> Void
  ) -> FileService {
    var surroundings = world.keychains().surroundings
    surroundings.calls = FileCalls { _ in
      if counter.step() { meddle() }
      return nil
    }
    return FileService([Keychain(other.path, surroundings)], isNamed: true)
  }

  private func add(_ number: Int, _ itemClass: ItemClass) throws {
    switch itemClass {
    case .genericPassword, .internetPassword:
      var values = RecordValues(.genericPasswords)
      values[Relation.code("svce")] = .text("\(number)")
      _ = try other.addPassword(values, secret: .text("secret"))
    case .certificate: _ = try other.add(.certificate(pairs[number].certificate))
    case .key: _ = try other.add(.key(pairs[number].key))
    case .identity:
      try add(number, .key)
      try add(number, .certificate)
    }
  }

  private static func query(_ itemClass: ItemClass, _ limit: Limit = .all) throws -> FileQuery {
    try FileQuery(Request(.copyMatching, Query(itemClass, [], limit: limit), in: .absent))
  }

  static let classes: [(itemClass: ItemClass, deleted: Relation)] = [
    (.genericPassword, .genericPasswords), (.certificate, .certificates), (.key, .privateKeys),
    (.identity, .privateKeys), (.identity, .certificates),
  ]

  @Test("at each access to the file, the search goes on", arguments: classes, [Limit.one, .all])
  func everyAccess(_ row: (itemClass: ItemClass, deleted: Relation), _ limit: Limit) throws {
    let counter = Counter()
    let (other, relation) = (other, row.deleted)
    let service = service(counter) {
      // The search visits records in their order, so the first item is deleted under its hands.
      try? other.items(in: relation).first?.remove()
    }
    let query = try Self.query(row.itemClass, limit)
    /// Makes two items, and returns the number of those that a search finds and reads.
    func found(deletingAt end: Int) throws -> Int {
      for relation: Relation in [.genericPasswords, .certificates, .privateKeys] {
        for item in try other.items(in: relation) { try item.remove() }
      }
      for number in 0...1 { try add(number, row.itemClass) }
      counter.begin(until: end)
      let found = try service.find(query) { (match) throws(KeychainError) -> Int? in
        _ = try match.attributes()
        if match.itemClass.hasCertificate, try match.certificate() == nil { return nil }
        switch match.itemClass {
        case .genericPassword, .internetPassword: _ = try match.secret()
        case .key, .identity: _ = try match.externalKey()
        case .certificate: break
        }
        return match.reference.count
      }
      #expect(found.failure == nil)
      return found.all.count
    }
    let most = limit == .one ? 1 : 2
    #expect(try found(deletingAt: .max) == most)
    let accesses = counter.count
    try #require(accesses > 2 && accesses < 200)
    for end in 1...accesses {
      // The second item is there all the time.
      #expect((1...most).contains(try found(deletingAt: end)), "access \(end) of \(accesses)")
    }
  }

  @Test("of the objects of a list, those that are gone are left out; the last one is -25304")
  func objects() throws {
    for number in 0...1 { try add(number, .genericPassword) }
    let items = try other.items(in: .genericPasswords)
    let service = FileService([other], isNamed: true)
    let query = try Self.query(.genericPassword)
    let objects = items.map { FileObject.item($0) }
    try items[0].remove()
    #expect(items[0].isGone && !items[1].isGone)
    #expect(try service.find(query, among: objects).count == 1)
    #expect(throws: KeychainError(.invalidItemReference, "")) {
      _ = try service.find(query, among: [objects[0]])
    }
    try items[1].remove()
    #expect(throws: KeychainError(.invalidItemReference, "")) {
      _ = try service.find(query, among: objects)
    }
  }

  @Test("identities that share a key are deleted together")
  func sharedKey() throws {
    try add(0, .identity)
    let openSSL = try OpenSSL(in: world)
    let text = OpenSSL.printable.replacing("Jane Doe", with: "Jane again")
    _ = try other.add(.certificate(openSSL.makeCertificate("a", text)))
    let service = FileService([other], isNamed: true)
    #expect(try service.find(Self.query(.identity)).count == 2)
    let deleted = try service.find(Self.query(.identity)) { (match) throws(KeychainError) in
      try match.remove().count
    }
    #expect(deleted.all == [2, 1])
    for relation: Relation in [.certificates, .privateKeys] {
      #expect(try other.items(in: relation).isEmpty)
    }
  }
}
