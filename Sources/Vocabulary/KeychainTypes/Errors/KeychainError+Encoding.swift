// SPDX-License-Identifier: Apache-2.0

/// The encoding of the error with which a service refuses a call, so that another process can read
/// it (Documentation/Formats/requests.md).
///
/// The challenge (the demand for proofs by the user) is not encoded. Another process could not
/// answer it, because the user's proofs are never sent between processes. The reason and the advice
/// are encoded as the numbers of their sentences (`ReasonTable`).
extension KeychainError {
  private enum Tag {
    static let code: UInt16 = 1
    static let reason: UInt16 = 2
    static let context: UInt16 = 3
    static let advice: UInt16 = 4
    static let cause: UInt16 = 5
    static let pair: UInt16 = 6
    static let lapse: UInt16 = 7
    static let trail: UInt16 = 10
    static let key: UInt16 = 1
    static let isChange: UInt16 = 2
  }

  /// The reason of a decoded error if this version has no sentence with the encoded number.
  private static let unknownReason: StaticString =
    "the service refused for a reason that this version does not know"

  package func encoded() -> Encoded {
    var writer = RecordWriter()
    write(to: &writer)
    return Encoded(body: writer.bytes, secrets: [])
  }

  package init(decoding encoded: Encoded) throws(EncodingFailure) {
    var reader = try RecordReader(encoded.body, encoded.secrets)
    try self.init(from: &reader)
    try reader.endWhole()
  }

  func write(to writer: inout RecordWriter) {
    writer.put(Tag.code, number: code.rawValue)
    if let number = ReasonTable.number(of: reason) { writer.put(Tag.reason, number: number) }
    if let context { writer.put(Tag.context, context.encoded) }
    if let number = ReasonTable.number(of: advice) { writer.put(Tag.advice, number: number) }
    if let cause { writer.put(Tag.cause, number: cause.rawValue) }
    if let pair {
      var inner = RecordWriter()
      inner.put(Tag.key, text: pair.key)
      inner.put(Tag.isChange, flag: pair.isChange)
      writer.put(Tag.pair, inner.bytes)
    }
    if let lapse {
      writer.put(Tag.lapse, [lapse.end.number] + Canonical.littleEndian(Int64(lapse.age)))
    }
    if let trail { writer.put(Tag.trail, trail.encoded()) }
  }

  init(from reader: inout RecordReader) throws(EncodingFailure) {
    guard let number: Int32 = try reader.number(Tag.code), number != 0 else { throw .malformed }
    let reasonNumber: UInt32? = try reader.number(Tag.reason)
    let context = try reader.take(Tag.context).map { (bytes) throws(EncodingFailure) in
      try Context(decoding: bytes)
    }
    let adviceNumber: UInt32? = try reader.number(Tag.advice)
    let causeNumber: UInt16? = try reader.number(Tag.cause)
    let cause = causeNumber.flatMap(Cause.init)
    guard (cause == nil) == (causeNumber == nil) else { throw .malformed }
    let pair = try reader.take(Tag.pair).map { (bytes) throws(EncodingFailure) in
      try reader.record(bytes) { (inner) throws(EncodingFailure) in
        guard let key = try inner.text(Tag.key) else { throw .malformed }
        return Pair(key: key, isChange: try inner.flag(Tag.isChange))
      }
    }
    let lapse = try reader.take(Tag.lapse).map { (bytes) throws(EncodingFailure) in
      try EvidenceLapse(decoding: bytes)
    }
    let trail = try reader.take(Tag.trail).map { (bytes) throws(EncodingFailure) in
      try Trail(decoding: bytes)
    }
    // A later version may send the number of a sentence that this version does not have.
    let reason = reasonNumber.flatMap(ReasonTable.text) ?? Self.unknownReason
    var error = KeychainError(
      Code(rawValue: number), reason, context: context,
      advice: adviceNumber.flatMap(ReasonTable.text) ?? "", cause: cause, lapse: lapse)
    if let pair { error = error.about(pair.key, isChange: pair.isChange) }
    if let trail { error = error.with(trail) }
    self = error
  }
}

extension KeychainError.Context {
  fileprivate var encoded: [UInt8] {
    switch self {
    case .attribute(let attribute): return [1] + Canonical.littleEndian(attribute.rawValue)
    case .itemClass(let itemClass): return [2] + Array(itemClass.rawValue.utf8)
    case .count(let count): return [3] + Canonical.littleEndian(Int64(count))
    case .path(let path): return [4] + Array(path.utf8)
    case .seconds(let seconds): return [5] + Canonical.littleEndian(Int64(seconds))
    case .renewedKeys: return [6]
    case .authentication(let failure):
      return [7] + Canonical.littleEndian(Int32(failure.rawValue))
    case .part(let part, let path):
      return [8] + Canonical.littleEndian(UInt32(part.utf8.count)) + Array(part.utf8)
        + Array(path.utf8)
    }
  }

  fileprivate init(decoding bytes: [UInt8]) throws(EncodingFailure) {
    let content = bytes.dropFirst()
    switch bytes.first {
    case 1: self = .attribute(Attribute(rawValue: try RecordReader.number(content)))
    case 2:
      guard let itemClass = ItemClass(rawValue: try RecordReader.text(Array(content))) else {
        throw .malformed
      }
      self = .itemClass(itemClass)
    case 3: self = .count(Int(try RecordReader.number(content) as Int64))
    case 4: self = .path(try RecordReader.text(Array(content)))
    case 5: self = .seconds(Int(try RecordReader.number(content) as Int64))
    case 6 where content.isEmpty: self = .renewedKeys
    case 7:
      let number: Int32 = try RecordReader.number(content)
      guard let failure = AuthenticationFailure(rawValue: Int(number)) else { throw .malformed }
      self = .authentication(failure)
    case 8:
      let count: UInt32 = try RecordReader.number(content.prefix(4))
      let rest = content.dropFirst(4)
      guard count <= rest.count else { throw .malformed }
      self = .part(
        try RecordReader.text(Array(rest.prefix(Int(count)))),
        of: try RecordReader.text(Array(rest.dropFirst(Int(count)))))
    default: throw .malformed
    }
  }
}

extension EvidenceLapse {
  fileprivate init(decoding bytes: [UInt8]) throws(EncodingFailure) {
    let age: Int64 = try RecordReader.number(bytes.dropFirst())
    guard let end = bytes.first.flatMap(End.init(number:)) else { throw .malformed }
    self.init(age: Int(age), end: end)
  }
}

extension EvidenceLapse.End {
  fileprivate var number: UInt8 {
    switch self {
    case .time: 1
    case .lock: 2
    case .passcode: 3
    case .enrolment: 4
    }
  }

  fileprivate init?(number: UInt8) {
    switch number {
    case 1: self = .time
    case 2: self = .lock
    case 3: self = .passcode
    case 4: self = .enrolment
    default: return nil
    }
  }
}
