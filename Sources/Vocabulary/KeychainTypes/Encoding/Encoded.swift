// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// A value in encoded form, ready to be sent to another process: the bytes, and separately the
/// secrets of the value.
///
/// The bytes (`body`) refer to each secret by its index in `secrets`
/// (Documentation/Formats/requests.md).
package struct Encoded: Sendable {
  package let body: [UInt8]
  package let secrets: [SecretBytes]

  package init(body: [UInt8], secrets: [SecretBytes]) {
    self.body = body
    self.secrets = secrets
  }
}

/// Describes an encoded value by the number of its bytes and secrets, without their content.
extension Encoded: CustomStringConvertible, CustomReflectable {
  package var description: String { "Encoded(\(body.count) bytes, \(secrets.count) secrets)" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The reason why a value cannot be encoded, or why bytes cannot be decoded.
package enum EncodingFailure: Error, Equatable {
  /// The bytes are not the encoding of a value of the expected type.
  case malformed
  /// The bytes contain a critical entry, which must not be ignored and which only newer versions
  /// know.
  case newer
  /// The value contains an object that exists only in the caller's process and cannot be sent.
  case objectStays
  /// The value contains a list with more than `RecordWriter.mostRecords` records.
  case tooMany
}
