// SPDX-License-Identifier: Apache-2.0

/// The properties of a key in its blob (Specification/keychain-file-format.md, "Key blob").
package struct KeyHeader: Sendable {
  static let size = 76
  /// The identifier of Apple's provider of cryptography (CSP), which every key names.
  private static let provider: [UInt8] = [
    0x87, 0x19, 0x1C, 0xA2, 0x0F, 0xC9, 0x11, 0xD4, 0x84, 0x9A, 0x00, 0x05, 0x02, 0xB5, 0x21, 0x22,
  ]

  /// Apple's numbers of the algorithms that keys are for.
  package enum Algorithm {
    package static let tripleDES: UInt32 = 17
    package static let rsa: UInt32 = 42
    package static let dsa: UInt32 = 43
    package static let ecdsa: UInt32 = 73
    package static let aes: UInt32 = 0x8000_0001
  }

  /// The properties of a key, one bit each: for example, whether the key may leave the keychain.
  package struct Attributes: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let permanent = Self(rawValue: 1)
    package static let isPrivate = Self(rawValue: 2)
    package static let modifiable = Self(rawValue: 4)
    package static let sensitive = Self(rawValue: 8)
    package static let alwaysSensitive = Self(rawValue: 0x10)
    package static let extractable = Self(rawValue: 0x20)
    package static let neverExtractable = Self(rawValue: 0x40)
  }

  /// The permitted uses of a key, one bit each.
  package struct Uses: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let encrypt = Self(rawValue: 1)
    package static let decrypt = Self(rawValue: 2)
    package static let sign = Self(rawValue: 4)
    package static let verify = Self(rawValue: 8)
    package static let signRecover = Self(rawValue: 0x10)
    package static let verifyRecover = Self(rawValue: 0x20)
    package static let wrap = Self(rawValue: 0x40)
    package static let unwrap = Self(rawValue: 0x80)
    package static let derive = Self(rawValue: 0x100)
    package static let any = Self(rawValue: 0x8000_0000)
  }

  /// The bytes of the header as they stand in the key's blob.
  private(set) var bytes: [UInt8]

  init?(decoding bytes: [UInt8]) {
    guard bytes.count == Self.size, let number = bytes.atom(at: 32),
      KeyBlob.Kind(rawValue: number) != nil
    else { return nil }
    self.bytes = bytes
  }

  package init(
    _ kind: KeyBlob.Kind, algorithm: UInt32, bits: UInt32, _ attributes: Attributes, _ uses: Uses
  ) {
    bytes = []
    bytes.append(atom: 2)
    bytes += Self.provider
    for atom in [2, 0, algorithm, kind.rawValue, bits, attributes.rawValue, uses.rawValue] {
      bytes.append(atom: atom)
    }
    bytes += [UInt8](repeating: 0, count: Self.size - bytes.count)
  }

  package var algorithm: UInt32 { bytes.atom(at: 28) ?? 0 }
  package var kind: KeyBlob.Kind {
    bytes.atom(at: 32).flatMap(KeyBlob.Kind.init) ?? .symmetric
  }
  package var bits: UInt32 { bytes.atom(at: 36) ?? 0 }
  package var attributes: Attributes { Attributes(rawValue: bytes.atom(at: 40) ?? 0) }
  package var uses: Uses { Uses(rawValue: bytes.atom(at: 44) ?? 0) }
}
