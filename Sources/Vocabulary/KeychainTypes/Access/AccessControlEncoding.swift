// SPDX-License-Identifier: Apache-2.0

/// The bytes in which an access control is stored with an item: a list of values, each with a
/// number (its tag). Equal access controls have equal bytes.
///
/// Documentation/Formats/canonical.md describes the encoding, with test vectors. Only Latchkey
/// reads and writes the encoding.
extension AccessControl {
  private enum Tag {
    static let protection: UInt16 = 1
    static let bound: UInt16 = 2
    static let password: UInt16 = 3
    static let generation: UInt16 = 4
    /// The tag (number in the encoding) of the default rule, which applies to operations without a
    /// separate rule.
    ///
    /// The tag of the rule for an operation is this tag plus the operation's number.
    static let standard: UInt16 = 16
    static let operations = standard + 1...standard + 15
  }

  /// Returns the bytes in which the access control is stored with an item.
  package func encode() -> [UInt8] {
    var entries = unknown
    entries.append(TaggedList.Entry(tag: Tag.protection, bytes: Array(protectionName.utf8)))
    if let explicitBound {
      entries.append(TaggedList.Entry(tag: Tag.bound, bytes: [explicitBound ? 1 : 0]))
    }
    if let boundGeneration {
      entries.append(TaggedList.Entry(tag: Tag.generation, bytes: boundGeneration.bytes))
    }
    if let constraints {
      if constraints.requiresPassword {
        entries.append(TaggedList.Entry(tag: Tag.password, bytes: [1]))
      }
      if let rule = constraints.standard {
        entries.append(TaggedList.Entry(tag: Tag.standard, bytes: rule.encode()))
      }
      for operation in constraints.rules.operations {
        guard let rule = constraints.rules[operation] else { continue }
        let tag = Tag.standard + UInt16(operation.number)
        entries.append(TaggedList.Entry(tag: tag, bytes: rule.encode()))
      }
    }
    return TaggedList(entries).encode()
  }

  /// Reads an access control that `encode` wrote; nil for any other bytes.
  package init?(decoding bytes: [UInt8]) {
    self.init(decoding: bytes.span)
  }

  /// Reads an access control that `encode` wrote; nil for any other bytes.
  ///
  /// The bytes are read without a copy, because every look at a constrained item decodes its access
  /// control.
  init?(decoding bytes: Span<UInt8>) {
    guard let value = try? AccessControl.read(bytes) else { return nil }
    self = value
  }

  /// Reads an access control that `encode` wrote.
  ///
  /// - Throws: `decode` (-26275) for every other byte string. Examples are a string that was cut
  ///   off, bytes after the end, and a value of another type. Further examples are a rule that
  ///   requires more factors than it lists, and an unknown tag whose critical bit is set.
  package static func decode(_ bytes: [UInt8]) throws(KeychainError) -> AccessControl {
    guard let value = AccessControl(decoding: bytes) else {
      throw KeychainError(.decode, "the stored access control is damaged")
    }
    return value
  }

  private static func read(
    _ bytes: Span<UInt8>
  ) throws(TaggedList.Failure) -> AccessControl? {
    var walk = try TaggedList.Walk(bytes)
    var protectionName: String?
    var bound: Bool?
    var generation: Identifier16?
    var requiresPassword = false
    var standard: Rule?
    var rules = Rules()
    var unknown: [TaggedList.Entry] = []
    while let place = try walk.next(bytes) {
      let content = bytes.extracting(place.range)
      switch place.tag {
      case Tag.protection:
        protectionName = String(validating: content.array, as: UTF8.self)
      case Tag.bound:
        guard content.count == 1, content[0] <= 1 else { return nil }
        bound = content[0] == 1
      case Tag.password:
        guard content.count == 1, content[0] == 1 else { return nil }
        requiresPassword = true
      case Tag.generation:
        generation = Identifier16(content)
        guard generation != nil else { return nil }
      case Tag.standard:
        guard let rule = Rule(decoding: content) else { return nil }
        standard = rule
      case Tag.operations:
        guard let operation = ConstrainedOperation(number: UInt8(place.tag - Tag.standard)),
          let rule = Rule(decoding: content)
        else { return nil }
        rules[operation] = rule
      default:
        guard place.tag & TaggedList.criticalBit == 0 else { return nil }
        unknown.append(TaggedList.Entry(tag: place.tag, bytes: content.array))
      }
    }
    guard let protectionName, Protection.isKnownName(protectionName) else { return nil }
    let hasEntries = standard != nil || !rules.isEmpty
    guard hasEntries || !requiresPassword else { return nil }
    return AccessControl(
      protectionName: protectionName,
      constraints: hasEntries
        ? Constraints(rules: rules, standard: standard, requiresPassword: requiresPassword) : nil,
      explicitBound: bound, boundGeneration: generation, unknown: unknown)
  }
}

extension AccessControl.Rule {
  /// Returns the encoded rule: the byte 0 for `allowed`; otherwise the number of required factors
  /// and then the numbers of the factors, in ascending order.
  fileprivate func encode() -> [UInt8] {
    switch self {
    case .allowed: [0]
    case .requires(let count, let factors): [UInt8(count)] + factors.map(\.rawValue)
    }
  }

  fileprivate init?(decoding bytes: Span<UInt8>) {
    guard bytes.count > 0 else { return nil }
    let count = Int(bytes[0])
    guard bytes.count > 1 || count != 0 else {
      self = .allowed
      return
    }
    var factors: AccessFactors = []
    var last: UInt8 = 0
    for place in 1..<bytes.count {
      guard bytes[place] > last, let factor = AccessFactor(rawValue: bytes[place]) else {
        return nil
      }
      last = bytes[place]
      factors.insert(factor)
    }
    guard count >= 1, count <= factors.count else { return nil }
    self = .requires(count: count, of: factors)
  }
}

extension ConstrainedOperation {
  /// The number of the operation in the stored encoding; a number is never reused.
  var number: UInt8 {
    switch self {
    case .decrypt: 1
    case .encrypt: 2
    case .delete: 3
    case .sign: 4
    case .computeKey: 5
    case .decapsulate: 6
    case .attest: 7
    }
  }

  fileprivate init?(number: UInt8) {
    switch number {
    case 1: self = .decrypt
    case 2: self = .encrypt
    case 3: self = .delete
    case 4: self = .sign
    case 5: self = .computeKey
    case 6: self = .decapsulate
    case 7: self = .attest
    default: return nil
    }
  }
}
