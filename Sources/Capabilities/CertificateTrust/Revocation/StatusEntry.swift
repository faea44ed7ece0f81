// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainTypes

/// The statement of an OCSP response about one certificate (RFC 6960 4.2.1, SingleResponse).
struct StatusEntry {
  /// The revocation status of the certificate.
  enum Status: Hashable {
    case good
    case revoked
    /// The responder does not know the certificate.
    case unknown
  }

  let identifier: CertificateIdentifier
  let status: Status
  /// The period in which the statement is valid.
  let period: Period

  /// The greatest accepted time by which a responder's clock is ahead of this system's clock, in
  /// microseconds.
  private static let tolerance: Int64 = 5 * 60 * 1_000_000
  /// The time for which a statement is valid if it does not name an end, in microseconds.
  private static let usualLife: Int64 = 86_400 * 1_000_000

  /// Reads one statement of a response.
  ///
  /// - Throws: an error if the DER is malformed; `content` if an extension is critical.
  init(_ element: DERElement, _ bytes: Span<UInt8>) throws(DERFailure) {
    var walk = DERWalk(element)
    identifier = try CertificateIdentifier(walk.next(.sequence, bytes), bytes)
    status = try Self.status(walk.next(bytes))
    let first = try Self.time(&walk, bytes)
    var last = first.advanced(byMicroseconds: Self.usualLife)
    if let box = try walk.nextIfPresent(.context(0, isConstructed: true), bytes) {
      var inside = DERWalk(box)
      last = try Self.time(&inside, bytes)
      try inside.finish()
    }
    period = Period(first: first.advanced(byMicroseconds: -Self.tolerance), last: last)
    try Self.checkExtensions(&walk, bytes)
    try walk.finish()
  }

  /// Reads the status of a certificate.
  ///
  /// The time and the reason of a revocation are ignored.
  private static func status(_ element: DERElement) throws(DERFailure) -> Status {
    switch element.tag {
    case .context(0, isConstructed: false): .good
    case .context(1, isConstructed: true): .revoked
    case .context(2, isConstructed: false): .unknown
    default: throw .tag
    }
  }

  private static func time(
    _ walk: inout DERWalk, _ bytes: Span<UInt8>
  ) throws(DERFailure) -> Instant {
    try walk.next(.generalizedTime, bytes).time(bytes)
  }

  /// Skips the optional extensions, after checking that no extension is critical.
  ///
  /// - Throws: `content` if an extension is critical; another error if the DER is malformed.
  static func checkExtensions(
    _ walk: inout DERWalk, _ bytes: Span<UInt8>
  ) throws(DERFailure) {
    guard let box = try walk.nextIfPresent(.context(1, isConstructed: true), bytes) else { return }
    var outside = DERWalk(box)
    var list = DERWalk(try outside.next(.sequence, bytes))
    try outside.finish()
    while !list.isAtEnd {
      var inside = DERWalk(try list.next(.sequence, bytes))
      _ = try inside.next(.objectIdentifier, bytes)
      let isCritical = try inside.nextIfPresent(.boolean, bytes)?.boolean(bytes) ?? false
      guard !isCritical else { throw .content }
    }
  }
}

/// The period from one moment to another, including both moments.
///
/// The period is empty if `last` is earlier than `first`.
struct Period: Hashable, Sendable {
  let first: Instant
  let last: Instant

  func contains(_ moment: Instant) -> Bool { first <= moment && moment <= last }
}
