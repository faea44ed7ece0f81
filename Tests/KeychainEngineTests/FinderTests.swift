// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainTypes
import Testing

/// Tests which queries find which items, in cases that the tests of the four verbs do not cover.
@Suite("Finder")
struct FinderTests {
  private func query(_ references: PersistentReference...) -> Query {
    var query = Query(.genericPassword)
    query.references = references
    query.returns = .attributes
    return query
  }

  private func accounts(_ session: Session, _ query: Query) throws -> [AttributeValue?] {
    try session.copyMatching(query).map { $0.attributes?[.account] }
  }

  @Test("a row number of the old form names its row and no other, after it is gone too")
  func numbers() throws {
    let store = try TestStore()
    let session = try store.session("a")
    for account in ["1", "2", "3"] { _ = try session.add(password("s", account)) }
    #expect(try accounts(session, query(.row(.genericPassword, 2))) == [.text("2")])
    try session.delete(query(.row(.genericPassword, 2)))
    for number in [2, 0, -1, 4, Int64.min, Int64.max] {
      let gone = query(.row(.genericPassword, number))
      #expect(status { _ = try session.copyMatching(gone) } == -25300, "\(number)")
      #expect(status { try session.delete(gone) } == -25300, "\(number)")
    }
    #expect(try session.copyMatching(KeychainEngineTests.query("s")).count == 2)
  }

  @Test("references of both forms beside each other each name their own row")
  func bothForms() throws {
    let store = try TestStore()
    let session = try store.session("a")
    let matches = try ["1", "2", "3"].map { try #require(try session.add(password("s", $0))) }
    let mixed = query(
      .row(.genericPassword, 1), .identifier(.genericPassword, matches[2].identifier))
    #expect(try accounts(session, mixed) == [.text("1"), .text("3")])
  }

  // Specification/secitem.md, "Filters of SecItemCopyMatching".
  @Test("a server of bytes is no host, a server of the same text is one")
  func serverOfBytes() throws {
    let store = try TestStore()
    let session = try store.session("a")
    let servers: [AttributeValue] = [
      .bytes(Array("www.example".utf8)), .text("example"), .bytes(Array("example".utf8)),
    ]
    for (number, server) in servers.enumerated() {
      var item = NewItem(.internetPassword)
      item.attributes[.server] = server
      item.attributes[.account] = .text("\(number)")
      _ = try session.add(item)
    }
    var asked = Query(.internetPassword)
    (asked.host, asked.returns) = ("example", .attributes)
    #expect(try accounts(session, asked) == [.text("1")])
  }

  @Test("a limit counts answers: rows that are none are passed over, no other is", arguments: 1...4)
  func limitOverFilters(limit: Int) throws {
    let store = try TestStore()
    let session = try store.session("a")
    let invisible = [2, 3, 5, 8]
    for number in 1...9 {
      var item = password("s", "\(number)")
      item.attributes[.isInvisible] = .number(invisible.contains(number) ? 1 : 0)
      _ = try session.add(item)
    }
    var asked = Query(
      .genericPassword, [Predicate(.isInvisible, .number(1))], limit: Limit(count: limit))
    asked.returns = .attributes
    let expected = invisible.prefix(limit).map { AttributeValue.text("\($0)") }
    #expect(try accounts(session, asked) == expected)
  }

  @Test("a group that a program lists twice shows its items once")
  func repeatedGroup() throws {
    let store = try TestStore()
    let session = try store.session("a", "b", "a")
    _ = try session.add(password("s", "1"))
    #expect(try session.copyMatching(KeychainEngineTests.query("s")).count == 1)
    #expect(try session.copyMatching(Query(.genericPassword)).count == 1)
  }

  @Test("a limit counts rows that were left out to ask nobody, and none that are lost")
  func leftOut() throws {
    let store = try TestStore()
    let session = try store.session("a")
    var lost = password("s", "1")
    lost.accessControl = try AccessControl(protectionName: "ak", flags: .biometryCurrentSet)
    lost.accessControl?.explicitBound = true
    lost.accessControl?.boundGeneration = Identifier16(high: 1, low: 1)
    var constrained = password("s", "2")
    constrained.accessControl = try AccessControl(protectionName: "ak", flags: .userPresence)
    constrained.accessControl?.explicitBound = true
    for item in [lost, constrained, password("s", "3")] { _ = try session.add(item) }
    var facts = AuthenticationFacts()
    facts.biometry = .init(.touch, generation: .zero, enrolments: ["a"])
    var question = KeychainEngineTests.query("s", nil, .attributes)
    question.evidence = Evidence(facts: facts)
    question.interaction = .skip
    question.limit = .one
    #expect(status { _ = try session.copyMatching(question) } == -25300)
    question.limit = Limit(count: 2)
    #expect(try accounts(session, question) == [.text("3")])
  }

  @Test(
    "whether fingers are gone is asked before an item is left out, and before it is refused",
    arguments: [Interaction.skip, .fail])
  func openQuestion(_ interaction: Interaction) throws {
    let store = try TestStore()
    let session = try store.session("a")
    // The flags of an access control never make this rule: deleting needs biometrics as well (tag
    // 19; 17 is for decrypting).
    let rule = [1, AccessFactor.biometryCurrentSet.rawValue]
    let entries: [(UInt16, [UInt8])] = [
      (1, Array("ak".utf8)), (2, [1]), (4, Identifier16(high: 1, low: 1).bytes), (17, rule),
      (19, rule),
    ]
    var bound = password("s", "1")
    bound.accessControl = try AccessControl.decode(
      TaggedList(entries.map { TaggedList.Entry(tag: $0, bytes: $1) }).encode())
    for item in [bound, password("s", "2")] { _ = try session.add(item) }
    var facts = AuthenticationFacts()
    facts.knowsReader = false
    var question = KeychainEngineTests.query("s", nil, .attributes)
    question.interaction = interaction
    question.evidence = Evidence(facts: facts)
    let refusal = KeychainError.Code.authorizationRequired.rawValue
    #expect(status { _ = try session.copyMatching(question) } == refusal)
    #expect(status { try session.delete(Reading(question)) } == refusal)
    // With unchanged enrolments, the item is left out or refused, and kept.
    facts.knowsReader = true
    facts.biometry = .init(.touch, generation: Identifier16(high: 1, low: 1), enrolments: ["a"])
    question.evidence = Evidence(facts: facts)
    if interaction == .skip {
      #expect(try accounts(session, question) == [.text("2")])
    } else {
      #expect(status { _ = try session.copyMatching(question) } == -25308)
    }
    #expect(status { try session.delete(Reading(question)) } == -25308)
    // With other enrolments, the item is lost, and it can be deleted without a prompt.
    facts.biometry = .init(.touch, generation: Identifier16(high: 2, low: 2), enrolments: ["b"])
    question.evidence = Evidence(facts: facts)
    #expect(try accounts(session, question) == [.text("2")])
    #expect(status { try session.delete(Reading(question)) } == 0)
    question.evidence = nil
    #expect(status { _ = try session.copyMatching(question) } == -25300)
  }
}
