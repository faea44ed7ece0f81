// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects

/// A key: one half of a pair.
///
/// Never changes, and may be used by many threads. Not `Sendable`, as on Apple's systems: being
/// more than that here would let code compile that fails there.
public final class SecKey {
  package let key: SoftwareKey

  package init(_ key: SoftwareKey) {
    self.key = key
  }
}

extension SecKey: Hashable {
  /// Whether both are the same half of the same pair.
  public static func == (left: SecKey, right: SecKey) -> Bool { left.key == right.key }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key.half)
    hasher.combine(key.publicForm)
  }
}

extension SecKey: CustomStringConvertible {
  /// Type and size, with the numbers of a public key; nothing of a private one
  /// (spec/seckey.md 3.4).
  public var description: String {
    let address = String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16)
    return "<SecKeyRef \(key.summary), addr: 0x\(address)>"
  }
}

/// The type identifier of keys.
@discardableResult
public func SecKeyGetTypeID() -> CFTypeID { TypeIdentifier.key.rawValue }
