// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import Testing

/// Tests of certificates with their issuer's name and without an identifier of its key.
///
/// Only the signature identifies the signer (Specification/certificates.md, "Checks, their status,
/// and OpenSSL", "The trust engine").
@Suite("certificates named as their issuers") struct SharedNameTests {
  typealias Kind = MeshAuthorities.Kind

  /// A path from the leaf to the anchor, with the special properties of each certificate.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let path: [Kind]
    /// The expected failures of each certificate.
    let failures: [[TrustCheck]]
  }

  private static func kind(
    _ name: String, by issuer: String = "localhost", isAuthority: Bool? = true,
    _ change: (inout Kind) -> Void = { _ in }
  ) -> Kind {
    var kind = Kind()
    (kind.name, kind.issuerName, kind.isAuthority) = (name, issuer, isAuthority)
    change(&kind)
    return kind
  }

  private static let root = kind("localhost")
  private static let leaf = kind("localhost", isAuthority: nil)

  static let rows = [
    Row(testDescription: "a leaf", path: [leaf, root], failures: [[], []]),
    Row(
      testDescription: "a leaf, in other letters",
      path: [kind("LocalHost", isAuthority: nil), root], failures: [[], []]),
    Row(
      testDescription: "an authority", path: [kind("leaf", isAuthority: nil), root, root],
      failures: [[], [], []]),
    Row(
      testDescription: "all of four", path: [leaf, root, root, root], failures: [[], [], [], []]),
    Row(
      testDescription: "lengths count no authority that has its issuer's name",
      path: [leaf, root, kind("localhost") { $0.pathLength = 0 }], failures: [[], [], []]),
    Row(
      testDescription: "lengths count the others",
      path: [
        kind("leaf", by: "other", isAuthority: nil), kind("other"),
        kind("localhost") { $0.pathLength = 0 }, root,
      ], failures: [[], [], [.basicConstraintsPathLength], []]),
    Row(
      testDescription: "the names of a leaf are looked at",
      path: [
        kind("localhost", isAuthority: nil) { $0.host = "w.example.com" },
        kind("localhost") { $0.excluded = "example.com" },
      ], failures: [[.nameConstraints], []]),
    Row(
      testDescription: "an issuer that is no authority",
      path: [kind("x", by: "x", isAuthority: nil), kind("X", by: "X", isAuthority: false)],
      failures: [[], [.basicConstraintsCA]]),
    Row(
      testDescription: "an issuer that does not say what it is",
      path: [kind("x", by: "x", isAuthority: nil), kind("X", by: "X", isAuthority: nil)],
      failures: [[], [.basicConstraints]]),
  ]

  @Test("who signed is not who has the name", arguments: rows)
  func row(_ row: Row) throws {
    let authorities = MeshAuthorities()
    let last = row.path.count - 1
    let path = try row.path.enumerated().map { place, kind in
      try authorities.certificate("key \(place)", by: "key \(min(place + 1, last))", kind)
    }
    let sources = TrustSources(custom: [path[last]], system: nil, others: path.dropLast())
    let outcome = try TrustRequest(path[0], [.basic], sources, at: TrustFixtures.moment)
      .evaluate().outcome()
    #expect(outcome.certificates == path)
    #expect(outcome.failures == row.failures)
  }

  @Test("many of one name: the one whose key the certificate names is tried")
  func many() throws {
    let authorities = MeshAuthorities()
    let numbers = UInt8(0)..<140
    let roots = try numbers.map { number in
      try authorities.certificate(
        "key \(number)", by: "key \(number)",
        Self.kind("localhost") { $0.subjectKey = [number] })
    }
    let leaf = try authorities.certificate(
      "leaf", by: "key 139", Self.kind("leaf", isAuthority: nil) { $0.authorityKey = [139] })
    func outcome(_ anchors: [Certificate], _ others: [Certificate]) throws -> TrustOutcome {
      let sources = TrustSources(custom: anchors, system: nil, others: others)
      return try TrustRequest(leaf, [.basic], sources, at: TrustFixtures.moment)
        .evaluate().outcome()
    }
    let believed = try outcome(roots, [])
    #expect(believed.worst == nil && believed.certificates == [leaf, roots[139]])
    let found = try outcome([], roots)
    #expect(found.failures == [[], [.anchorTrusted]])
  }

  @Test("extensions that libcrypto cannot read, or gives a meaning of its own")
  func extensions() throws {
    let authorities = MeshAuthorities()
    let root = try authorities.certificate("root", by: "root")
    func failures(_ identifier: [UInt8], _ value: [UInt8]) throws -> [[TrustCheck]] {
      var kind = Self.kind("leaf", by: "root", isAuthority: nil)
      kind.extensions = [(identifier, value)]
      let leaf = try authorities.certificate("leaf", by: "root", kind)
      let sources = TrustSources(custom: [root], system: nil, others: [])
      return try TrustRequest(leaf, [.basic], sources, at: TrustFixtures.moment)
        .evaluate().outcome().failures
    }
    let keyUsageOfNothing = try failures([0x55, 0x1d, 0x0f], [3, 1, 0])
    #expect(keyUsageOfNothing == [[.unparseableExtension], []])
    // proxyCertInfo (RFC 3820 3.8) with the policy "inherit all".
    let policy = DERWriter.sequence([[6, 8, 0x2b, 6, 1, 5, 5, 7, 21, 1]])
    let proxy = try failures([0x2b, 6, 1, 5, 5, 7, 1, 14], DERWriter.sequence([policy]))
    #expect(proxy == [[.basicCertificateProcessing], [.basicCertificateProcessing]])
  }
}
