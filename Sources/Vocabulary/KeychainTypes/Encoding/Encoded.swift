// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// Bytes of a value with the secrets that belong to it: the bytes name each secret by its place
/// (Documentation/Formats/requests.md).
package struct Encoded: Sendable {
  package let body: [UInt8]
  package let secrets: [SecretBytes]

  package init(body: [UInt8], secrets: [SecretBytes]) {
    self.body = body
    self.secrets = secrets
  }
}

/// Sizes, no values.
extension Encoded: CustomStringConvertible, CustomReflectable {
  package var description: String { "Encoded(\(body.count) bytes, \(secrets.count) secrets)" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a value is not encoded or bytes are not decoded.
package enum EncodingFailure: Error, Equatable {
  /// The bytes are none that were written for such a value.
  case malformed
  /// A part that must be understood comes from a newer version.
  case newer
  /// The value has an object that stays with its caller.
  case objectStays
  /// The value has a list of more records than one may have.
  case tooMany
}
