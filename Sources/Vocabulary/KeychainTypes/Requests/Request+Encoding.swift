// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// The encoding in which a process sends a request to a service in another process
/// (Documentation/Formats/requests.md).
///
/// Evidence is not encoded, because a service never trusts statements of another process about the
/// user.
extension Request {
  /// The tags of the entries of an encoded request; a tag is never reused for other content.
  private enum Tag {
    static let verb: UInt16 = 1
    static let profile: UInt16 = 2
    static let pairs: UInt16 = 3
    static let changes: UInt16 = 4
    static let tooManyPairs: UInt16 = 5
    static let tooManyChanges: UInt16 = 6
    static let element: UInt16 = 7
    /// The critical tag of a rehearsal (a call that must change nothing).
    ///
    /// A reader that does not know this tag must refuse the request, because it would otherwise
    /// perform the call.
    static let rehearsal: UInt16 = TaggedList.criticalBit | 8
    static let lock: UInt16 = 1
    static let hasNoPasscode: UInt16 = 2
  }

  /// Returns the request in encoded form, with its secrets.
  ///
  /// - Throws: `objectStays` if the request has a judge of certificates, which is an object in the
  ///   caller's process.
  package func encoded() throws(EncodingFailure) -> Encoded {
    var writer = RecordWriter()
    writer.put(Tag.verb, number: verb.number)
    writer.put(Tag.profile, text: profile.rawValue)
    try writer.put(Tag.pairs, list: pairs.encoded(&writer))
    try writer.put(Tag.changes, list: changes.encoded(&writer))
    writer.put(Tag.tooManyPairs, flag: pairs.isOversized)
    writer.put(Tag.tooManyChanges, flag: changes.isOversized)
    if let element {
      writer.put(
        Tag.element,
        writer.record { inner in element.write(to: &inner) })
    }
    if let rehearsal {
      writer.put(
        Tag.rehearsal,
        try writer.record { (inner) throws(EncodingFailure) in
          if let lock = rehearsal.lock { inner.put(Tag.lock, text: lock.rawValue) }
          inner.put(Tag.hasNoPasscode, flag: rehearsal.hasNoPasscode)
        })
    }
    return Encoded(body: writer.bytes, secrets: writer.secrets)
  }

  /// Reads a request that `encoded` wrote; throws for all other bytes.
  package init(decoding encoded: Encoded) throws(EncodingFailure) {
    var reader = try RecordReader(encoded.body, encoded.secrets)
    let number: UInt8? = try reader.number(Tag.verb)
    guard let verb = number.flatMap(Verb.init(number:)),
      let profile = try reader.text(Tag.profile).flatMap(Profile.init),
      let pairs = try reader.list(Tag.pairs), let changes = try reader.list(Tag.changes)
    else { throw .malformed }
    self.init(verb, try RequestPairs(decoding: pairs, &reader), profile: profile)
    self.changes = try RequestPairs(decoding: changes, &reader)
    if try reader.flag(Tag.tooManyPairs) { self.pairs = try self.pairs.oversized() }
    if try reader.flag(Tag.tooManyChanges) { self.changes = try self.changes.oversized() }
    if let bytes = reader.take(Tag.element) {
      element = try reader.record(bytes) { (inner) throws(EncodingFailure) in
        try ElementKey(from: &inner)
      }
    }
    if let bytes = reader.take(Tag.rehearsal) {
      rehearsal = try reader.record(bytes) { (inner) throws(EncodingFailure) in
        let name = try inner.text(Tag.lock)
        let lock = name.flatMap(LockState.init)
        guard (name == nil) == (lock == nil) else { throw .malformed }
        return Rehearsal(lock: lock, hasNoPasscode: try inner.flag(Tag.hasNoPasscode))
      }
    }
    // Only Update has changes, and only Add has a key of the secure element.
    guard verb == .update || self.changes.all.isEmpty && !self.changes.isOversized,
      verb == .add || element == nil
    else { throw .malformed }
    try reader.endWhole()
  }
}

extension Request.Verb {
  fileprivate var number: UInt8 {
    switch self {
    case .add: 1
    case .copyMatching: 2
    case .update: 3
    case .delete: 4
    }
  }

  fileprivate init?(number: UInt8) {
    switch number {
    case 1: self = .add
    case 2: self = .copyMatching
    case 3: self = .update
    case 4: self = .delete
    default: return nil
    }
  }
}

extension RequestPairs {
  private enum Tag {
    static let key: UInt16 = 1
    /// The tag that is written instead of `key` if a dictionary key is not text.
    ///
    /// The entry with this tag contains 1 if the dictionary key is a number, and otherwise 0.
    static let otherKey: UInt16 = 2
    static let value: UInt16 = 3
  }

  fileprivate func encoded(_ writer: inout RecordWriter) throws(EncodingFailure) -> [[UInt8]] {
    var records: [[UInt8]] = []
    // The pairs of a dictionary with too many pairs are not encoded.
    for pair in all where !isOversized {
      records.append(
        try writer.record { (inner) throws(EncodingFailure) in
          if pair.key.isText {
            inner.put(Tag.key, text: pair.key.name)
          } else {
            inner.put(Tag.otherKey, number: UInt8(pair.key.family == .attribute ? 1 : 0))
          }
          inner.put(Tag.value, try pair.value.encoded(&inner))
        })
    }
    return records
  }

  /// Reads the pairs of a dictionary from their encoding.
  ///
  /// Throws `malformed` if a key occurs twice, or if the pairs are not in the order in which the
  /// service reads keys. Two kinds of keys may occur twice, because different keys look equal: keys
  /// that are not text, and keys whose text was cut to `RequestKey.mostUnits` when it was read.
  fileprivate init(
    decoding records: [[UInt8]], _ reader: inout RecordReader
  ) throws(EncodingFailure) {
    guard records.count <= RequestPairs.most + RequestPairs.mostOfObject else { throw .malformed }
    self.init(reserving: records.count)
    for record in records {
      let pair = try reader.record(record) { (inner) throws(EncodingFailure) in
        try Self.pair(&inner)
      }
      if let last = all.last {
        let isOrdered = !RequestKey.isEvaluatedEarlier(pair.key, last.key)
        let isOnce = RequestKey.isEvaluatedEarlier(last.key, pair.key)
        // Keys without a name, and keys whose name was cut, may repeat.
        let isCut = pair.key.name.utf16.count >= RequestKey.mostUnits
        guard isOrdered, isOnce || isCut || !pair.key.isText else { throw .malformed }
      }
      append(pair)
    }
  }

  private static func pair(
    _ reader: inout RecordReader
  ) throws(EncodingFailure) -> Request.Pair {
    let name = try reader.text(Tag.key)
    let other: UInt8? = try reader.number(Tag.otherKey)
    guard let value = reader.take(Tag.value) else { throw .malformed }
    let key: RequestKey
    switch (name, other) {
    case (let name?, nil): key = RequestKey(name)
    case (nil, 0?), (nil, 1?): key = RequestKey(isNumber: other == 1)
    default: throw .malformed
    }
    return Request.Pair(key, try RequestValue(decoding: value[...], &reader))
  }

  /// Returns `RequestPairs.tooMany`, for a decoded request which says that its dictionary had too
  /// many pairs.
  ///
  /// The pairs of a dictionary that is too large are never encoded. Throws `malformed` if this list
  /// of decoded pairs is not empty.
  fileprivate func oversized() throws(EncodingFailure) -> RequestPairs {
    guard all.isEmpty else { throw .malformed }
    return .tooMany
  }
}

extension RequestValue {
  /// Returns the value in encoded form; a list must not contain lists.
  fileprivate func encoded(
    _ writer: inout RecordWriter, isInList: Bool = false
  ) throws(EncodingFailure) -> [UInt8] {
    switch self {
    case .text(let text): return [1] + Array(text.utf8)
    case .bytes(let bytes): return [2] + bytes
    case .number(let number): return [3] + Canonical.littleEndian(number)
    case .real(let real): return [4] + Canonical.littleEndian(real.bitPattern)
    case .boolean(let flag): return [5, flag ? 1 : 0]
    case .date(let instant): return [6] + Canonical.littleEndian(instant.microseconds)
    case .uuid(let identifier): return [7] + identifier.bytes
    case .null: return [8]
    case .accessControl(let accessControl): return [9] + accessControl.encode()
    case .secret(let secret): return [10] + writer.reference(to: secret)
    case .list(let values):
      guard !isInList else { throw .objectStays }
      var records: [[UInt8]] = []
      for value in values { records.append(try value.encoded(&writer, isInList: true)) }
      return [11] + (try RecordWriter.list(records))
    case .object: return [12]
    case .tooLarge(let isText): return [13, isText ? 1 : 0]
    case .refused(let error):
      return [14]
        + (writer.record { inner in error.write(to: &inner) })
    case .other: return [15]
    case .judge: throw .objectStays
    }
  }

  fileprivate init(
    decoding bytes: ArraySlice<UInt8>, _ reader: inout RecordReader, isInList: Bool = false
  ) throws(EncodingFailure) {
    let content = bytes.dropFirst()
    switch bytes.first {
    case 1: self = .text(try RecordReader.text(Array(content)))
    case 2: self = .bytes(Array(content))
    case 3: self = .number(try RecordReader.number(content))
    case 4: self = .real(Double(bitPattern: try RecordReader.number(content)))
    case 5: self = .boolean(try Self.flag(content))
    case 6: self = .date(Instant(microseconds: try RecordReader.number(content)))
    case 7:
      guard let identifier = Identifier16(Array(content)) else { throw .malformed }
      self = .uuid(identifier)
    case 8 where content.isEmpty: self = .null
    case 9:
      guard let accessControl = AccessControl(decoding: Array(content)) else { throw .malformed }
      self = .accessControl(accessControl)
    case 10: self = .secret(try reader.secret(at: content))
    case 11 where !isInList:
      var values: [RequestValue] = []
      for record in try RecordReader.list(content) {
        values.append(try RequestValue(decoding: record[...], &reader, isInList: true))
      }
      self = .list(values)
    case 12 where content.isEmpty: self = .object
    case 13: self = .tooLarge(isText: try Self.flag(content))
    case 14:
      let refusal = try reader.record(Array(content)) { (inner) throws(EncodingFailure) in
        try KeychainError(from: &inner)
      }
      guard refusal.isOfValue else { throw .malformed }
      self = .refused(refusal)
    case 15 where content.isEmpty: self = .other
    default: throw .malformed
    }
  }

  private static func flag(_ bytes: ArraySlice<UInt8>) throws(EncodingFailure) -> Bool {
    switch Array(bytes) {
    case [0]: return false
    case [1]: return true
    default: throw .malformed
    }
  }
}

extension KeychainError {
  /// True if this error may be part of an encoded value, as the reason why the caller's process
  /// refused the value.
  ///
  /// The error may name an attribute or a class. The error must say nothing about a service's
  /// decision or about the user's evidence.
  fileprivate var isOfValue: Bool {
    switch context {
    case .attribute, .itemClass, .count, nil:
      trail == nil && lapse == nil && code != .authorizationRequired
    case .path, .seconds, .renewedKeys, .authentication, .part: false
    }
  }
}
