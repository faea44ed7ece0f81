// SPDX-License-Identifier: Apache-2.0
import CryptoObjects

/// A response of OCSP: somebody's signed word about certificates (RFC 6960 4.2.1).
///
/// As it is written; whether the signer may speak for an authority is for `RevocationEvidence`.
struct StatusResponse {
  /// What the signature is over, with its header.
  let signedPart: [UInt8]
  let responder: ResponderName
  /// What is said, about one certificate each.
  let entries: [StatusEntry]
  let algorithm: AlgorithmIdentifier
  /// The same as it stands there.
  let encodedAlgorithm: [UInt8]
  let signature: [UInt8]
  /// Certificates that were sent along, one of which may be the signer's.
  let certificates: [Certificate]
  /// Bytes of the whole.
  let count: Int

  /// Larger ones are not read; those of authorities have some thousand bytes.
  static let mostBytes = 64 << 10
  /// Certificates that are read; one is usual.
  private static let mostCertificates = 16

  private static let successful: [UInt8] = [0]
  private static let basic = OID(1, 3, 6, 1, 5, 5, 7, 48, 1, 1)

  /// Reads a response that says something, and is of the one form that there is.
  ///
  /// - Throws: `content` for an error of the responder's, another form or version, and for a
  ///   critical extension: none is known; `length` for too many bytes.
  init(_ data: Span<UInt8>) throws(DERFailure) {
    count = data.count
    guard data.count <= Self.mostBytes else { throw .length }
    let basic = try Self.basicResponse(data)
    let bytes = basic.span
    var outside = DERWalk(bytes)
    var walk = DERWalk(try outside.next(.sequence, bytes))
    try outside.finish()

    let part = try walk.next(.sequence, bytes)
    signedPart = bytes.array(part.whole)
    let algorithm = try walk.next(bytes)
    self.algorithm = try AlgorithmIdentifier(algorithm, bytes)
    encodedAlgorithm = bytes.array(algorithm.whole)
    signature = bytes.array(try walk.next(.bitString, bytes).wholeBits(bytes))
    certificates = try Self.certificates(&walk, bytes)
    try walk.finish()

    var parts = DERWalk(part)
    try Self.checkVersion(&parts, bytes)
    responder = try ResponderName(parts.next(bytes), bytes)
    guard try parts.next(bytes).tag == .generalizedTime else { throw .tag }
    var list = DERWalk(try parts.next(.sequence, bytes))
    var entries: [StatusEntry] = []
    while !list.isAtEnd { entries.append(try StatusEntry(list.next(.sequence, bytes), bytes)) }
    self.entries = entries
    try StatusEntry.checkExtensions(&parts, bytes)
    try parts.finish()
  }

  /// The bytes in the envelope.
  private static func basicResponse(_ data: Span<UInt8>) throws(DERFailure) -> [UInt8] {
    var outside = DERWalk(data)
    var walk = DERWalk(try outside.next(.sequence, data))
    try outside.finish()
    let status = try walk.next(.enumerated, data)
    guard data.array(status.content) == successful else { throw .content }
    var box = DERWalk(try walk.next(.context(0, isConstructed: true), data))
    try walk.finish()
    var inside = DERWalk(try box.next(.sequence, data))
    try box.finish()
    let form = try inside.next(.objectIdentifier, data).objectIdentifier(data)
    let content = try inside.next(.octetString, data).content
    try inside.finish()
    guard form == basic else { throw .content }
    return data.array(content)
  }

  /// The first version should not be written, but is by some.
  private static func checkVersion(
    _ parts: inout DERWalk, _ bytes: Span<UInt8>
  ) throws(DERFailure) {
    guard let box = try parts.nextIfPresent(.context(0, isConstructed: true), bytes) else { return }
    var walk = DERWalk(box)
    guard try walk.next(.integer, bytes).count(bytes) == 0 else { throw .content }
    try walk.finish()
  }

  /// What is no certificate is passed over.
  private static func certificates(
    _ walk: inout DERWalk, _ bytes: Span<UInt8>
  ) throws(DERFailure) -> [Certificate] {
    guard let box = try walk.nextIfPresent(.context(0, isConstructed: true), bytes) else {
      return []
    }
    var outside = DERWalk(box)
    var list = DERWalk(try outside.next(.sequence, bytes))
    try outside.finish()
    var found: [Certificate] = []
    while !list.isAtEnd, found.count < mostCertificates {
      let one = bytes.array(try list.next(bytes).whole)
      if let certificate = try? Certificate(one.span) { found.append(certificate) }
    }
    return found
  }
}

extension DERTag {
  static let enumerated = DERTag(rawValue: 0x0a)
}
