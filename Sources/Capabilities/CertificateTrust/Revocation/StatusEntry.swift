// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainTypes

/// What a response says about one certificate (RFC 6960 4.2.1, SingleResponse).
struct StatusEntry {
  /// What is said.
  enum Status: Hashable {
    case good
    case revoked
    /// The responder does not know the certificate.
    case unknown
  }

  let identifier: CertificateIdentifier
  let status: Status
  /// When it may be relied on.
  let period: Period

  /// How far ahead a responder's clock may be.
  private static let tolerance: Int64 = 5 * 60 * 1_000_000
  /// How long a word counts that names no end.
  private static let usualLife: Int64 = 86_400 * 1_000_000

  /// - Throws: as `StatusResponse`.
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

  /// When and why something was revoked does not matter.
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

  /// Passes over extensions, if there are any.
  ///
  /// - Throws: `content` where one is critical.
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

/// The time from one moment to another, both counted; none where the second is earlier.
struct Period: Hashable, Sendable {
  let first: Instant
  let last: Instant

  func contains(_ moment: Instant) -> Bool { first <= moment && moment <= last }
}
