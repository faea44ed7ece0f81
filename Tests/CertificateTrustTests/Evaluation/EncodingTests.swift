// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import KeychainTypes
import Testing

/// Tests of encodings that libcrypto refuses and Apple accepts, as
/// Documentation/Decisions/certificate-encodings.md decides.
@Suite("Encodings that libcrypto refuses") struct EncodingTests {
  typealias Kind = MeshAuthorities.Kind

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let isTrusted: Bool
    let kind: Kind

    init(_ title: String, _ isTrusted: Bool, _ change: (inout Kind) -> Void) {
      var kind = Kind()
      change(&kind)
      (testDescription, self.isTrusted, self.kind) = (title, isTrusted, kind)
    }
  }

  static let rows: [Row] = [
    Row("as always", true) { _ in },
    Row("NULL in the signed part alone", true) { $0.innerParameters = [5, 0] },
    Row("NULL outside alone", true) { $0.outerParameters = [5, 0] },
    Row("NULL in both places", true) { kind in
      (kind.innerParameters, kind.outerParameters) = ([5, 0], [5, 0])
    },
    Row("other parameters in each place", true) { kind in
      (kind.innerParameters, kind.outerParameters) = ([4, 1, 7], [0x30, 0])
    },
    Row("another algorithm outside", false) { $0.outerAlgorithm = Kind.otherAlgorithm },
    Row("a signature with unused bits", false) { $0.unusedBits = 1 },
    Row("a serial number with zeros in front", true) { $0.serialNumber = [0, 0, 1] },
    Row("a negative serial number with its sign repeated", true) {
      $0.serialNumber = [0xff, 0xff, 0xfe]
    },
    Row("a serial number that only seems too long", true) { $0.serialNumber = [0xff, 0, 0] },
    Row("a serial number of 37 bytes", true) { kind in
      kind.serialNumber = [UInt8](repeating: 0, count: 36) + [1]
    },
  ]

  @Test("in a leaf, an authority and an anchor", arguments: rows, 0...2)
  func row(_ row: Row, _ place: Int) throws {
    let made = MeshAuthorities()
    let names = ["leaf", "middle", "root"]
    let path = try names.indices.map { index in
      var kind = index == place ? row.kind : Kind()
      if index == 0 { kind.isAuthority = nil }
      return try made.certificate(names[index], by: names[min(index + 1, 2)], kind)
    }
    let sources = TrustSources(custom: [path[2]], system: nil, others: [path[1]])
    let outcome = try TrustRequest(path[0], [.basic], sources, at: TrustFixtures.moment)
      .evaluate().outcome()
    // The signature on an anchor is not checked.
    let isTrusted = row.isTrusted || place == 2
    #expect((outcome.worst == nil) == isTrusted, "\(outcome.details)")
    if isTrusted { #expect(outcome.certificates == path) }
  }

  @Test("what is checked is what is signed: another serial number is another certificate")
  func changed() throws {
    let made = MeshAuthorities()
    var kind = Kind()
    (kind.isAuthority, kind.serialNumber) = (nil, [0, 0, 1])
    let leaf = try made.certificate("leaf", by: "root", kind)
    let root = try made.certificate("root", by: "root")
    let number: [UInt8] = [2, 3, 0, 0, 1]
    let place = try #require(
      leaf.bytes.indices.first { leaf.bytes[$0...].starts(with: number) })
    var bytes = leaf.bytes
    bytes[place + 4] = 2
    let sources = TrustSources(custom: [root], system: nil, others: [])
    for (given, isTrusted) in [(leaf, true), (try Certificate(bytes.span), false)] {
      let outcome = try TrustRequest(given, [.basic], sources, at: TrustFixtures.moment)
        .evaluate().outcome()
      #expect((outcome.worst == nil) == isTrusted)
    }
  }
}
