// SPDX-License-Identifier: Apache-2.0
import CryptoObjects

/// An OCSP response: a signed statement about the status of certificates (RFC 6960 4.2.1).
///
/// This type only reads the response. `RevocationEvidence` decides whether the response's signer
/// may sign responses for a certificate authority.
struct StatusResponse {
  /// The bytes that the responder signed, with their DER header.
  let signedPart: [UInt8]
  let responder: ResponderName
  /// The statements of the response, one for each certificate.
  let entries: [StatusEntry]
  let algorithm: AlgorithmIdentifier
  /// The signature algorithm in DER, as the response has it.
  let encodedAlgorithm: [UInt8]
  let signature: [UInt8]
  /// The certificates in the response.
  ///
  /// The certificate of the signer may be among them.
  let certificates: [Certificate]
  /// The size of the whole response in bytes.
  let count: Int

  /// The size of the largest response that is read, in bytes.
  ///
  /// Responses of certificate authorities have a few thousand bytes.
  static let mostBytes = 64 << 10
  /// The greatest number of certificates that are read in a response.
  ///
  /// A response usually has one certificate.
  private static let mostCertificates = 16

  private static let successful: [UInt8] = [0]
  private static let basic = OID(1, 3, 6, 1, 5, 5, 7, 48, 1, 1)

  /// Reads an OCSP response that is successful and of the basic type.
  ///
  /// - Throws: `content` if the responder reports an error, if the response has another type or
  ///   version, or if an extension is critical. `length` if the response has too many bytes.
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

  /// Returns the bytes of the basic response inside the envelope of an OCSP response.
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

  /// Checks that the version is the first, if the response names a version.
  ///
  /// The first version should be left out, but some responders write it.
  private static func checkVersion(
    _ parts: inout DERWalk, _ bytes: Span<UInt8>
  ) throws(DERFailure) {
    guard let box = try parts.nextIfPresent(.context(0, isConstructed: true), bytes) else { return }
    var walk = DERWalk(box)
    guard try walk.next(.integer, bytes).count(bytes) == 0 else { throw .content }
    try walk.finish()
  }

  /// Reads the certificates in the response.
  ///
  /// Data that is not a certificate is skipped.
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
