// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainStorage
import KeychainTypes
import Testing

/// Compares the direct look-up of one item with the general search.
///
/// The general search has the same query, by a caller with one more group that has no items.
@Suite("copy of one item by its names")
struct PointQueryTests {
  private struct Answer: Equatable {
    var status: Int32 = 0
    var item: Identifier16?
    var secret: String?
    var attributes: Int?
  }

  private static let services: [AttributeValue] = [
    .text("s"), .text("t"), .text(""), .bytes(Array("s".utf8)),
  ]
  private static let accounts: [AttributeValue] = ["a", "b", "c", ""].map { .text($0) }
  private static let returns: [Returns] = [
    .secret, [], .persistentReference, .attributes, [.secret, .attributes],
    [.secret, .persistentReference],
  ]

  /// No evidence, the facts alone, and the passcode.
  private static let evidence: [Evidence?] = {
    var facts = AuthenticationFacts()
    facts.hasPasscode = true
    var bag = EvidenceBag()
    bag.add([Proof(.passcode, at: facts)])
    return [nil, Evidence(facts: facts), Evidence(facts: facts, bag: bag)]
  }()

  private func answer(
    _ engine: Engine, _ query: Query, in group: String, general: Bool, _ profile: Profile
  ) -> Answer {
    let caller = Caller(identifier: "app", groups: general ? [group, "nobody's"] : [group])
    do throws(KeychainError) {
      let found = try engine.session(as: caller).copyMatching(Reading(query, profile: profile))
      guard found.count == 1, let match = found.first else { return Answer(status: -1) }
      return Answer(
        item: match.identifier, secret: match.secret?.text, attributes: match.attributes?.count)
    } catch {
      return Answer(status: error.code.rawValue)
    }
  }

  /// Asks every query in both ways, compares the answers, and counts their statuses.
  private func compare(
    _ engine: Engine, _ statuses: inout [Int32: Int], _ what: Comment
  ) {
    for group in ["one", "two"] {
      for service in Self.services {
        for account in Self.accounts {
          for sync in [SyncScope.implied, .only(false), .only(true), .any] {
            for returns in Self.returns {
              var query = Query(
                .genericPassword, [Predicate(.service, service), Predicate(.account, account)],
                limit: .one)
              (query.sync, query.returns) = (sync, returns)
              query.evidence = Self.evidence.randomElement() ?? nil
              let profile: Profile = returns.contains(.secret) ? .dataProtection : .quirks
              let point = answer(engine, query, in: group, general: false, profile)
              let general = answer(engine, query, in: group, general: true, profile)
              #expect(point == general, what)
              statuses[point.status, default: 0] += 1
            }
          }
        }
      }
    }
  }

  /// A store in which several items have one service and account, and some need evidence.
  private func filled(_ random: inout SystemRandomNumberGenerator) throws -> TestStore {
    let store = try TestStore()
    let engine = try store.open()
    for group in ["one", "two"] {
      let session = engine.session(as: Caller(identifier: "app", groups: [group]))
      for _ in 0..<40 {
        var item = password("", "", Bool.random() ? "secret \(Int.random(in: 0..<999))" : nil)
        item.attributes[.service] = Self.services.randomElement(using: &random)
        item.attributes[.account] = Self.accounts.randomElement(using: &random)
        if Int.random(in: 0..<3) == 0 { item.attributes[.viewHint] = .text("view") }
        item.isSynchronizable = Bool.random()
        if !item.isSynchronizable {
          item.protectionName = ["ak", "dk", "cku"].randomElement(using: &random)
          if Int.random(in: 0..<8) == 0 {
            item.accessControl = try AccessControl(
              protectionName: item.protectionName ?? "ak", flags: .userPresence)
            item.accessControl?.explicitBound = true
            item.protectionName = nil
          }
        }
        _ = try? session.add(item)
      }
      try? session.delete(query("t", "a", sync: .any))
    }
    return store
  }

  @Test("is answered as the general way answers: whole, locked, damaged, in a rotation")
  func sameAnswers() throws {
    var random = SystemRandomNumberGenerator()
    var statuses: [Int32: Int] = [:]
    for _ in 0..<2 {
      let store = try filled(&random)
      do {
        let engine = try store.open()
        compare(engine, &statuses, "whole")
        let locked = engine.testOnlyLocked(keeping: [.always])
        compare(locked, &statuses, "locked")
      }
      try damage(store)
      let engine = try store.open()
      compare(engine, &statuses, "damaged")
      let locked = engine.testOnlyLocked(keeping: [.always])
      _ = try locked.session(as: Caller(identifier: "app", groups: ["one"])).rotateKeys()
      #expect(try !engine.store.keyEpochs().isSettled)
      compare(engine, &statuses, "in a rotation")
    }
    // The comparison covers every kind of answer only if each of these statuses occurred.
    #expect(Set(statuses.keys) == [0, -25300, -25308, -25330, -26275])
  }

  /// Changes a third of the rows without breaking the page sums, each row in one of the known ways.
  private func damage(_ store: TestStore) throws {
    let changes = [
      "meta = zeroblob(length(meta))", "secret = zeroblob(length(secret))", "secret = NULL",
      "secret = x''", "uuid = randomblob(16)", "uuid = x'00'", "persistref = randomblob(16)",
      "revision = revision + 1", "write = write + 1", "prot = 8", "prot = 99", "form = 2",
      "form = 9", "keyepoch = keyepoch + 1", "slot = randomblob(16)", "tomb = 1", "sync = 1 - sync",
      "d_svce = (SELECT d_svce FROM genp ORDER BY id LIMIT 1)",
      "d_agrp = (SELECT d_agrp FROM genp ORDER BY id LIMIT 1)", "d_acct = randomblob(16)",
    ]
    let connection = try Connection(store.directory + "/store.db")
    for (number, change) in changes.enumerated() {
      try connection.execute("UPDATE genp SET \(change) WHERE id % 60 = \(number * 3)")
    }
  }

  @Test("the first of several that answer to the names is the one")
  func firstOfSeveral() throws {
    let store = try TestStore()
    let session = try store.session("one")
    var hinted = password("s", "a", "first")
    hinted.attributes[.viewHint] = .text("view")
    _ = try session.add(hinted)
    _ = try session.add(password("s", "a", "second"))
    var asked = query("s", "a", .secret)
    asked.limit = .one
    #expect(try session.copyMatching(asked).map { $0.secret?.text } == ["first"])
  }

  @Test("of several groups of a caller each is asked: none stands for the others")
  func severalGroups() throws {
    let store = try TestStore()
    _ = try store.session("two").add(password("s", "a", "second group's"))
    var asked = query("s", "a", .secret)
    asked.limit = .one
    for groups in [["one", "two"], ["two", "one"]] {
      let caller = Caller(identifier: "app", groups: groups)
      let found = try store.open().session(as: caller).copyMatching(asked)
      #expect(found.map { $0.secret?.text } == ["second group's"], "\(groups)")
    }
  }

  @Test("conditions beside the names hold too: host, reference, what may be absent, tombstones")
  func besideNames() throws {
    let store = try TestStore()
    let session = try store.session("one")
    var item = NewItem(.internetPassword)
    item.attributes[.server] = .text("www.example")
    item.attributes[.account] = .text("a")
    item.attributes[.label] = .text("label")
    _ = try session.add(item)
    var named = Query(.internetPassword, [Predicate(.account, .text("a"))], limit: .one)
    #expect(try session.copyMatching(named).count == 1)
    named.host = "example"
    #expect(try session.copyMatching(named).count == 1)
    named.host = "other"
    #expect(status { _ = try session.copyMatching(named) } == -25300)
    (named.host, named.references) = (nil, [.row(.internetPassword, 99)])
    #expect(status { _ = try session.copyMatching(named) } == -25300)
    (named.references, named.tombstones) = ([], true)
    #expect(status { _ = try session.copyMatching(named) } == -25300)
    for (label, found) in [("label", 0), ("other", -25300), ("", -25300)] as [(String, Int32)] {
      let both = [Predicate(.label, .text(label)), Predicate(.account, .text("a"))]
      let query = Query(.internetPassword, both, limit: .one)
      #expect(status { _ = try session.copyMatching(query) } == found, "\(label)")
    }
  }

  @Test("a row with the digests of another is damaged, and the other one's secret does not come")
  func exchangedDigests() throws {
    let store = try TestStore()
    try store.session("one").addAll([password("s", "a", "1"), password("s", "b", "2")])
    do {
      let connection = try Connection(store.directory + "/store.db")
      try connection.execute("UPDATE genp SET d_acct = (SELECT d_acct FROM genp WHERE id = 2)")
    }
    let session = try store.session("one")
    var asked = query("s", "b", .secret)
    asked.limit = .one
    #expect(try session.copyMatching(asked).map { $0.secret?.text } == ["2"])
    asked = query("s", "a", .secret)
    asked.limit = .one
    // The search by its primary key still reaches the row, and reports that it was edited.
    #expect(status { _ = try session.copyMatching(asked) } == -26275)
    try session.delete(query("s", "b"))
  }
}

extension Session {
  fileprivate func addAll(_ items: [NewItem]) throws { for item in items { _ = try add(item) } }
}
