// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainTypes
import SecureMemory
import Testing

/// Tests the four verbs on a real store.
struct VerbTests {
  @Test("a new store has its files, and only they stay")
  func files() throws {
    let store = try TestStore()
    _ = try store.session("a").add(password("s", "u", "x"))
    let names = try store.names()
    #expect(names.allSatisfy { [.part, .passing].contains(StoreFiles.role(of: $0)) }, "\(names)")
    #expect(
      names.filter { StoreFiles.role(of: $0) == .part }
        == ["device.key", "keybag", "keybag.copy", "lock", "store.db", "store.db-mark"])
  }

  @Test("what was added is found, also after reopening")
  func addAndFind() throws {
    let store = try TestStore()
    let added = try #require(try store.session("a").add(password("s", "u", "secret")))
    let match = try #require(
      try store.session("a").copyMatching(query("s", "u", [.secret, .attributes])).first)
    #expect(match.secret?.text == "secret")
    #expect(match.attributes?[.account] == .text("u"))
    #expect(match.attributes?[.accessGroup] == .text("a"))
    #expect(match.attributes?[.protection] == .text("ak"))
    #expect(match.attributes?[.synchronizable] == .number(0))
    #expect(match.identifier == added.identifier)
  }

  @Test("a second item with the primary key is refused and changes nothing")
  func duplicate() throws {
    let store = try TestStore()
    let session = try store.session("a")
    _ = try session.add(password("s", "u", "one"))
    #expect(status { _ = try session.add(password("s", "u", "two")) } == -25299)
    #expect(try session.copyMatching(query("s", "u", .secret)).first?.secret?.text == "one")
  }

  @Test("update changes all matches and keeps the persistent reference; mdat rises, cdat stays")
  func update() throws {
    let store = try TestStore()
    let session = try store.session("a")
    for account in ["1", "2", "3"] { _ = try session.add(password("s", account, "old")) }
    let before = try session.copyMatching(query("s", nil, .attributes))
    var changes = Changes()
    changes.attributes[.label] = .text("new")
    changes.secret = SecretBytes(copying: Array("new".utf8))
    try session.update(query("s"), setting: changes)
    let after = try session.copyMatching(query("s", nil, [.attributes, .secret]))
    #expect(after.map(\.identifier) == before.map(\.identifier))
    for (old, new) in zip(before, after) {
      #expect(new.secret?.text == "new")
      #expect(new.attributes?[.label] == .text("new"))
      #expect(new.attributes?[.creationDate] == old.attributes?[.creationDate])
      #expect(new.attributes?[.modificationDate] != old.attributes?[.modificationDate])
    }
  }

  @Test("a rename onto another item is refused as a whole")
  func collision() throws {
    let store = try TestStore()
    let session = try store.session("a")
    _ = try session.add(password("s", "b", "1"))
    _ = try session.add(password("s", "c", "2"))
    var changes = Changes()
    changes.attributes[.account] = .text("b")
    #expect(status { try session.update(query("s", "c"), setting: changes) } == -25299)
    changes.attributes[.account] = .text("d")
    #expect(status { try session.update(query("s"), setting: changes) } == -25299)
    #expect(try session.copyMatching(query("s")).count == 2)
  }

  @Test("delete removes every match; nothing left is not found")
  func delete() throws {
    let store = try TestStore()
    let session = try store.session("a")
    for account in ["1", "2"] { _ = try session.add(password("s", account)) }
    try session.delete(query("s"))
    #expect(status { _ = try session.copyMatching(query("s")) } == -25300)
    #expect(status { try session.delete(query("s")) } == -25300)
  }

  @Test("a deleted synchronizable item leaves a tombstone; adding it again keeps the reference")
  func tombstone() throws {
    let store = try TestStore()
    let session = try store.session("a")
    let first = try #require(try session.add(password("s", "u", "x", sync: true)))
    try session.delete(query("s", sync: .any))
    var tombs = query("s", nil, [.attributes, .secret], sync: .only(true))
    tombs.tombstones = true
    let tomb = try #require(try session.copyMatching(tombs).first)
    #expect(tomb.secret == nil)
    #expect(tomb.attributes?[.account] == .text("u"))
    let second = try #require(try session.add(password("s", "u", "y", sync: true)))
    #expect(second.identifier == first.identifier)
  }

  @Test("limits: one, a number, none; a limit counts answers")
  func limits() throws {
    let store = try TestStore()
    let session = try store.session("a")
    for account in ["1", "2", "3"] { _ = try session.add(password("s", account, account)) }
    var query = query("s", nil, .secret)
    query.limit = .one
    #expect(try session.copyMatching(query).map { $0.secret?.text } == ["1"])
    query.limit = Limit(count: 2)
    #expect(try session.copyMatching(query).count == 2)
    query.limit = Limit(count: 0)
    #expect(status { _ = try session.copyMatching(query) } == -25300)
  }

  @Test("groups keep items apart; the tool sees all")
  func groups() throws {
    let store = try TestStore()
    let one = try store.session("a")
    let two = try store.session("b")
    _ = try one.add(password("s", "u", "in a"))
    _ = try two.add(password("s", "u", "in b"))
    #expect(try one.copyMatching(query("s", nil, .secret)).map { $0.secret?.text } == ["in a"])
    #expect(try two.copyMatching(query("s", nil, .secret)).map { $0.secret?.text } == ["in b"])
    let tool = try store.session("tool", tool: true)
    #expect(try tool.copyMatching(query("s")).count == 2)
  }

  @Test("check finds a store clean that only the engine has written")
  func check() throws {
    let store = try TestStore()
    let session = try store.session("a")
    for account in ["1", "2", "3"] { _ = try session.add(password("s", account, account)) }
    _ = try session.add(password("s", "4", "x", sync: true))
    var changes = Changes()
    changes.attributes[.account] = .text("5")
    try session.update(query("s", "4", sync: .any), setting: changes)
    try session.delete(query("s", "1"))
    let report = try session.check()
    #expect(report.findings == [])
    #expect(report.rowsOpened == 4)
    #expect(report.tombstones == 1)
  }

  @Test("an update of nothing but the date: mdat rises")
  func emptyUpdate() throws {
    let store = try TestStore()
    let session = try store.session("a")
    _ = try session.add(password("s", "u", "x"))
    let before = try session.copyMatching(query("s", nil, .attributes))[0].attributes
    try session.update(query("s"), setting: Changes())
    let after = try session.copyMatching(query("s", nil, .attributes))[0].attributes
    #expect(before?[.modificationDate] != after?[.modificationDate])
  }
}
