// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Reads trust exceptions that a program saved earlier (Specification/certificates.md,
/// "Exceptions").
///
/// Trust exceptions are failures that the user has accepted. They are saved as a binary property
/// list: an array of dictionaries whose values are not containers.
package enum SavedExceptions {
  /// The size of the largest property list that is read, in bytes.
  ///
  /// The property list for the longest path has a tenth of this size.
  private static let mostBytes = 64 << 10
  /// The greatest number of entries that are read.
  ///
  /// An entry has the accepted failures of one certificate. The longest path has fewer
  /// certificates than this number.
  private static let mostEntries = 64
  /// The greatest number of pairs that are read in the entry of one certificate.
  ///
  /// A pair is the name of a check and its value. Latchkey has fewer checks than this number.
  private static let mostChecks = 128
  /// The length of the longest name of a check that is read, in bytes.
  private static let longestName = 64

  /// The dictionary key of the SHA-1 digest of a certificate.
  package static let digest = "SHA1Digest"
  private static let digestSize = 20

  /// Returns the saved trust exceptions in a property list.
  ///
  /// Returns nil if the bytes are not a property list of the expected structure.
  package static func entries(in bytes: [UInt8]) -> [TrustExceptions.Entry]? {
    guard bytes.count <= mostBytes, PropertyListValue.isBinary(bytes),
      let list = PropertyListValue(bytes)?.array, list.count <= mostEntries
    else { return nil }
    var found: [TrustExceptions.Entry] = []
    for element in list {
      guard let pairs = element.dictionary, pairs.count <= mostChecks else { return nil }
      let digest = pairs[digest]?.data.flatMap { $0.count == digestSize ? $0 : nil }
      found.append(
        TrustExceptions.Entry(checks: Set(pairs.keys.filter(isCheck)), digest: digest))
    }
    return found
  }

  /// True if a dictionary key can be the name of a check; other keys are skipped.
  private static func isCheck(_ name: String) -> Bool {
    name != digest && name.utf8.count <= longestName && name.utf8.allSatisfy { $0 < 0x80 }
  }
}
