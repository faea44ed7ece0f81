// SPDX-License-Identifier: Apache-2.0
import CryptoObjects

/// A distinguished name in a normalized form, which is compared to find issuers.
///
/// The types of strings, the case of ASCII letters and the number of blanks do not matter (RFC 5280
/// 7.1). This form is looser than the normalized names in the store. The looser form is safe
/// because the issuer's signature must fit too (Specification/certificates.md, "Recommendations on
/// quirks").
struct FoldedName: Hashable, Sendable {
  private let bytes: [UInt8]

  init(_ name: DistinguishedName) {
    var bytes: [UInt8] = []
    for set in name.sets {
      // A SET has no order, so the pairs are sorted.
      let pairs = set.map { Self.folded($0) }.sorted { $0.lexicographicallyPrecedes($1) }
      bytes += DERWriter.element(.set, pairs.flatMap(\.self))
    }
    self.bytes = bytes
  }

  private static func folded(_ pair: DistinguishedName.Pair) -> [UInt8] {
    DERWriter.sequence([
      DERWriter.element(.objectIdentifier, pair.type.content),
      strings.contains(pair.tag.rawValue)
        ? DERWriter.element(.octetString, folded(pair.text))
        : DERWriter.element(pair.tag, pair.value),
    ])
  }

  private static func folded(_ text: String) -> [UInt8] {
    let words = text.utf8.split { (0x09...0x0d).contains($0) || $0 == UInt8(ascii: " ") }
    return words.joined(separator: [UInt8(ascii: " ")]).map { byte in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 0x20 : byte
    }
  }

  /// The DER tags of the string types (X.680 8.4).
  private static let strings: Set<UInt8> = [
    0x0c, 0x12, 0x13, 0x14, 0x15, 0x16, 0x1a, 0x1b, 0x1c, 0x1e,
  ]
}
