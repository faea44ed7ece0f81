// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// Writes a record: a tagged list whose entries are numbers, texts, secrets, records or lists of
/// records.
struct RecordWriter {
  private var entries: [TaggedList.Entry] = []
  /// The secrets of the whole value that is encoded; a record refers to a secret by its index in
  /// this list.
  var secrets: [SecretBytes] = []

  var bytes: [UInt8] { TaggedList(entries).encode() }

  mutating func put(_ tag: UInt16, _ bytes: [UInt8]) {
    entries.append(TaggedList.Entry(tag: tag, bytes: bytes))
  }

  mutating func put(_ tag: UInt16, text: String) { put(tag, Array(text.utf8)) }

  mutating func put<Number: FixedWidthInteger>(_ tag: UInt16, number: Number) {
    put(tag, Canonical.littleEndian(number))
  }

  /// Writes a flag; no entry is written if the flag is false.
  mutating func put(_ tag: UInt16, flag: Bool) { if flag { put(tag, [1]) } }

  /// Writes a list of records: the number of records, then the length and the bytes of each record.
  ///
  /// - Throws: `tooMany` if there are more than `mostRecords` records.
  mutating func put(_ tag: UInt16, list: [[UInt8]]) throws(EncodingFailure) {
    put(tag, try RecordWriter.list(list))
  }

  mutating func put(_ tag: UInt16, secret: SecretBytes) { put(tag, reference(to: secret)) }

  /// Returns the bytes of a nested record that `write` fills; the secrets of the nested record are
  /// added to `secrets`.
  mutating func record<Failure>(
    _ write: (inout RecordWriter) throws(Failure) -> Void
  ) throws(Failure) -> [UInt8] {
    var inner = RecordWriter()
    swap(&inner.secrets, &secrets)
    try write(&inner)
    swap(&inner.secrets, &secrets)
    return inner.bytes
  }

  /// Adds a secret to `secrets` and returns its index there, encoded as four bytes.
  mutating func reference(to secret: SecretBytes) -> [UInt8] {
    secrets.append(secret)
    return Canonical.littleEndian(UInt32(secrets.count - 1))
  }

  /// The maximum number of records in a list (Documentation/Formats/requests.md).
  static let mostRecords = 4_096

  static func list(_ records: [[UInt8]]) throws(EncodingFailure) -> [UInt8] {
    guard records.count <= mostRecords else { throw .tooMany }
    var bytes = Canonical.littleEndian(UInt32(records.count))
    for record in records { bytes += Canonical.littleEndian(UInt32(record.count)) + record }
    return bytes
  }
}
