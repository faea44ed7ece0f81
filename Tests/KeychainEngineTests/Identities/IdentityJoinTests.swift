// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainTypes
import SecureMemory
import Testing

/// Compares the engine's join with a simple join that looks at every pair
/// (Specification/secitem.md, "Identities", "Status by operation when the class key is
/// unavailable").
@Suite("Identities: the join against a naive one")
struct IdentityJoinTests {
  /// An added certificate or key, as the test knows it.
  private struct Half {
    let itemClass: ItemClass
    let identifier: Identifier16
    let group: String
    let isSynchronizable: Bool
    let isClosable: Bool
    var attributes: AttributeSet

    /// The hash that joins the half to its other half, or nil if it has no hash.
    var hash: AttributeValue? {
      attributes[itemClass == .certificate ? .publicKeyHash : .applicationLabel]
    }

    /// Returns true if the attributes fulfil a predicate.
    ///
    /// A locked row shows only its columns.
    func holds(_ predicate: Predicate, isLocked: Bool) -> Bool {
      switch predicate.attribute {
      case .protection: predicate.value == .text(isClosable ? "ak" : "dk")
      case .canSign where isLocked, .keyClass where isLocked, .isPrivate where isLocked: true
      default: attributes[predicate.attribute] == predicate.value
      }
    }
  }

  /// A query with the group and lock state under which it is asked.
  private struct Question {
    var query = Query(.identity)
    var group: String?
    var isLocked = false

    /// Returns the halves of a class that the query chooses: by their columns, and by their other
    /// attributes if they are open.
    func chosen(_ itemClass: ItemClass, of halves: [Half]) -> [Half] {
      halves.filter { half in
        guard half.itemClass == itemClass, group.map({ $0 == half.group }) ?? true else {
          return false
        }
        let isLocked = isLocked && half.isClosable
        let own = query.predicates.filter { predicate in
          let isOfCertificate = [.label, .serialNumber, .publicKeyHash].contains(
            predicate.attribute)
          return isOfCertificate == (itemClass == .certificate)
        }
        guard own.allSatisfy({ half.holds($0, isLocked: isLocked) }) else { return false }
        return itemClass == .certificate ? isNamed(half) : isPrivate(half, isLocked: isLocked)
      }
    }

    private func isNamed(_ half: Half) -> Bool {
      query.references.isEmpty
        || query.references.contains(.identifier(.identity, half.identifier))
    }

    private func isPrivate(_ half: Half, isLocked: Bool) -> Bool {
      let isMeant =
        switch query.sync {
        case .any: true
        case .only(let flag): half.isSynchronizable == flag
        case .implied: !query.references.isEmpty || !half.isSynchronizable
        }
      return isMeant
        && [Attribute.keyClass, .isPrivate].allSatisfy {
          half.holds(Predicate($0, .number(1)), isLocked: isLocked)
        }
    }
  }

  private var random: SeededGenerator

  init() {
    random = SeededGenerator(seed: 1)
  }

  private static let caller = Caller(identifier: "app", groups: ["g1", "g2"])
  private static let hashes: [AttributeValue?] = [
    .bytes([1]), .bytes([2]), .bytes([3]), .bytes([4]), .bytes([1]), nil,
  ]

  private mutating func chance(_ share: UInt64) -> Bool { random.next() % 100 < share }

  private mutating func half(_ number: UInt8) -> NewItem {
    var item = NewItem(chance(50) ? .certificate : .key)
    let hash = random.pick(Self.hashes)
    if item.itemClass == .certificate {
      item.attributes[.serialNumber] = .bytes([number])
      item.attributes[.publicKeyHash] = hash
      item.attributes[.label] = .text(random.pick(["a", "b"]))
    } else {
      item.attributes[.applicationTag] = .bytes([number])
      item.attributes[.applicationLabel] = hash
      item.attributes[.keyClass] = .number(chance(85) ? 1 : 0)
      item.attributes[.isPrivate] = chance(85) ? .number(1) : nil
      item.attributes[.canSign] = .number(chance(50) ? 1 : 0)
    }
    item.isSynchronizable = chance(20)
    item.protectionName = chance(40) ? "ak" : "dk"
    item.secret = SecretBytes(copying: [number])
    return item
  }

  private mutating func halves(in session: Session) throws -> [Half] {
    try (1...14 as ClosedRange<UInt8>).map { number in
      let item = half(number)
      let group = random.pick(["g1", "g2"])
      let match = try unwrap(try session.add(item, group: .named(group)))
      return Half(
        itemClass: item.itemClass, identifier: match.identifier, group: group,
        isSynchronizable: item.isSynchronizable, isClosable: item.protectionName == "ak",
        attributes: item.attributes)
    }
  }

  private mutating func question(about halves: [Half]) -> Question {
    var question = Question()
    var predicates: [Predicate] = []
    if chance(30) { predicates.append(Predicate(.label, .text(random.pick(["a", "b"])))) }
    if chance(10) { predicates.append(Predicate(.publicKeyHash, .bytes([1]))) }
    if chance(10) { predicates.append(Predicate(.applicationLabel, .bytes([1]))) }
    if chance(15) { predicates.append(Predicate(.canSign, .number(1))) }
    if chance(15) { predicates.append(Predicate(.protection, .text(random.pick(["ak", "dk"])))) }
    if chance(10) {
      predicates.append(Predicate(.serialNumber, .bytes([UInt8(1 + random.next() % 14)])))
    }
    question.query = Query(
      .identity, predicates, limit: random.pick([.all, .all, .one, Limit(count: 2)]))
    question.query.returns = .attributes
    question.query.sync = random.pick([.implied, .any, .any, .only(true)])
    if chance(10) {
      question.query.references = [.identifier(.identity, random.pick(halves).identifier)]
    }
    question.group = random.pick([nil, nil, "g1"])
    return question
  }

  /// The certificate and key of an identity.
  private struct Pair: Hashable {
    let certificate: Identifier16
    let key: AttributeValue?
  }

  /// Compares an answer with all possible pairs.
  ///
  /// - Returns: the number of identities found.
  private func compare(_ question: Question, _ session: Session, _ halves: [Half]) throws -> Int {
    let certificates = question.chosen(.certificate, of: halves)
    let keys = question.chosen(.key, of: halves)
    let isClosed = { (half: Half) in question.isLocked && half.isClosable }
    var all: Set<Pair> = []
    var isHidden = false
    for certificate in certificates {
      for key in keys where key.hash != nil && key.hash == certificate.hash {
        guard !isClosed(certificate), !isClosed(key) else {
          isHidden = true
          continue
        }
        all.insert(Pair(certificate: certificate.identifier, key: key.attributes[.applicationTag]))
      }
    }
    // If both halves are locked, it is unknown whether they belong together.
    let isUnclear = certificates.contains(where: isClosed) && keys.contains(where: isClosed)
    let count = question.query.limit.count
    do {
      let group = question.group.map { RequestedGroup.named($0) } ?? .absent
      let found = try session.copyMatching(Reading(question.query, group: group)).map { match in
        Pair(certificate: match.identifier, key: match.attributes?[.applicationTag])
      }
      #expect(Set(found).count == found.count && all.isSuperset(of: found), "\(question.query)")
      #expect(found.count == min(all.count, count ?? .max), "\(question.query)")
      #expect(!isHidden || found.count == count, "\(question.query)")
      return found.count
    } catch {
      let isExpected =
        error.code == .itemNotFound
        ? all.isEmpty && !isHidden
        : error.code == .interactionNotAllowed && (isHidden || isUnclear)
      #expect(isExpected, "\(error.code) \(question.query)")
    }
    return 0
  }

  @Test("open and locked, by all conditions and limits")
  mutating func join() throws {
    var found = [false: 0, true: 0]
    for _ in 0..<12 {
      let locked = try LockedStore()
      let session = try locked.open(in: .unlocked).engine.session(as: Self.caller)
      let halves = try halves(in: session)
      for isLocked in [false, true] {
        if isLocked { try locked.put(session, in: .locked) }
        for _ in 0..<60 {
          var question = question(about: halves)
          question.isLocked = isLocked
          found[isLocked, default: 0] += try compare(question, session, halves)
        }
      }
    }
    // Sequences without matches would compare nothing.
    #expect(found[false] ?? 0 > 300 && found[true] ?? 0 > 60, "\(found)")
  }
}
