// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// A message between `HelperProgram` and its process `latchkey-prompt`.
///
/// Its bytes are: the kind (one byte), the length of the content (four bytes, little-endian), the
/// content. `HelperProgram` starts only a `latchkey-prompt` of its version of Latchkey, so the
/// numbers of kinds may change between versions.
package struct HelperFrame: Sendable {
  /// The kind of a message: a request of `HelperProgram` or an answer of `latchkey-prompt`.
  package enum Kind: UInt8, Sendable {
    // Requests. A helper process serves one of the first four in its life.
    /// A request to verify the password of the account that runs `latchkey-prompt`.
    case password = 1
    /// A request to find the fingerprint reader and its enrolled fingers.
    case sensor
    /// A request to wait for an enrolled finger at the fingerprint reader.
    case finger
    /// A request to report the user's login sessions and their lock state, now and after each
    /// change, until the connection ends.
    case follow
    /// A request to wait for the finger again, after the answer `noMatch` reported a failed
    /// attempt.
    case again
    /// A message of `HelperProgram` that lets the machine sleep now.
    ///
    /// `HelperProgram` sends it after it has handled a `report` that says that the machine is about
    /// to sleep.
    case release

    // Answers.
    /// The answer to `password`: a `PasswordVerdict`.
    case verdict = 16
    /// The answer to `sensor`: a `FingerSensor`.
    ///
    /// As an answer to `finger`, it says that the reader waits for a finger.
    case found
    /// An answer to `finger`: the reader could not read the finger, for the reason
    /// `FingerEvent.Hint`.
    case hint
    case noMatch
    case match
    /// The answer that fingers cannot be verified, for the reason `FingerFailure`.
    ///
    /// As an answer to `follow`, it says that no bus of D-Bus can be reached.
    case failure
    /// An answer to `follow`: a `SessionReport`.
    case report
  }

  /// The largest size of a message's content, in bytes.
  package static let longest = 4096

  package let kind: Kind
  /// The content of the message, in secret memory because it may be a password.
  package let content: SecretBytes

  package init(_ kind: Kind, _ content: SecretBytes = SecretBytes(copying: [])) {
    self.kind = kind
    self.content = content
  }

  package init(_ kind: Kind, _ content: [UInt8]) {
    self.init(kind, SecretBytes(copying: content))
  }

  /// A copy of the content in ordinary memory.
  ///
  /// Use it only if the content is no secret.
  package var bytes: [UInt8] {
    content.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }
}
