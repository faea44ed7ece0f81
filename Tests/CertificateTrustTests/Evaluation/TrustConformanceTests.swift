// SPDX-License-Identifier: Apache-2.0 - table
import CertificateTrust
import Testing

/// Runs the cases of Specification/certificates.md, "Conformance cases", about paths and policies.
///
/// Cases about objects and calls are in SecurityTests/Trust.
@Suite("conformance cases of trust") struct TrustConformanceTests {
  @Test("the numbered cases", arguments: rows)
  func row(_ row: TrustCase) throws { try row.check() }

  private static let day = 86_400

  // swift-format-ignore
  static let rows: [TrustCase] = [
    .init(title: "8: a malformed extension", given: ["malformed"], status: -67618),
    .init(title: "9: an unknown critical extension", given: ["unknown critical"], status: -67603),
    .init(title: "9: an unknown one that is not critical", given: ["unknown"], status: nil),
    .init(title: "10: an extension twice", given: ["twice"], status: -67903),
    .init(title: "45: a whole chain", given: ["L", "I"], policy: .server("w.example.com"), status: nil, result: .unspecified, path: ["L", "I", "R"]),
    .init(title: "46: without I", given: ["L"], status: -25318, path: ["L"]),
    .init(title: "46: R is no anchor", given: ["L", "I", "R"], anchors: [], status: -67843, path: ["L", "I", "R"]),
    .init(title: "46: I is the anchor", given: ["L"], anchors: ["I"], status: nil, path: ["L", "I"]),
    .init(title: "46: L is the anchor", given: ["L"], anchors: ["L"], status: nil, path: ["L"]),
    .init(title: "47: another host", given: ["L", "I"], policy: .server("v.example.com"), status: -67602),
    .init(title: "47: a star", given: ["star"], policy: .server("x.w.example.com"), status: nil),
    .init(title: "47: what the star is below", given: ["star"], policy: .server("w.example.com"), status: -67602),
    .init(title: "47: capitals and a point at the end", given: ["star"], policy: .server("A.Example.Com."), status: nil),
    .init(title: "47: a common name only", given: ["name only"], policy: .server("w.example.com"), status: -67602),
    .init(title: "48: an address", given: ["addresses"], policy: .server("10.0.0.1"), status: nil),
    .init(title: "48: a text that begins like an address", given: ["addresses"], policy: .server("10.0.0.1\0.evil.com"), status: -67602),
    .init(title: "48: a long address", given: ["addresses"], policy: .server("2001:db8:0:0::1"), status: nil),
    .init(title: "49: expired", given: ["expired"], status: -67818, result: .recoverableTrustFailure),
    .init(title: "49: a moment inside", given: ["expired"], later: -913 * day, status: nil),
    .init(title: "49: not yet valid", given: ["not yet"], status: -67818),
    .init(title: "50: expired and not trusted", given: ["expired", "R"], anchors: [], status: -67843),
    .init(title: "51: RSA 1024, basic", given: ["rsa1024"], status: nil),
    .init(title: "51: RSA 1024, server", given: ["rsa1024"], policy: .server, status: -67735, result: .recoverableTrustFailure),
    .init(title: "51: RSA 512, basic", given: ["rsa512"], status: -67735, result: .fatalTrustFailure),
    .init(title: "52: SHA-1, basic", given: ["sha1"], anchors: ["RR"], status: nil),
    .init(title: "52: SHA-1, server", given: ["sha1"], policy: .server, anchors: ["RR"], status: -67815, result: .recoverableTrustFailure),
    .init(title: "52: MD5, basic", given: ["md5"], anchors: ["RR"], status: -67815, result: .fatalTrustFailure),
    .init(title: "53: for clients, as a server's", given: ["client"], policy: .server, status: -67609),
    .init(title: "53: for any purpose, before July 2019", given: ["any of old"], policy: .server, later: -1735 * day, status: nil),
    .init(title: "53: for any purpose, after", given: ["any"], policy: .server, status: -67609),
    .init(title: "54: 900 days, server", given: ["900 days"], policy: .server, status: -67901),
    .init(title: "54: 900 days, basic", given: ["900 days"], status: nil),
    .init(title: "55: without basic constraints", given: ["L of I without constraints", "I without constraints"], status: -67604),
    .init(title: "55: constraints that say no", given: ["L of I no authority", "I no authority"], status: -67605),
    .init(title: "55: a longer path than allowed", given: ["L of I below R0", "I below R0"], anchors: ["R0"], status: -67611),
    .init(title: "55: a name that is not allowed", given: ["L of I of hosts", "I of hosts"], status: -67689),
  ]
}
