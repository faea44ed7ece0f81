// SPDX-License-Identifier: Apache-2.0

/// The format of an attribute in a keychain file (Specification/keychain-file-format.md,
/// "Records").
package enum ValueFormat: UInt32, Sendable {
  case string = 0
  case signed = 1
  case number = 2
  case bigNumber = 3
  case real = 4
  case date = 5
  case blob = 6
  case numbers = 7

  /// The number of bytes of a value; nil if each value has a length of its own.
  var fixedSize: Int? {
    switch self {
    case .signed, .number: 4
    case .real: 8
    case .date: 16
    case .string, .bigNumber, .blob, .numbers: nil
    }
  }
}
