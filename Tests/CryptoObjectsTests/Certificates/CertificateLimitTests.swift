// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import TestVectors
import Testing

/// Tests of the limits for hostile certificates (Specification/certificates.md, "Creating a
/// certificate").
@Suite("Limits of certificates")
struct CertificateLimitTests {
  /// Returns a certificate with a subject and extensions.
  ///
  /// All other parts are as short as possible.
  private func certificate(
    subject: [UInt8] = [], extensions: [[UInt8]] = [[0x30, 5, 6, 1, 42, 4, 0]]
  ) -> [UInt8] {
    let algorithm = DERWriter.sequence([[6, 1, 42]])
    let time = DERWriter.element(.utcTime, Array("250101000000Z".utf8))
    let list = DERWriter.element(.context(3, isConstructed: true), DERWriter.sequence(extensions))
    let part = DERWriter.sequence([
      [0xa0, 3, 2, 1, 2], [2, 1, 1], algorithm, [0x30, 0], DERWriter.sequence([time, time]),
      DERWriter.element(.sequence, subject), DERWriter.sequence([algorithm, [3, 1, 0]]), list,
    ])
    return DERWriter.sequence([part, algorithm, [3, 1, 0]])
  }

  private func pair(_ type: [UInt8], _ text: String) -> [UInt8] {
    let pair = DERWriter.sequence([
      DERWriter.element(.objectIdentifier, type), [0x0c, UInt8(text.utf8.count)] + text.utf8,
    ])
    return DERWriter.element(.set, pair)
  }

  @Test("9,999 extensions are a certificate, 10,000 are none")
  func extensions() throws {
    let one: [UInt8] = [0x30, 5, 6, 1, 42, 4, 0]
    let most = certificate(extensions: Array(repeating: one, count: 9_999))
    let read = try Certificate(most.span)
    #expect(read.extensions.count == 9_999)
    #expect(read.hasDuplicateExtension)
    let tooMany = certificate(extensions: Array(repeating: one, count: 10_000))
    #expect(throws: DERFailure.length) { try Certificate(tooMany.span) }
  }

  @Test("4 MiB are a certificate, a byte more is none")
  func size() throws {
    func sized(_ count: Int) -> [UInt8] {
      let value = DERWriter.element(.octetString, Array(repeating: 0, count: count))
      return certificate(extensions: [DERWriter.sequence([[6, 1, 42], value])])
    }
    // Both sizes have lengths of three bytes, so the difference is exact.
    let exact = Certificate.mostBytes - (sized(1 << 20).count - (1 << 20))
    #expect(try Certificate(sized(exact).span).bytes.count == Certificate.mostBytes)
    #expect(throws: DERFailure.length) { try Certificate(sized(exact + 1).span) }
  }

  @Test("names of very many values are read in one go")
  func names() throws {
    let count = 20_000
    let one = pair([0x55, 4, 3], "a")
    let read = try Certificate(
      certificate(subject: Array(repeatElement(one, count: count).joined())).span)
    #expect(read.subjectSummary?.utf8.count == 3 * count - 2)
    #expect(read.commonName == "a")
    #expect(read.subject?.normalizedContent.count == count * one.count)
    #expect(try read.storedAttributes() != nil)
  }

  @Test("alternative names nest no deeper than they are read")
  func nesting() throws {
    var value: [UInt8] = []
    for _ in 0..<10_000 { value = DERWriter.element(.sequence, value) }
    let name = DERWriter.element(.context(4, isConstructed: true), value)
    let octets = DERWriter.element(.octetString, DERWriter.sequence([name]))
    let list = DERWriter.sequence([[6, 3, 0x55, 0x1d, 0x11], octets])
    let read = try Certificate(certificate(extensions: [list]).span)
    #expect(read.subjectAlternativeNames.count == 1)
  }
}
