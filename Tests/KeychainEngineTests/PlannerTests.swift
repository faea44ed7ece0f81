// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes
import Testing

/// Tests the plans that queries become.
struct PlannerTests {
  /// A stand-in for the keyed digest, whose results differ for different classes, attributes and
  /// bytes.
  static let planner = Planner { itemClass, attribute, bytes in
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    hash = (hash ^ UInt64(itemClass.number)) &* 0x100_0000_01B3
    for place in bytes.indices { hash = (hash ^ UInt64(bytes[place])) &* 0x100_0000_01B3 }
    return Digest(high: UInt64(attribute.rawValue), low: hash)
  }

  static func plan(
    _ itemClass: ItemClass, _ predicates: [Predicate], in scope: Scope = .groups(["g"]),
    _ change: (inout Query) -> Void = { _ in }
  ) throws -> Plan {
    var query = Query(itemClass, predicates)
    change(&query)
    return try planner.plan(query, within: scope, reading: [])
  }

  @Test("digested attributes go to the store and are compared again on the opened row")
  func digested() throws {
    let plan = try Self.plan(
      .genericPassword,
      [Predicate(.service, .text("s")), Predicate(.account, .bytes([0x61]))])
    #expect(plan.store.terms.map(\.attribute) == [.account, .service])
    #expect(plan.compared.map(\.row.attribute) == [.account, .service])
    #expect(plan.residual.isEmpty)
    let same = try Self.plan(.genericPassword, [Predicate(.account, .text("a"))])
    #expect(same.store.terms[0] == plan.store.terms[0], "text and data are one key")
  }

  @Test("booleans and small enumerations are decided on the opened row")
  func residual() throws {
    let plan = try Self.plan(
      .key, [Predicate(.canSign, .number(1)), Predicate(.keyClass, .number(1))]
    ) {
      $0.limit = .one
    }
    #expect(plan.store.terms.isEmpty)
    #expect(plan.residual.map(\.row.attribute) == [.keyClass, .canSign])
  }

  @Test("an empty value of a nullable key attribute means absent")
  func emptyMeansAbsent() throws {
    let plan = try Self.plan(.genericPassword, [Predicate(.viewHint, .text(""))])
    #expect(plan.store.terms.isEmpty)
    #expect(plan.residual.map(\.row.attribute) == [.viewHint])
    let account = try Self.plan(.genericPassword, [Predicate(.account, .text(""))])
    #expect(account.store.terms.count == 1, "a required attribute has a digest when empty")
  }

  @Test("implied conditions are there, with their reasons")
  func implied() throws {
    let plan = try Self.plan(.genericPassword, [])
    #expect(plan.store.isSynchronizable == false)
    #expect(plan.store.rows == .live)
    #expect(plan.reasons.contains(.impliedLocalOnly))
    #expect(plan.reasons.contains(.impliedLiveOnly))
    #expect(plan.reasons.contains(.impliedGroups(1)))
    let any = try Self.plan(.genericPassword, []) {
      $0.sync = .any; $0.tombstones = true
    }
    #expect(any.store.isSynchronizable == nil)
    #expect(any.store.rows == .tombstones)
    let only = try Self.plan(.genericPassword, []) { $0.sync = .only(true) }
    #expect(only.store.isSynchronizable == true)
    #expect(try Self.plan(.genericPassword, [], in: .all).store.groups == nil)
  }

  @Test("a persistent reference lifts the restriction to local items")
  func references() throws {
    let identifier = Identifier16(high: 3, low: 4)
    let plan = try Self.plan(.genericPassword, []) {
      $0.references = [.identifier(.genericPassword, identifier), .row(.genericPassword, 7)]
    }
    #expect(plan.store.references == [identifier])
    #expect(plan.numbers == [7])
    #expect(plan.questions.count == 2)
    #expect(plan.store.isSynchronizable == nil)
    let token = try Self.plan(.genericPassword, []) { $0.references = [.token] }
    #expect(token.matchesNothing)
  }

  @Test("protection is a clear column; class F matches nothing")
  func protection() throws {
    let plan = try Self.plan(.certificate, [Predicate(.protection, .text("cku"))])
    #expect(plan.protection == .afterFirstUnlockThisDeviceOnly)
    #expect(try Self.plan(.certificate, [Predicate(.protection, .text("f"))]).matchesNothing)
  }

  @Test("a plan's description names attributes and shows no value")
  func description() throws {
    let plan = try Self.plan(.genericPassword, [Predicate(.service, .text("canary"))])
    #expect(plan.description.contains("svce"))
    #expect(!plan.description.contains("canary"))
  }
}
