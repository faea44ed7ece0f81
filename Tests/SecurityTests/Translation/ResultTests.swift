// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory
import Security
import Testing

/// Tests of Specification/secitem.md, "Result shape by return keys" and "Results of Add", for
/// passwords, on matches that the test makes.
@Suite("Results")
struct ResultTests {
  /// The shape of a result: not written, nil, data, or a dictionary.
  ///
  /// A dictionary has these keys in addition to the attributes, or only these.
  enum Shape: Equatable, Sendable {
    case untouched, missing, data([UInt8])
    case attributes([String])
    case only([String])
    case null
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let keys: [String]
    let copied: Shape
    let added: Shape
    var testDescription: String { keys.isEmpty ? "nothing" : keys.joined(separator: " ") }
  }

  private static let secret: [UInt8] = [1, 2, 3]
  private static let reference = Array("genp".utf8) + [UInt8](repeating: 7, count: 16)
  private static let d = "r_Data"
  private static let a = "r_Attributes"
  private static let r = "r_Ref"
  private static let p = "r_PersistentRef"

  // swift-format-ignore
  static let rows: [Row] = [
    Row(keys: [],           copied: .untouched,        added: .untouched),
    Row(keys: [d],          copied: .data(secret),     added: .data(secret)),
    Row(keys: [a],          copied: .attributes([]),   added: .attributes([])),
    Row(keys: [r],          copied: .missing,          added: .missing),
    Row(keys: [p],          copied: .data(reference),  added: .data(reference)),
    Row(keys: [d, a],       copied: .attributes(["v_Data"]), added: .attributes(["v_Data"])),
    Row(keys: [d, p],       copied: .attributes(["v_Data", "v_PersistentRef"]), added: .only(["v_Data", "v_PersistentRef"])),
    Row(keys: [a, p],       copied: .attributes(["v_PersistentRef"]), added: .attributes(["v_PersistentRef"])),
    Row(keys: [d, a, p],    copied: .attributes(["v_Data", "v_PersistentRef"]), added: .attributes(["v_Data", "v_PersistentRef"])),
    Row(keys: [r, d],       copied: .attributes(["class", "v_Data"]), added: .attributes(["class", "v_Data"])),
    Row(keys: [r, a],       copied: .attributes(["class"]), added: .attributes(["class"])),
    Row(keys: [r, p],       copied: .attributes(["class", "v_PersistentRef"]), added: .attributes(["class", "v_PersistentRef"])),
    Row(keys: [r, d, a, p], copied: .attributes(["class", "v_Data", "v_PersistentRef"]), added: .attributes(["class", "v_Data", "v_PersistentRef"])),
  ]

  private func match(secret: [UInt8]? = ResultTests.secret) -> Match {
    var match = Match(.genericPassword, Identifier16(Array(Self.reference[4...])) ?? .zero)
    match.attributes = AttributeSet([
      .init(.account, .text("a")), .init(.service, .bytes([9])), .init(.creator, .number(5)),
      .init(.type, .real(1.5)), .init(.creationDate, .date(Instant(microseconds: 1_500_000))),
      .init(.synchronizable, .number(0)), .init(.uuid, .text("hidden")),
    ])
    match.accessControl = .bare(.whenUnlocked)
    match.secret = secret.map { SecretBytes(copying: $0) }
    return match
  }

  private func shape(of result: AnyObject?) -> Shape {
    switch result {
    case nil: return .missing
    case let text as NSString where text == Calls.untouched: return .untouched
    case let data as NSData: return .data([UInt8](data as Data))
    case is NSNull: return .null
    case let dictionary as NSDictionary:
      let keys = Set(dictionary.allKeys.compactMap { ($0 as? NSString).map { String($0) } })
      let attributes: Set = ["acct", "svce", "crtr", "type", "cdat", "sync", "accc"]
      let rest = keys.subtracting(attributes).sorted()
      let shown = keys.intersection(attributes)
      if shown.isEmpty { return .only(rest) }
      let whole = attributes.subtracting(shown).subtracting(["accc"]).isEmpty
      return whole ? .attributes(rest) : .only(keys.sorted())
    default: return .missing
    }
  }

  @Test("of CopyMatching", arguments: rows, [Profile.dataProtection, .ios, .quirks])
  func copy(_ row: Row, _ profile: Profile) throws {
    let service = RecordingService(matches: [match(), match()])
    var query: [String: Any] = ["class": "genp"]
    for key in row.keys { query[key] = true }
    let one = service.run(profile) { Calls.copy(query) }
    #expect(one.status == errSecSuccess)
    #expect(shape(of: one.result) == row.copied)
    for (limit, count) in [("m_LimitAll", 2), (2, 2)] as [(Any, Int)] {
      query["m_Limit"] = limit
      let many = service.run(profile) { Calls.copy(query) }
      let array = try #require(many.result as? NSArray)
      let isNothing = row.copied == .untouched || row.copied == .missing
      #expect(array.count == (isNothing ? 0 : count))
      for element in array { #expect(shape(of: element as AnyObject) == row.copied) }
    }
  }

  @Test("of Add", arguments: rows, [Profile.dataProtection, .ios, .quirks])
  func add(_ row: Row, _ profile: Profile) {
    let service = RecordingService(matches: [match()])
    var item: [String: Any] = ["class": "genp"]
    for key in row.keys { item[key] = true }
    let added = service.run(profile) { Calls.adding(item) }
    #expect(added.status == errSecSuccess)
    #expect(shape(of: added.result) == row.added)
  }

  @Test("hold values of Foundation's types")
  func types() throws {
    let service = RecordingService(matches: [match()])
    let result = service.run { Calls.copy(["class": "genp", "r_Attributes": true]) }.result
    let attributes = try #require(result as? [String: Any])
    #expect(attributes["acct"] as? String == "a")
    #expect(attributes["svce"] as? Data == Data([9]))
    #expect(attributes["crtr"] as? Int == 5)
    #expect(attributes["type"] as? Double == 1.5)
    #expect(attributes["cdat"] as? Date == Date(timeIntervalSinceReferenceDate: 1.5))
    #expect(CFGetTypeID(attributes["sync"] as AnyObject) == CFNumberGetTypeID())
    #expect(attributes["UUID"] == nil)
    let accessControl = try #require(attributes["accc"] as? SecAccessControl)
    #expect(accessControl.value == .bare(.whenUnlocked))
  }

  @Test("of an item without a secret")
  func noSecret() {
    let service = RecordingService(matches: [match(secret: nil)])
    let query: [String: Any] = ["class": "genp", "r_Data": true]
    let all = query.merging(["m_Limit": "m_LimitAll"]) { $1 }
    for profile in [Profile.dataProtection, .ios] {
      service.run(profile) {
        #expect(shape(of: Calls.copy(query).result) == .data([]))
        #expect((Calls.copy(all).result as? NSArray)?.count == 1)
        #expect(shape(of: Calls.adding(query).result) == .data([]))
      }
    }
    service.run(.quirks) {
      #expect(shape(of: Calls.copy(query).result) == .missing)
      #expect((Calls.copy(all).result as? NSArray)?.count == 0)
      #expect(shape(of: Calls.adding(query).result) == .null)
    }
  }

  @Test("after a failure: nil by the rules of macOS, untouched by those of iOS")
  func failure() {
    let service = RecordingService()
    let query: [String: Any] = ["class": "genp", "r_Data": true]
    #expect(shape(of: service.run(.dataProtection) { Calls.copy(query) }.result) == .missing)
    #expect(shape(of: service.run(.ios) { Calls.copy(query) }.result) == .untouched)
    #expect(shape(of: service.run(.quirks) { Calls.copy(query) }.result) == .untouched)
  }

  @Test("may be thrown away")
  func noPointer() {
    let service = RecordingService(matches: [match()])
    let query: [String: Any] = ["class": "genp", "r_Data": true, "r_Attributes": true]
    #expect(service.run { Calls.find(query) } == errSecSuccess)
    #expect(service.run { Calls.add(query) } == errSecSuccess)
  }

  @Test("that need evidence again and again: after twenty rounds the call gives up")
  func evidence() {
    let service = DemandingService()
    let installation = Installation(service: service)
    let found = CurrentInstallation.$scoped.withValue(installation) {
      Calls.find(["class": "genp"])
    }
    #expect(found == errSecAuthFailed && service.rounds.withLock { $0 } == 20)
  }
}
