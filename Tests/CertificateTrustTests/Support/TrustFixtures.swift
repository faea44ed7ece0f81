// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import KeychainTypes
import TestVectors
import Testing

/// The certificates of Tests/Vectors/trust, by name.
enum TrustFixtures {
  private static let vectors = Dictionary(
    uniqueKeysWithValues: Vector.all("trust/certificates-v1.txt").map { ($0.testDescription, $0) })

  static func der(_ name: String) throws -> [UInt8] {
    try #require(vectors[name], "no \(name)").bytes("der")
  }

  static func certificate(_ name: String) throws -> Certificate {
    let bytes = try der(name)
    return try Certificate(bytes.span)
  }

  static func certificates(_ names: [String]) throws -> [Certificate] {
    try names.map { try certificate($0) }
  }

  /// The moment 2025-01-01T00:00:00Z, at which most of the certificates are valid.
  static let moment = Instant(microseconds: 757_382_400 * 1_000_000)
}

/// A question of trust and its answer, numbered as in Specification/certificates.md, "Conformance
/// cases".
struct TrustCase: Sendable, CustomTestStringConvertible {
  let title: String
  /// The names of the certificates.
  ///
  /// The first one is evaluated.
  var given: [String]
  var policy = TrustPolicy.basic
  var anchors: [String]? = ["R"]
  /// The names of the system's anchors, or nil to ignore the system's anchors.
  var system: [String]?
  /// Seconds after the usual moment.
  var later = 0
  /// The status of the worst failure, or nil if there is no failure.
  let status: Int32?
  var result: TrustResult?
  /// The expected path, or nil if any path will do.
  var path: [String]?

  var testDescription: String { title }

  func evaluation() throws -> TrustEvaluation {
    let all = try TrustFixtures.certificates(given)
    let sources = TrustSources(
      custom: try anchors.map { try TrustFixtures.certificates($0) },
      system: try system.map { CertificateIndex(try TrustFixtures.certificates($0)) },
      others: all)
    let moment = TrustFixtures.moment.advanced(byMicroseconds: Int64(later) * 1_000_000)
    return try TrustRequest(all[0], [policy], sources, at: moment).evaluate()
  }

  func check() throws {
    let outcome = try evaluation().outcome()
    #expect(outcome.worst?.check.status == status, "\(outcome.details)")
    #expect(outcome.result.isSuccess == (status == nil))
    if let result { #expect(outcome.result == result) }
    if let path {
      let expected = try TrustFixtures.certificates(path)
      #expect(outcome.certificates == expected, "\(outcome.details)")
    }
  }
}

extension TrustPolicy {
  static let server = TrustPolicy(.ssl)
  static let client = TrustPolicy(.ssl, .client)

  static func server(_ host: String) -> TrustPolicy { TrustPolicy(.ssl, names: [host]) }
}
