// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainTypes

/// A key: one half of a pair.
///
/// Never changes, and may be used by many threads. Not `Sendable`, as on Apple's systems: being
/// more than that here would let code compile that fails there.
public final class SecKey {
  /// Where the key's numbers are.
  enum Body {
    case software(SoftwareKey)
    /// In the secure element; a private one.
    case element(HeldElementKey)
  }

  let body: Body

  init(_ body: Body) {
    self.body = body
  }

  convenience init(_ key: SoftwareKey) { self.init(.software(key)) }
}

extension SecKey: Hashable {
  /// Whether both are the same half of the same pair.
  public static func == (left: SecKey, right: SecKey) -> Bool {
    switch (left.body, right.body) {
    case (.software(let left), .software(let right)): left == right
    case (.element(let left), .element(let right)): left.key == right.key
    case (.software, .element), (.element, .software): false
    }
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    switch body {
    case .software(let key):
      hasher.combine(key.half)
      hasher.combine(key.publicForm)
    case .element(let held): hasher.combine(held.key.point)
    }
  }
}

extension SecKey: CustomStringConvertible {
  /// Type and size, with the numbers of a public key; nothing of a private one
  /// (spec/seckey.md 3.4).
  public var description: String {
    let address = String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16)
    return switch body {
    case .software(let key): "<SecKeyRef \(key.summary), addr: 0x\(address)>"
    case .element: "<SecKeyRef:('\(ElementKey.token)') 0x\(address)>"
    }
  }
}

/// The type identifier of keys.
@discardableResult
public func SecKeyGetTypeID() -> CFTypeID { TypeIdentifier.key.rawValue }
