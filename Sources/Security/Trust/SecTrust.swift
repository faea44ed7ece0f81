// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// A question about trust: certificates, the first of which is asked about, policies that it has
/// to satisfy, and what to believe.
///
/// Certificates of the store that the program sees can lead to an anchor; they are never believed
/// for being there. The network is not asked: neither missing certificates nor data about
/// revocation are fetched; responses that were sent along are read (`SecTrustSetOCSPResponse`).
/// And no connection asks it: on Linux `URLSession` verifies by libcurl, and NIOSSL by itself;
/// anchors and pins given here have no effect on them (spec/certificates.md 7).
///
/// May be used by many threads. Like `SecKey` it is not `Sendable`.
public final class SecTrust {
  let question: Lock<TrustQuestion>

  init(_ question: TrustQuestion) { self.question = Lock(question) }
}

extension SecTrust: Hashable {
  /// Whether both are one object.
  public static func == (left: SecTrust, right: SecTrust) -> Bool { left === right }

  /// Hashes which object it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension SecTrust: CustomStringConvertible {
  /// Where it is; nothing of its certificates, for logs.
  public var description: String {
    let address = String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16)
    return "<SecTrustRef: 0x\(address)>"
  }
}

/// The type identifier of questions about trust.
@discardableResult
public func SecTrustGetTypeID() -> CFTypeID { TypeIdentifier.trust.rawValue }
