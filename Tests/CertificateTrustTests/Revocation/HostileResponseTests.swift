// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import TestPatience
import Testing

/// Tests of OCSP responses that demand excessive work.
@Suite("hostile responses are answered after little work") struct HostileResponseTests {
  private func status(_ responses: [[UInt8]]) throws -> Int32? {
    var status: Int32?
    let duration = try Stopwatch.duration(.thread) {
      status = try ResponseFixtures.evaluate(["leaf", "inter"], responses, [.vouched])
        .outcome().worst?.check.status
    }
    #expect(duration < Effort.most)
    return status
  }

  @Test("bytes changed, and every length: all of one response, some of another")
  func damage() throws {
    for (name, step) in [("good, of a delegate", 7), ("good, with an extension", 1)] {
      let whole = try ResponseFixtures.der(name)
      for place in stride(from: 0, to: whole.count, by: step) {
        var changed = whole
        changed[place] ^= 0x81
        for damaged in [changed, Array(whole[..<place])] {
          let outcome = try ResponseFixtures.evaluate(["leaf", "inter"], [damaged], [.vouched])
            .outcome()
          #expect(outcome.worst?.check == .revocationResponseRequired, "byte \(place)")
        }
      }
    }
  }

  @Test("more responses than are looked at: the first count")
  func many() throws {
    let spoilt = try ResponseFixtures.der("good, spoilt")
    let good = try ResponseFixtures.der("good")
    #expect(try status(Array(repeating: spoilt, count: 31) + [good]) == nil)
    #expect(try status(Array(repeating: spoilt, count: 32) + [good]) == -67635)
    #expect(try status(Array(repeating: spoilt, count: 100_000)) == -67635)
  }

  @Test("large responses, full of words about the certificate")
  func large() throws {
    let good = try ResponseFixtures.der("good, of a delegate")
    let single = try #require(self.single(of: good))
    let words = 60_000 / single.count
    let response = made(of: Array(repeating: single, count: words).flatMap(\.self))
    #expect(response.count <= 64 << 10)
    #expect(try status(Array(repeating: response, count: 32)) == -67635)
    let tooLarge = made(of: Array(repeating: single, count: 70_000 / single.count).flatMap(\.self))
    #expect(tooLarge.count > 64 << 10)
    #expect(try status([tooLarge]) == -67635)
  }

  @Test("many signers of one name, none of whom is one")
  func signers() throws {
    let delegate = try ResponseFixtures.der("late delegate")
    let good = try ResponseFixtures.der("good, of a late delegate")
    let basic = try #require(self.basic(of: good))
    let certificates = DERWriter.element(
      .context(0, isConstructed: true),
      DERWriter.element(.sequence, Array(repeating: delegate, count: 100).flatMap(\.self)))
    let response = envelope(DERWriter.element(.sequence, basic + certificates))
    #expect(try status(Array(repeating: response, count: 32)) == -67635)
  }

  /// Returns the elements of a basic response that precede its certificates.
  private func basic(of response: [UInt8]) -> [UInt8]? {
    let bytes = response.span
    guard let start = response.indices.first(where: { response[$0...].starts(with: Self.form) })
    else { return nil }
    var outside = DERWalk(start + Self.form.count..<response.count)
    guard let octets = try? outside.next(.octetString, bytes) else { return nil }
    var walk = DERWalk(octets)
    guard let whole = try? walk.next(.sequence, bytes) else { return nil }
    var inside = DERWalk(whole)
    let parts = (0..<3).compactMap { _ in try? inside.next(bytes) }
    return parts.flatMap { bytes.array($0.whole) }
  }

  /// Returns the first single response of an OCSP response.
  private func single(of response: [UInt8]) -> [UInt8]? {
    guard let basic = basic(of: response) else { return nil }
    let bytes = basic.span
    var walk = DERWalk(bytes)
    guard let part = try? walk.next(.sequence, bytes) else { return nil }
    var parts = DERWalk(part)
    _ = try? parts.next(bytes)
    _ = try? parts.next(bytes)
    guard let list = try? parts.next(.sequence, bytes) else { return nil }
    return bytes.array(list.content)
  }

  /// Returns a response in the issuer's name, with an invalid signature.
  private func made(of words: [UInt8]) -> [UInt8] {
    let name: [UInt8] = DERWriter.element(
      .context(1, isConstructed: true),
      (try? ResponseFixtures.certificate("leaf").encodedIssuer) ?? [])
    let time = DERWriter.element(.generalizedTime, Array("20260101000000Z".utf8))
    let algorithm = DERWriter.sequence([
      DERWriter.element(.objectIdentifier, OID(1, 2, 840, 10_045, 4, 3, 2).content)
    ])
    let part = DERWriter.sequence([name, time, DERWriter.element(.sequence, words)])
    return envelope(
      DERWriter.sequence([part, algorithm, DERWriter.bitString([0x30, 6, 2, 1, 1, 2, 1, 1])]))
  }

  private static let form = DERWriter.element(
    .objectIdentifier, OID(1, 3, 6, 1, 5, 5, 7, 48, 1, 1).content)

  private func envelope(_ basic: [UInt8]) -> [UInt8] {
    let bytes = DERWriter.sequence([Self.form, DERWriter.element(.octetString, basic)])
    return DERWriter.sequence([
      [0x0a, 1, 0], DERWriter.element(.context(0, isConstructed: true), bytes),
    ])
  }
}
