// SPDX-License-Identifier: Apache-2.0

/// Whether a key may sign certificates, and how many more may follow (RFC 5280 4.2.1.9).
package struct BasicConstraints: Hashable, Sendable {
  package let isAuthority: Bool
  package let pathLength: Int?

  /// Reads the value of the extension; nil where it has another form.
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
  /// The extension of that name; nil where it is missing or malformed.
  package var basicConstraints: BasicConstraints? {
    value(of: .basicConstraints).flatMap { BasicConstraints($0) }
  }
}
