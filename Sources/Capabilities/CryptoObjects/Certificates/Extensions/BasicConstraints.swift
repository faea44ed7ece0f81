// SPDX-License-Identifier: Apache-2.0

/// The basic constraints of a certificate: whether its key may sign certificates, and how long a
/// path may be (RFC 5280 4.2.1.9).
///
/// `pathLength` is the number of authorities that may follow this certificate in a path, or nil if
/// the number is not limited.
package struct BasicConstraints: Hashable, Sendable {
  package let isAuthority: Bool
  package let pathLength: Int?

  /// Reads the value of the extension, or returns nil if the value is malformed.
  init?(_ value: [UInt8]) {
    guard let read = try? Self.read(value.span) else { return nil }
    self = read
  }

  private init(isAuthority: Bool, pathLength: Int?) {
    self.isAuthority = isAuthority
    self.pathLength = pathLength
  }

  private static func read(_ bytes: Span<UInt8>) throws(DERFailure) -> BasicConstraints {
    var outside = DERWalk(bytes)
    var walk = DERWalk(try outside.next(.sequence, bytes))
    let isAuthority = try walk.nextIfPresent(.boolean, bytes)?.boolean(bytes) ?? false
    let pathLength = try walk.nextIfPresent(.integer, bytes)?.count(bytes)
    return BasicConstraints(isAuthority: isAuthority, pathLength: pathLength)
  }
}

extension Certificate {
  /// The basic constraints of the certificate, or nil if the extension is missing or malformed.
  package var basicConstraints: BasicConstraints? {
    value(of: .basicConstraints).flatMap { BasicConstraints($0) }
  }
}
