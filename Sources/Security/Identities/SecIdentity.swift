// SPDX-License-Identifier: Apache-2.0

/// An identity: a certificate and the private key of the public key in it.
///
/// Never changes, and may be used by many threads. Like `SecKey` it is not `Sendable`.
public final class SecIdentity {
  let certificate: SecCertificate
  let privateKey: SecKey

  init(_ certificate: SecCertificate, _ privateKey: SecKey) {
    self.certificate = certificate
    self.privateKey = privateKey
  }
}

extension SecIdentity: Hashable {
  /// Whether both halves are equal.
  public static func == (left: SecIdentity, right: SecIdentity) -> Bool {
    left.certificate == right.certificate && left.privateKey == right.privateKey
  }

  /// Hashes both halves.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(certificate)
    hasher.combine(privateKey)
  }
}

extension SecIdentity: CustomStringConvertible {
  /// Where it is; nothing of its halves, for logs.
  public var description: String {
    let address = String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16)
    return "<SecIdentityRef: 0x\(address)>"
  }
}

/// The type identifier of identities.
@discardableResult
public func SecIdentityGetTypeID() -> CFTypeID { TypeIdentifier.identity.rawValue }
