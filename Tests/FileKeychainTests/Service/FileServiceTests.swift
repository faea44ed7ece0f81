// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import SecureMemory
import Testing

/// Keychain files as a `KeychainService` (Specification/file-keychain.md, "SecItem on file
/// keychains").
@Suite("Keychain files as a service")
struct FileServiceTests {
  private static func service(
    _ world: KeychainWorld, _ names: [String] = ["one.keychain"]
  ) throws -> FileService {
    let keychains = try names.map { name in
      try world.keychains().create(name, password: SecretBytes(copying: Array("password".utf8)))
    }
    return FileService(keychains, isNamed: true)
  }

  private static func item(_ account: String, _ secret: String = "secret") -> NewItem {
    var item = NewItem(.genericPassword)
    item.attributes[.account] = .text(account)
    item.attributes[.service] = .text("service")
    item.secret = SecretBytes(copying: Array(secret.utf8))
    return item
  }

  private static func query(_ account: String? = nil, limit: Limit = .all) -> Query {
    var predicates = [Predicate(.service, .text("service"))]
    if let account { predicates.append(Predicate(.account, .text(account))) }
    return Query(.genericPassword, predicates, limit: limit)
  }

  @Test("add, copy, update and delete through requests")
  func verbs() throws {
    let world = try KeychainWorld()
    let service = try Self.service(world)
    var item = Self.item("a")
    item.returns = [.attributes, .secret]
    let added = try #require(try service.add(item))
    #expect(added.attributes?[.account] == .text("a"))
    #expect(added.secret == SecretBytes(copying: Array("secret".utf8)))
    #expect(throws: KeychainError(.duplicateItem, "")) { _ = try service.add(item) }
    _ = try service.add(Self.item("b"))
    var query = Self.query()
    query.returns = .attributes
    let found = try service.copyMatching(query)
    #expect(found.map { $0.attributes?[.account] } == [.text("a"), .text("b")])
    #expect(found[0].identifier == added.identifier && found[1].identifier != added.identifier)
    var changes = Changes()
    changes.attributes[.comment] = .text("changed")
    changes.secret = SecretBytes(copying: [7])
    try service.update(Self.query("b"), setting: changes)
    var wanted = Self.query("b")
    wanted.returns = [.attributes, .secret]
    let changed = try #require(try service.copyMatching(wanted).first)
    #expect(changed.attributes?[.comment] == .text("changed"))
    #expect(changed.secret == SecretBytes(copying: [7]))
    try service.delete(Self.query(limit: .one))
    #expect(try service.copyMatching(Self.query()).count == 1)
    try service.delete(Self.query())
    #expect(throws: KeychainError(.itemNotFound, "")) { try service.delete(Self.query()) }
    #expect(throws: KeychainError(.itemNotFound, "")) {
      _ = try service.copyMatching(Self.query())
    }
  }

  @Test("a search goes through the keychains in order, and skips a damaged one")
  func order() throws {
    let world = try KeychainWorld()
    let service = try Self.service(world, ["one.keychain", "two.keychain"])
    _ = try FileService([service.keychains[1]], isNamed: true).add(Self.item("b"))
    _ = try service.add(Self.item("a"))
    var query = Self.query()
    query.returns = .attributes
    let found = try service.copyMatching(query)
    #expect(found.map { $0.attributes?[.account] } == [.text("a"), .text("b")])
    let missing = try world.file("missing.keychain")
    let beside = FileService([missing, service.keychains[1]], isNamed: true)
    #expect(try beside.copyMatching(query).count == 1)
    #expect(throws: KeychainError(.noSuchKeychain, "")) {
      _ = try FileService([missing], isNamed: true).copyMatching(query)
    }
    #expect(throws: KeychainError(.itemNotFound, "")) {
      _ = try FileService([missing], isNamed: false).copyMatching(query)
    }
    #expect(throws: KeychainError(.noDefaultKeychain, "")) {
      _ = try FileService([], isNamed: true).add(Self.item("c"))
    }
  }

  @Test("a rehearsal has the outcome of the call, and changes nothing")
  func rehearsal() throws {
    let world = try KeychainWorld()
    let service = try Self.service(world)
    var request = Request(adding: Self.item("a"))
    request.rehearsal = Request.Rehearsal()
    _ = try service.answer(request)
    #expect(throws: KeychainError(.itemNotFound, "")) {
      _ = try service.copyMatching(Self.query())
    }
    _ = try service.add(Self.item("a"))
    #expect(throws: KeychainError(.duplicateItem, "")) { _ = try service.answer(request) }
    #expect(try service.copyMatching(Self.query()).count == 1)
  }
}
