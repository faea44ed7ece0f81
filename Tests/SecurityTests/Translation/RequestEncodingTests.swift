// SPDX-License-Identifier: Apache-2.0
import KeychainRequests
import KeychainTypes
import SecureMemory
import Testing

/// Tests that requests, answers, refusals and trails survive encoding, and that other bytes are
/// refused.
@Suite("requests as bytes") struct RequestEncodingTests {
  /// Random numbers that repeat in each run.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
      return word ^ word >> 31
    }
  }

  private static func one<Choices: Collection>(
    of choices: Choices, _ numbers: inout Numbers
  ) -> Choices.Element {
    choices[
      choices.index(choices.startIndex, offsetBy: Int(numbers.next() % UInt64(choices.count)))]
  }

  private static let keys = [
    "class", "svce", "acct", "agrp", "sync", "pdmn", "accc", "labl", "m_Limit", "m_Issuers",
    "r_Data", "r_Attributes", "u_AuthUI", "u_AuthCtx", "v_Data", "v_Ref", "v_PersistentRef", "f",
    "unknown key",
  ]

  private static func value(_ numbers: inout Numbers, isInList: Bool = false) -> RequestValue {
    switch Int.random(in: 0..<(isInList ? 8 : 14), using: &numbers) {
    case 0: .text(["", "genp", "caf\u{e9}", "\u{0}"].randomElement(using: &numbers) ?? "")
    case 1: .bytes((0..<Int.random(in: 0..<40, using: &numbers)).map { UInt8($0) })
    case 2: .number(Int64.random(in: .min ... .max, using: &numbers))
    case 3: .real(Double(bitPattern: UInt64.random(in: 0 ... .max, using: &numbers)))
    case 4: .boolean(Bool.random(using: &numbers))
    case 5: .date(Instant(microseconds: Int64.random(in: .min ... .max, using: &numbers)))
    case 6: .uuid(Identifier16(high: numbers.next(), low: numbers.next()))
    case 7: .null
    case 8: .accessControl(.bare(.whenUnlocked))
    case 9: .secret(SecretBytes(copying: [1, 2, 3]))
    case 10: .list((0..<3).map { _ in value(&numbers, isInList: true) })
    case 11: .tooLarge(isText: Bool.random(using: &numbers))
    case 12: .refused(KeychainError(.parameter, "a reason", context: .attribute(.issuer)))
    default: .object
    }
  }

  private static func refusal(_ numbers: inout Numbers) -> KeychainError {
    let contexts: [KeychainError.Context?] = [
      nil, .attribute(.service), .itemClass(.key), .count(-1), .path("/a/b"), .seconds(5),
      .renewedKeys, .authentication(.biometryLockout), .part("page 5", of: "store.db"),
    ]
    var error = KeychainError(
      .init(rawValue: Int32.random(in: -70_000..<0, using: &numbers)),
      Bool.random(using: &numbers) ? "the passcode is wrong" : "a sentence of no table",
      context: contexts.randomElement(using: &numbers) ?? nil,
      advice: Bool.random(using: &numbers) ? "end these programs, or make the file writable" : "",
      cause: Bool.random(using: &numbers) ? .unknownKey : nil,
      lapse: Bool.random(using: &numbers) ? EvidenceLapse(age: 7, end: .lock) : nil)
    if Bool.random(using: &numbers) { error = error.about("svce", isChange: true) }
    if Bool.random(using: &numbers) { error = error.leaving(trail(&numbers)) }
    return error
  }

  private static func trail(_ numbers: inout Numbers) -> Trail {
    var trail = Trail()
    trail.step = one(of: [Trail.Step.request, .group, .store, .place, .answered], &numbers)
    trail.scope = one(of: [Trail.Scope.none, .own, .named, .all], &numbers)
    trail.way = one(of: [Trail.Way.none, .point, .search, .identities], &numbers)
    (trail.compared, trail.opened) = (3, 255)
    (trail.matched, trail.locked) = (UInt32.random(in: 0 ... .max, using: &numbers), 2)
    if Bool.random(using: &numbers) { trail.subject = .max }
    if Bool.random(using: &numbers) { trail.occupant = 1 }
    return trail
  }

  private static func pairs(_ numbers: inout Numbers) -> RequestPairs {
    var pairs = RequestPairs()
    for key in keys where Int.random(in: 0..<3, using: &numbers) == 0 {
      pairs.insert(Request.Pair(RequestKey(key), value(&numbers)))
    }
    if Int.random(in: 0..<5, using: &numbers) == 0 {
      pairs.insert(Request.Pair(RequestKey(isNumber: true), value(&numbers)))
    }
    return Int.random(in: 0..<20, using: &numbers) == 0 ? .tooMany : pairs
  }

  private static func request(_ seed: UInt64) -> Request {
    var numbers = Numbers(state: seed)
    let verbs: [Request.Verb] = [.add, .copyMatching, .update, .delete]
    let profiles: [Profile] = [.dataProtection, .ios, .quirks]
    var request = Request(
      one(of: verbs, &numbers), pairs(&numbers),
      profile: one(of: profiles, &numbers))
    if request.verb == .update { request.changes = pairs(&numbers) }
    if request.verb == .add {
      request.element = ElementKey(
        Bool.random(using: &numbers) ? .item(.zero) : .loose(SecretBytes(copying: [9])),
        point: [4] + Array(repeating: 7, count: 64), accessControl: .bare(.whenUnlocked))
    }
    if Bool.random(using: &numbers) {
      request.rehearsal = Request.Rehearsal(
        lock: Bool.random(using: &numbers) ? .locked : nil,
        hasNoPasscode: Bool.random(using: &numbers))
    }
    return request
  }

  @Test("a request comes back as it was", arguments: UInt64(0)..<400)
  func requests(_ seed: UInt64) throws {
    let encoded = try Self.request(seed).encoded()
    let again = try Request(decoding: encoded).encoded()
    #expect(again.body == encoded.body)
    #expect(again.secrets.count == encoded.secrets.count)
    #expect("\(encoded)".hasPrefix("Encoded("))
  }

  @Test("bytes that are changed are refused, or are another request's", arguments: UInt64(0)..<60)
  func changed(_ seed: UInt64) throws {
    var numbers = Numbers(state: seed)
    let encoded = try Self.request(seed).encoded()
    for _ in 0..<200 {
      var body = encoded.body
      switch Int.random(in: 0..<3, using: &numbers) {
      case 0:
        body[Self.one(of: body.indices, &numbers)] ^=
          1 << UInt8.random(in: 0..<8, using: &numbers)
      case 1: body.removeLast(Int.random(in: 1...body.count, using: &numbers))
      default: body.insert(0, at: Self.one(of: body.indices, &numbers))
      }
      let altered = Encoded(body: body, secrets: encoded.secrets)
      guard let request = try? Request(decoding: altered) else { continue }
      // Bytes that a newer version may add are skipped. The rest encodes as it was read.
      #expect(try request.encoded().body.count <= body.count)
    }
  }

  @Test("a key that comes twice, another order and a list in a list are refused")
  func forms() throws {
    func body(_ pairs: RequestPairs) throws -> Encoded {
      try Request(.copyMatching, pairs, profile: .ios).encoded()
    }
    var twice = RequestPairs()
    for text in ["a", "b"] {
      twice.append(Request.Pair(RequestKey("svce"), .text(text)))
    }
    var swapped = RequestPairs()
    for key in ["svce", "acct"] { swapped.append(Request.Pair(RequestKey(key), .null)) }
    for pairs in [twice, swapped] {
      let encoded = try body(pairs)
      #expect(throws: EncodingFailure.malformed) { try Request(decoding: encoded) }
    }
    var nested = RequestPairs()
    nested.append(Request.Pair(RequestKey("svce"), .list([.list([])])))
    #expect(throws: EncodingFailure.objectStays) { try body(nested) }
  }

  @Test("what no face can make is refused")
  func hostile() throws {
    // The bytes are valid apart from one value that no face can make.
    var withPath = RequestPairs()
    withPath.append(
      Request.Pair(RequestKey("v_Ref"), .refused(.init(.parameter, "x", context: .path("/etc")))))
    var withTrail = RequestPairs()
    withTrail.append(Request.Pair(RequestKey("v_Ref"), .refused(.parameter("x").leaving(Trail()))))
    for pairs in [withPath, withTrail] {
      let encoded = try Request(.add, pairs, profile: .ios).encoded()
      #expect(throws: EncodingFailure.malformed) { try Request(decoding: encoded) }
    }
    var changing = Request(.delete, RequestPairs(), profile: .ios)
    changing.changes.append(Request.Pair(RequestKey("svce"), .null))
    var keyed = Request(.copyMatching, RequestPairs(), profile: .ios)
    keyed.element = ElementKey(.item(.zero), point: [4], accessControl: .bare(.always))
    for request in [changing, keyed] {
      let encoded = try request.encoded()
      #expect(throws: EncodingFailure.malformed) { try Request(decoding: encoded) }
    }
    var trail = Trail()
    trail.occupant = .min
    #expect(throws: EncodingFailure.malformed) { try Trail(decoding: trail.encoded()) }
  }

  @Test("long keys may be cut to one text, and a dictionary with too many pairs has none")
  func borders() throws {
    var pairs = RequestPairs()
    let cut = String(repeating: "m", count: RequestKey.mostUnits)
    for _ in 0..<2 { pairs.append(Request.Pair(RequestKey(cut), .null)) }
    let encoded = try Request(.copyMatching, pairs, profile: .ios).encoded()
    #expect(try Request(decoding: encoded).pairs.all.count == 2)
    var many = RequestPairs()
    for number in 0...RequestPairs.most {
      many.insert(Request.Pair(RequestKey("m_\(number)"), .null))
    }
    let oversized = try Request(decoding: Request(.delete, many, profile: .ios).encoded())
    #expect(oversized.pairs.isOversized)
    let match = Match(.genericPassword, .zero)
    var query = Query(.genericPassword)
    query.limit = .all
    let largest = Answer(Array(repeating: match, count: 4_096), to: query)
    #expect(try Answer(decoding: largest.encoded()).matches.count == 4_096)
    let tooLarge = Answer(Array(repeating: match, count: 4_097), to: query)
    #expect(throws: EncodingFailure.tooMany) { try tooLarge.encoded() }
  }

  @Test("a secret that nobody names, or that is named twice, is refused")
  func secrets() throws {
    var pairs = RequestPairs()
    pairs.insert(Request.Pair(RequestKey("v_Data"), .secret(SecretBytes(copying: [1]))))
    let encoded = try Request(.add, pairs, profile: .ios).encoded()
    #expect(try Request(decoding: encoded).encoded().secrets == encoded.secrets)
    let spare = Encoded(body: encoded.body, secrets: encoded.secrets + encoded.secrets)
    let none = Encoded(body: encoded.body, secrets: [])
    for wrong in [spare, none] {
      #expect(throws: EncodingFailure.malformed) { try Request(decoding: wrong) }
    }
  }

  @Test("an answer comes back as it was", arguments: UInt64(0)..<100)
  func answers(_ seed: UInt64) throws {
    var numbers = Numbers(state: seed)
    var match = Match(.key, Identifier16(high: 1, low: seed))
    match.attributes = AttributeSet([.init(.service, .text("s")), .init(.label, .bytes([1]))])
    match.accessControl = .bare(.whenUnlocked)
    match.hasExplicitAccessControl = seed % 2 == 0
    match.secret = seed % 3 == 0 ? SecretBytes(copying: [7]) : nil
    match.element =
      seed % 5 == 0
      ? ElementKey(
        .item(.zero), point: [4] + Array(repeating: 7, count: 96), accessControl: .bare(.always))
      : nil
    match.certificate =
      seed % 7 == 0
      ? .init(content: SecretBytes(copying: [8]), token: .text("t")) : nil
    var query = Query(.key, [], limit: seed % 2 == 0 ? .one : .all)
    query.returns = .secret
    var answer = Answer([match, match], to: query)
    answer.trail = Self.trail(&numbers)
    let encoded = try answer.encoded()
    let back = try Answer(decoding: encoded)
    #expect(try back.encoded().body == encoded.body)
    #expect(back.trail == answer.trail)
    let refusal = Self.refusal(&numbers)
    let again = try KeychainError(decoding: refusal.encoded())
    #expect(again.encoded().body == refusal.encoded().body)
    #expect(again == refusal && again.trail == refusal.trail)
    let reason = "\(refusal.reason)"
    #expect(
      "\(again.reason)"
        == (reason.hasPrefix("the pass")
          ? reason : "the service refused for a reason that this version does not know"))
    #expect("\(again.advice)" == "\(refusal.advice)")
  }

  @Test("a query that is made a request and read is itself", arguments: UInt64(0)..<200)
  func typed(_ seed: UInt64) throws {
    var numbers = Numbers(state: seed)
    var query = Query(.genericPassword)
    for attribute in [Attribute.account, .label, .service]
    where Bool.random(using: &numbers) {
      query.predicates.append(Predicate(attribute, .text("v\(numbers.next() % 9)")))
    }
    query.sync = Self.one(of: [SyncScope.implied, .any, .only(true), .only(false)], &numbers)
    query.limit = Self.one(of: [Limit.one, .all, Limit(count: 3)], &numbers)
    query.returns = Returns(rawValue: UInt8.random(in: 0..<16, using: &numbers))
    query.interaction = Self.one(of: [Interaction.allow, .fail, .skip], &numbers)
    let group: RequestedGroup = Bool.random(using: &numbers) ? .named("g") : .absent
    let request = Request(.copyMatching, query, in: group)
    let reading = try RequestReader.query(request)
    #expect(reading.group == group)
    let again = Request(.copyMatching, try reading.outcome.get(), in: group)
    #expect(try again.encoded().body == request.encoded().body)
  }
}
