// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainRequests
import KeychainTypes
import Testing

/// Tests the trail of a call, both for answers and for refusals.
@Suite("trails") struct TrailTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let request: Request
    var groups = ["a", "b"]
    let step: Trail.Step
    var scope = Trail.Scope.none
    var way = Trail.Way.none
    var matched: UInt32 = 0

    init(
      _ description: String, _ request: Request, groups: [String] = ["a", "b"], _ step: Trail.Step,
      _ scope: Trail.Scope = .none, _ way: Trail.Way = .none, matched: UInt32 = 0
    ) {
      testDescription = description
      (self.request, self.groups, self.step) = (request, groups, step)
      (self.scope, self.way, self.matched) = (scope, way, matched)
    }
  }

  private static func pairs(_ pairs: (String, RequestValue)...) -> RequestPairs {
    var all = RequestPairs()
    for (key, value) in pairs { all.insert(Request.Pair(RequestKey(key), value)) }
    return all
  }

  private static func search(
    _ query: Query, in group: RequestedGroup = .absent
  ) -> Request { Request(.copyMatching, query, in: group) }

  private static var renaming: Request {
    var changes = Changes()
    changes.attributes[.account] = .text("two")
    return Request(updating: query("s", "one"), setting: changes)
  }

  private static var one: Query {
    var one = query("s", "one", .secret)
    one.limit = .one
    return one
  }

  private static var deletingOne: Request {
    let pairs = pairs(("class", .text("genp")), ("m_Limit", .text("m_LimitOne")))
    return Request(.delete, pairs, profile: .ios)
  }

  static let rows = [
    Row(
      "an object that excludes itself",
      Request(
        .add, pairs(("class", .text("genp")), ("issr", .boolean(true))), profile: .dataProtection),
      .request),
    Row("a caller without groups", search(query("s")), groups: [], .caller),
    Row(
      "no class", Request(.copyMatching, pairs(("svce", .text("s"))), profile: .dataProtection),
      .content),
    Row("a foreign group", search(query("s"), in: .named("c")), .group),
    Row("a key without meaning", deletingOne, .meaning, .own),
    Row("nothing found", search(query("nothing")), .store, .own, .search),
    Row(
      "one item by its names", search(one, in: .named("a")), .answered, .named, .point, matched: 1),
    Row(
      "attributes of one", search(query("s", "one", .attributes)), .answered, .own, .search,
      matched: 1),
    Row(
      "identities", search(Query(.identity)), .store, .own, .identities),
    Row("an add", Request(adding: password("s", "three")), .answered, .own, matched: 1),
    Row("a delete", Request(.delete, query("s", "one")), .answered, .own, .search, matched: 1),
    Row("a taken place", Request(adding: password("s", "one")), .place, .own),
    Row("a move to a taken place", renaming, .place, .own, .search, matched: 1),
  ]

  @Test("name the step, the groups and how rows were found", arguments: rows)
  func decided(_ row: Row) throws {
    let store = try TestStore()
    let engine = try store.open()
    let owner = engine.session(as: Caller(identifier: "app", groups: ["a", "b"]))
    for account in ["one", "two"] { _ = try owner.add(password("s", account, "x")) }
    let session = engine.session(as: Caller(identifier: "app", groups: row.groups))
    let trail: Trail?
    do throws(KeychainError) { trail = try session.answer(row.request).trail } catch {
      trail = error.trail
    }
    let left = try #require(trail)
    #expect(left.step == row.step)
    #expect(left.scope == row.scope)
    #expect(left.way == row.way)
    #expect(left.matched == row.matched)
    #expect((left.occupant != nil) == (row.step == .place))
    #expect((left.subject != nil) == (row.step == .place && row.request.verb == .update))
  }

  @Test("count what is deleted, and what of it is locked")
  func locked() throws {
    let store = try TestStore()
    let engine = try store.open()
    let caller = Caller(identifier: "app", groups: ["a"])
    for (account, protection) in [("one", "ak"), ("two", "ck"), ("three", "ak")] {
      var item = password("s", account, "x")
      item.protectionName = protection
      _ = try engine.session(as: caller).add(item)
    }
    let request = Request(.delete, query("s"))
    let locked = engine.testOnlyLocked(keeping: [.always, .afterFirstUnlock]).session(as: caller)
    var rehearsed = request
    rehearsed.rehearsal = Request.Rehearsal()
    for request in [rehearsed, request] {
      let trail = try locked.answer(request).trail
      #expect((trail.matched, trail.locked) == (3, 2))
    }
    #expect(throws: KeychainError(.itemNotFound, "")) { try locked.delete(query("s")) }
  }

  @Test("a rehearsal keeps nothing, and assumes what it is told")
  func rehearsed() throws {
    let store = try TestStore()
    let session = try store.session("a")
    var add = Request(adding: password("s", "one", "x"))
    add.rehearsal = Request.Rehearsal()
    #expect(try session.answer(add).trail.step == .answered)
    #expect(throws: KeychainError(.itemNotFound, "")) { try session.copyMatching(query("s")) }
    add.rehearsal = Request.Rehearsal(lock: .locked)
    #expect(throws: KeychainError(.interactionNotAllowed, "")) { try session.answer(add) }
  }

  @Test("is a value of a few words")
  func size() {
    func isPlain<Value: BitwiseCopyable>(_: Value.Type) -> Bool { true }
    #expect(isPlain(Trail.self))
    #expect(MemoryLayout<Trail>.size <= 64)
  }
}
