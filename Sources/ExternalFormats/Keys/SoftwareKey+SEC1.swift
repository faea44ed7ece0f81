// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// Private keys on curves as `ECPrivateKey` (RFC 5915 3, SEC 1 C.4).
extension SoftwareKey {
  /// Reads an ECPrivateKey that fills the bytes.
  ///
  /// - Throws: `unsupported` for a curve that we do not have or that is not named.
  package init(sec1 form: SecretBytes) throws(FormatFailure) {
    try self.init(sec1: form, on: nil)
  }

  /// The same where the curve is known from outside; one within has to be the same.
  init(sec1 form: SecretBytes, on known: Curve?) throws(FormatFailure) {
    let parts = try form.withBytes { (bytes) throws(FormatFailure) in
      try FormatFailure.reading { () throws(DERFailure) in try SEC1Parts(bytes) }
    }
    let written = try parts.curve.map { (element) throws(FormatFailure) in
      try KeyKind.curve(element)
    }
    guard let curve = known ?? written, written ?? curve == curve else { throw .malformed }
    var digits = parts.scalar
    // GnuTLS writes one more where the number begins with a bit, as that of an INTEGER.
    if digits.count == curve.fieldSize + 1, form.withBytes({ $0[digits.lowerBound] == 0 }) {
      digits = digits.lowerBound + 1..<digits.upperBound
    }
    guard digits.count <= curve.fieldSize else { throw .malformed }
    // Some leave zeros in front out.
    let zeros = [UInt8](repeating: 0, count: curve.fieldSize - digits.count)
    let scalar = SecretBytes(joining: [SecretBytes(copying: zeros), form.slice(digits)])
    let key = try FormatFailure.calling { () throws(CryptoError) in
      if let point = parts.point { return try ECKey(curve, point: point, scalar: scalar) }
      return try ECKey(curve, point: curve.point(of: scalar), scalar: scalar)
    }
    self = .ec(key)
  }

  /// A private key on a curve as ECPrivateKey, with the name of the curve and the public point.
  ///
  /// - Throws: -50 for any other key.
  package func sec1Form() throws(KeychainError) -> SecretBytes { try sec1Form(isNamed: true) }

  func sec1Form(isNamed: Bool) throws(KeychainError) -> SecretBytes {
    guard case .ec(let key) = self, key.isPrivate else { throw .keyForm }
    let scalar = try KeychainError.translating { () throws(CryptoError) in try key.scalar() }
    let name = DERWriter.element(.context(0, isConstructed: true), key.curve.name)
    let point = DERWriter.element(
      .context(1, isConstructed: true), DERWriter.bitString(key.point))
    return DERWriter.element(
      .sequence,
      [
        SecretBytes(copying: DERWriter.integer(1)), DERWriter.element(.octetString, [scalar]),
        SecretBytes(copying: (isNamed ? name : []) + point),
      ])
  }
}

/// Where the parts of an ECPrivateKey lie.
private struct SEC1Parts {
  let scalar: Range<Int>
  /// The element of the parameters.
  let curve: [UInt8]?
  let point: [UInt8]?

  init(_ bytes: Span<UInt8>) throws(DERFailure) {
    var walk = try DERWalk.inSequence(bytes)
    guard try walk.next(bytes).count(bytes) == 1 else { throw .content }
    scalar = try walk.next(.octetString, bytes).content
    guard !scalar.isEmpty else { throw .content }
    if let outer = try walk.nextIfPresent(.context(0, isConstructed: true), bytes) {
      var inner = DERWalk(outer)
      curve = bytes.array(try inner.next(bytes).whole)
      try inner.finish()
    } else {
      curve = nil
    }
    if let outer = try walk.nextIfPresent(.context(1, isConstructed: true), bytes) {
      var inner = DERWalk(outer)
      point = bytes.array(try inner.next(bytes).wholeBits(bytes))
      try inner.finish()
    } else {
      point = nil
    }
    try walk.finish()
  }
}
