// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// Writes a record: a tagged list of scalars, texts, records and lists of records.
struct RecordWriter {
  private var entries: [TaggedList.Entry] = []
  /// The secrets of the whole value, in the order in which they are met.
  var secrets: [SecretBytes] = []

  var bytes: [UInt8] { TaggedList(entries).encode() }

  mutating func put(_ tag: UInt16, _ bytes: [UInt8]) {
    entries.append(TaggedList.Entry(tag: tag, bytes: bytes))
  }

  mutating func put(_ tag: UInt16, text: String) { put(tag, Array(text.utf8)) }

  mutating func put<Number: FixedWidthInteger>(_ tag: UInt16, number: Number) {
    put(tag, Canonical.littleEndian(number))
  }

  /// A flag that is not set has no entry.
  mutating func put(_ tag: UInt16, flag: Bool) { if flag { put(tag, [1]) } }

  /// The number of records, then each record with its length.
  ///
  /// - Throws: `tooMany`.
  mutating func put(_ tag: UInt16, list: [[UInt8]]) throws(EncodingFailure) {
    put(tag, try RecordWriter.list(list))
  }

  mutating func put(_ tag: UInt16, secret: SecretBytes) { put(tag, reference(to: secret)) }

  /// A record of its own, whose secrets go with those of this one.
  mutating func record<Failure>(
    _ write: (inout RecordWriter) throws(Failure) -> Void
  ) throws(Failure) -> [UInt8] {
    var inner = RecordWriter()
    swap(&inner.secrets, &secrets)
    try write(&inner)
    swap(&inner.secrets, &secrets)
    return inner.bytes
  }

  /// The place of a secret among those of the whole value.
  mutating func reference(to secret: SecretBytes) -> [UInt8] {
    secrets.append(secret)
    return Canonical.littleEndian(UInt32(secrets.count - 1))
  }

  /// The most records that a list may have (spec/daemon.md 7.2).
  static let mostRecords = 4_096

  static func list(_ records: [[UInt8]]) throws(EncodingFailure) -> [UInt8] {
    guard records.count <= mostRecords else { throw .tooMany }
    var bytes = Canonical.littleEndian(UInt32(records.count))
    for record in records { bytes += Canonical.littleEndian(UInt32(record.count)) + record }
    return bytes
  }
}
