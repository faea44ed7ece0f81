// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Decodes the stored form of an access control.
enum FuzzAccess {
  static func run(_ bytes: [UInt8]) {
    guard let control = AccessControl(decoding: bytes) else { return }
    for operation in ConstrainedOperation.allCases {
      precondition(
        control.isConstrained(operation) || control.rule(for: operation) == .allowed,
        "what asks nobody is allowed")
    }
    let written = control.encode()
    guard let again = AccessControl(decoding: written) else {
      preconditionFailure("an access control that was read is one when it is written")
    }
    precondition(again == control && again.encode() == written, "it stays what it was")
  }
}
