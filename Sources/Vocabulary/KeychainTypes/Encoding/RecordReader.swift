// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// Reads the entries of a record (tagged list) that `RecordWriter` wrote; every other sequence of
/// bytes is an error.
///
/// Secrets are not in the bytes of the record, but in the list `secrets` beside it. An entry for a
/// secret has the index of the secret in this list.
struct RecordReader {
  private var entries: [TaggedList.Entry]
  let secrets: [SecretBytes]
  /// The number of secrets that were read so far from the list `secrets` of the encoded value.
  ///
  /// The secrets must be read in order, each exactly once.
  private(set) var used: Int

  init(
    _ bytes: [UInt8], _ secrets: [SecretBytes] = [], used: Int = 0
  ) throws(EncodingFailure) {
    do throws(TaggedList.Failure) { entries = try TaggedList(decoding: bytes.span).entries } catch {
      throw error == .unknownVersion ? .newer : .malformed
    }
    guard entries.count <= RecordWriter.mostRecords else { throw .malformed }
    (self.secrets, self.used) = (secrets, used)
  }

  /// Removes the entry with a tag from the record and returns the entry's bytes; nil if no entry
  /// has the tag.
  mutating func take(_ tag: UInt16) -> [UInt8]? {
    guard let place = entries.firstIndex(where: { $0.tag == tag }) else { return nil }
    return entries.remove(at: place).bytes
  }

  mutating func text(_ tag: UInt16) throws(EncodingFailure) -> String? {
    guard let bytes = take(tag) else { return nil }
    return try Self.text(bytes)
  }

  mutating func number<Number: FixedWidthInteger>(
    _ tag: UInt16, _: Number.Type = Number.self
  ) throws(EncodingFailure) -> Number? {
    guard let bytes = take(tag) else { return nil }
    return try Self.number(bytes[...])
  }

  mutating func flag(_ tag: UInt16) throws(EncodingFailure) -> Bool {
    guard let bytes = take(tag) else { return false }
    guard bytes == [1] else { throw .malformed }
    return true
  }

  mutating func list(_ tag: UInt16) throws(EncodingFailure) -> [[UInt8]]? {
    guard let bytes = take(tag) else { return nil }
    return try Self.list(bytes[...])
  }

  mutating func secret(_ tag: UInt16) throws(EncodingFailure) -> SecretBytes? {
    guard let bytes = take(tag) else { return nil }
    return try secret(at: bytes[...])
  }

  mutating func secret(at reference: ArraySlice<UInt8>) throws(EncodingFailure) -> SecretBytes {
    let place: UInt32 = try Self.number(reference)
    guard place == used, secrets.indices.contains(used) else { throw .malformed }
    used += 1
    return secrets[Int(place)]
  }

  /// Calls `read` to read a record that is nested in this record, and returns its result.
  ///
  /// An encoded value has one list of secrets. The nested record therefore takes its secrets from
  /// the list of this record.
  ///
  /// - Parameter bytes: the bytes of the nested record.
  /// - Throws:
  ///   - `newer` if `read` does not take an entry that must not be ignored (its tag is critical),
  ///   - `malformed` if the bytes are not a record,
  ///   - the errors of `read`.
  mutating func record<Value>(
    _ bytes: [UInt8], _ read: (inout RecordReader) throws(EncodingFailure) -> Value
  ) throws(EncodingFailure) -> Value {
    var inner = try RecordReader(bytes, secrets, used: used)
    let value = try read(&inner)
    try inner.end()
    used = inner.used
    return value
  }

  /// Ends the reading of a record; throws `newer` if an entry that must not be ignored (its tag is
  /// critical) was not taken.
  ///
  /// Other entries that were not read may come from a newer version and are ignored.
  func end() throws(EncodingFailure) {
    if entries.contains(where: { $0.tag & TaggedList.criticalBit != 0 }) { throw .newer }
  }

  /// Ends the reading of the outermost record.
  ///
  /// - Throws:
  ///   - `newer` if an entry that must not be ignored (its tag is critical) was not taken,
  ///   - `malformed` if an element of `secrets` was not taken.
  func endWhole() throws(EncodingFailure) {
    try end()
    guard used == secrets.count else { throw .malformed }
  }

  static func text(_ bytes: [UInt8]) throws(EncodingFailure) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed }
    return text
  }

  static func number<Number: FixedWidthInteger>(
    _ bytes: ArraySlice<UInt8>
  ) throws(EncodingFailure) -> Number {
    guard let number = Canonical.number(bytes, as: Number.self) else { throw .malformed }
    return number
  }

  static func list(_ bytes: ArraySlice<UInt8>) throws(EncodingFailure) -> [[UInt8]] {
    var rest = bytes
    func take(_ count: Int) throws(EncodingFailure) -> ArraySlice<UInt8> {
      guard count <= rest.count else { throw .malformed }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    let count: UInt32 = try number(take(4))
    guard count <= RecordWriter.mostRecords else { throw .malformed }
    var records: [[UInt8]] = []
    for _ in 0..<count {
      let length: UInt32 = try number(take(4))
      records.append(Array(try take(Int(length))))
    }
    guard rest.isEmpty else { throw .malformed }
    return records
  }
}
