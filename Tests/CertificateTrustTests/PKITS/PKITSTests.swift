// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import KeychainTypes
import TestVectors
import Testing

/// Runs NIST's test suite of path validation under the basic policy (Specification/certificates.md,
/// "Public certificate suites").
///
/// Documentation/PKITS.md explains each case with another answer.
@Suite("PKITS") struct PKITSTests {
  private static let vectors = Dictionary(
    uniqueKeysWithValues: Vector.all("pkits/certificates-v1.txt").map { ($0.testDescription, $0) })
  private static let cases = Vector.all("pkits/cases-v1.txt")

  /// The cases with another answer than the suite expects.
  private static let differences: Set = [
    // DSA keys are not supported, as on Apple's systems.
    "4.1.4", "4.1.5",
  ]

  /// 2020-01-01T00:00:00Z.
  private static let moment = Instant(microseconds: 599_529_600 * 1_000_000)

  private static func certificate(_ name: String) throws -> Certificate {
    let bytes = try #require(vectors[name], "no \(name)").bytes("der")
    return try Certificate(bytes.span)
  }

  /// Returns the failures of the path, as text that is empty if the path is valid.
  private func failure(_ given: [Certificate]) throws -> String {
    let root = try Self.certificate("TrustAnchorRootCertificate")
    let sources = TrustSources(custom: [root], system: nil, others: given)
    let request = TrustRequest(given[0], [.basic], sources, at: Self.moment)
    return try request.evaluate().outcome().details
  }

  @Test("each case", arguments: cases)
  func row(_ vector: Vector) throws {
    let names = try #require(vector.fields["given"]).split(separator: " ").map { String($0) }
    let failure: String
    do {
      failure = try self.failure(try names.map { try Self.certificate($0) })
    } catch is DERFailure {
      failure = "no certificate"
    }
    // Revocation lists are not read.
    let isExpected = vector.expect != "invalid"
    let isDifferent = Self.differences.contains(vector.testDescription)
    #expect(failure.isEmpty == (isExpected != isDifferent), "\(failure)")
  }

  @Test("each case, among the certificates of all the others")
  func crowd() throws {
    let all = Self.vectors.keys.sorted().compactMap { try? Self.certificate($0) }
    for vector in Self.cases where vector.expect == "valid" {
      guard !Self.differences.contains(vector.testDescription) else { continue }
      let names = try #require(vector.fields["given"]).split(separator: " ").map { String($0) }
      let leaf = try Self.certificate(names[0])
      let failure = try failure([leaf] + all)
      #expect(failure == "", "\(vector.testDescription)")
    }
  }

  @Test("the files are all there")
  func complete() {
    #expect(Self.cases.count == 153 && Self.vectors.count > 200)
  }
}
