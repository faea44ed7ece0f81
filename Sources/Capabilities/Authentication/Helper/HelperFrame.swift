// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// One message between `HelperProgram` and `latchkey-prompt`: a byte that says what it is, its
/// length in four bytes, little end first, and so many bytes.
///
/// The helper program is of the same version as its client and is started by it, so the numbers
/// are nobody else's matter.
package struct HelperFrame: Sendable {
  /// What a message is.
  package enum Kind: UInt8, Sendable {
    // Requests: one of the first four in the life of a helper.
    /// The password of the caller's account.
    case password = 1
    /// Which reader, which fingers.
    case sensor
    /// Wait for a finger.
    case finger
    /// Tell what becomes of the user's sessions, until the end.
    case follow
    /// After `noMatch`: wait for another.
    case again
    /// After a `report` that the machine is about to sleep: it may.
    case release

    // Answers.
    /// A `PasswordVerdict`.
    case verdict = 16
    /// A `FingerSensor`: to `sensor` the end, to `finger` that the reader waits for an
    /// attempt.
    case found
    /// A `FingerEvent.Hint`.
    case hint
    case noMatch
    case match
    /// A `FingerFailure`.
    case failure
    /// A `SessionReport`.
    case report
  }

  /// Bytes of content.
  package static let longest = 4096

  package let kind: Kind
  /// In secret memory, as it may be a password.
  package let content: SecretBytes

  package init(_ kind: Kind, _ content: SecretBytes = SecretBytes(copying: [])) {
    self.kind = kind
    self.content = content
  }

  package init(_ kind: Kind, _ content: [UInt8]) {
    self.init(kind, SecretBytes(copying: content))
  }

  /// The content where it is no secret.
  package var bytes: [UInt8] {
    content.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }
}
