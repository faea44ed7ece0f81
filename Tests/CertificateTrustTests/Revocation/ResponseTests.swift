// SPDX-License-Identifier: Apache-2.0 - table
import CertificateTrust
import CryptoObjects
import KeychainTypes
import TestVectors
import Testing

/// OCSP responses, most of them by `openssl ocsp`, for certificates below `inter`, which is below
/// `root`.
enum ResponseFixtures {
  private static let vectors = Dictionary(
    uniqueKeysWithValues: Vector.all("trust/responses-v1.txt").map { ($0.testDescription, $0) })

  static func der(_ name: String) throws -> [UInt8] {
    try #require(vectors[name], "no \(name)").bytes("der")
  }

  static func certificate(_ name: String) throws -> Certificate {
    let bytes = try der(name)
    return try Certificate(bytes.span)
  }

  /// Returns the moment when the responses were made.
  static func moment() throws -> Instant {
    Instant(microseconds: Int64(try #require(vectors["moment"]).number("microseconds")))
  }

  static func evaluate(
    _ given: [String], _ responses: [[UInt8]], _ policies: [TrustPolicy], later: Int = 0,
    anchors: [String] = ["root"]
  ) throws -> TrustEvaluation {
    let all = try given.map { try certificate($0) }
    let sources = TrustSources(
      custom: try anchors.map { try certificate($0) }, system: nil, others: all)
    let moment = try moment().advanced(byMicroseconds: Int64(later) * 1_000_000)
    return try TrustRequest(all[0], policies, sources, responses: responses, at: moment)
      .evaluate()
  }
}

extension TrustPolicy {
  /// A policy that refuses only certificates that are known to be revoked.
  static let checked = TrustPolicy(.revocation, revocation: .anyMethod)
  /// A policy that requires a valid response.
  static let vouched = TrustPolicy(.revocation, revocation: [.responder, .requiresResponse])
}

// Specification/certificates.md, "Policies of SecTrust", "Checks, their status, and OpenSSL",
// "The trust engine".
@Suite("responses of OCSP") struct ResponseTests {
  /// The effect of a response on the evaluation.
  enum Worth {
    case good, revoked, unusable
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let responses: [String]
    let worth: Worth
    var leaf = "leaf"
    var others = ["inter"]
    /// Seconds since the responses were made.
    var later = 60

    init(
      _ responses: String..., is worth: Worth, leaf: String = "leaf", others: [String] = ["inter"],
      later: Int = 60
    ) {
      self.responses = responses
      (self.worth, self.leaf, self.others, self.later) = (worth, leaf, others, later)
    }

    var testDescription: String { "\(responses) about \(leaf), \(later) s later" }
  }

  private static let day = 86_400

  // swift-format-ignore
  static let rows: [Row] = [
    Row("good", is: .good),
    Row("good, of a delegate", is: .good),
    Row("good, by key", is: .good),
    Row("good, of the issuer by key", is: .good),
    Row("good, of two", is: .good),
    Row("good, about sha256", is: .good),
    Row("good, about sha384", is: .good),
    Row("good, about sha512", is: .good),
    Row("good, with sha1", is: .good),
    Row("good, with rsa", is: .good),
    Row("good, with pss", is: .good),
    Row("good, with an extension", is: .good),
    Row("good direct", is: .good, leaf: "direct", others: []),
    Row("revoked", is: .revoked, leaf: "revoked leaf"),
    Row("revoked, of a delegate", is: .revoked, leaf: "revoked leaf"),
    Row("revoked leaf, of a delegate", is: .revoked),
    Row("revoked direct", is: .revoked, leaf: "direct", others: []),
    // Several responses.
    Row(is: .unusable),
    Row("empty", "good", is: .good),
    Row("good", "revoked leaf, of a delegate", is: .revoked),
    Row("revoked leaf, of a delegate", "good", is: .revoked),
    Row("good, of another", "good inter", is: .unusable),
    Row("good", "good inter", is: .good),
    Row("good", "revoked inter", is: .revoked),
    Row("revoked inter", is: .revoked),
    // Responses about another certificate.
    Row("good, of another", is: .unusable),
    Row("good, of another issuer", is: .unusable),
    Row("good, about sha224", is: .unusable),
    Row("unknown", is: .unusable),
    // Responses by another signer.
    Row("good, of a server", is: .unusable),
    Row("good, of an encipherer", is: .unusable),
    Row("good, of a strange delegate", is: .unusable),
    Row("good, of a late delegate", is: .unusable),
    Row("good, of delegate of root", is: .unusable),
    Row("good, of delegate of stranger", is: .unusable),
    Row("good, of stranger", is: .unusable),
    Row("revoked, of stranger", is: .unusable),
    Row("good, delegate missing", is: .unusable),
    Row("good, under another name", is: .unusable),
    Row("delegate about itself", is: .unusable, leaf: "delegate"),
    Row("good, with md5", is: .unusable),
    Row("good, spoilt", is: .unusable),
    // Responses for another time.
    Row("good, over", is: .unusable),
    Row("good, over", is: .good, later: -8 * day),
    Row("good, over", is: .good, later: -7 * day),
    Row("good, over", is: .unusable, later: -7 * day + 1),
    Row("revoked leaf, over", is: .unusable),
    Row("revoked leaf, over", is: .revoked, later: -8 * day),
    Row("good, to come", is: .unusable),
    Row("good, to come", is: .good, later: day),
    Row("good, of a clock ahead", is: .good),
    Row("good, of a clock ahead", is: .good, later: -60),
    Row("good, of a clock ahead", is: .unusable, later: -61),
    Row("good, without an end", is: .good),
    Row("good, without an end", is: .unusable, later: day + 60),
    Row("good, without an end, of old", is: .unusable),
    Row("good, backwards", is: .unusable),
    // Data that are no valid response.
    Row("try later", is: .unusable),
    Row("good, with a critical extension", is: .unusable),
    Row("empty", is: .unusable),
    Row("cut", is: .unusable),
    Row("with more", is: .unusable),
    Row("request", is: .unusable),
    Row("leaf", is: .unusable),
  ]

  @Test("what they come to", arguments: rows)
  func row(_ row: Row) throws {
    let responses = try row.responses.map { try ResponseFixtures.der($0) }
    func status(_ policies: [TrustPolicy]) throws -> Int32? {
      let evaluation = try ResponseFixtures.evaluate(
        [row.leaf] + row.others, responses, policies, later: row.later)
      let outcome = evaluation.outcome()
      let isFatal = outcome.worst?.check == .revocation
      #expect((outcome.result == .fatalTrustFailure) == isFatal)
      return outcome.worst?.check.status
    }
    #expect(try status([.basic]) == nil)
    #expect(try status([.basic, .checked]) == (row.worth == .revoked ? -67820 : nil))
    let demanded: Int32? =
      switch row.worth {
      case .good: nil
      case .revoked: -67820
      case .unusable: -67635
      }
    #expect(try status([.vouched]) == demanded)
  }

  @Test("an authority that is revoked is named, and the text says so")
  func place() throws {
    let responses = [try ResponseFixtures.der("good"), try ResponseFixtures.der("revoked inter")]
    let outcome = try ResponseFixtures.evaluate(["leaf", "inter"], responses, [.vouched]).outcome()
    #expect(outcome.failures == [[], [.revocation], []])
    #expect(outcome.summary == "\u{201c}inter\u{201d} certificate is revoked")
  }

  @Test("an anchor needs nobody to vouch for what is below it, and nobody vouches for it")
  func anchors() throws {
    func status(_ responses: [String], anchors: [String]) throws -> Int32? {
      try ResponseFixtures.evaluate(
        ["leaf", "inter"], responses.map { try ResponseFixtures.der($0) }, [.vouched],
        anchors: anchors
      ).outcome().worst?.check.status
    }
    #expect(try status(["good", "revoked inter"], anchors: ["inter"]) == nil)
    #expect(try status(["good"], anchors: ["leaf"]) == -67635)
  }

  @Test("an exception overrules a missing response, and never a revocation")
  func exceptions() throws {
    let missing = try ResponseFixtures.evaluate(["leaf", "inter"], [], [.vouched])
    #expect(missing.outcome(TrustExceptions(accepting: missing)).result == .proceed)
    let revoked = try ResponseFixtures.evaluate(
      ["leaf", "inter"], [ResponseFixtures.der("revoked inter")], [.checked])
    let outcome = revoked.outcome(TrustExceptions(accepting: revoked))
    #expect(outcome.result == .fatalTrustFailure && outcome.worst?.check == .revocation)
  }

  @Test("an answer holds as long as the responses count")
  func life() throws {
    func holds(_ name: String, after seconds: Int, asked later: Int = 60) throws -> Bool {
      let evaluation = try ResponseFixtures.evaluate(
        ["leaf", "inter"], [ResponseFixtures.der(name)], [.checked], later: later)
      let other = try ResponseFixtures.moment().advanced(byMicroseconds: Int64(seconds) * 1_000_000)
      return evaluation.holds(at: other)
    }
    #expect(try holds("good, of an hour", after: 3600))
    #expect(try !holds("good, of an hour", after: 3601))
    #expect(try holds("good, to come", after: Self.day - 301))
    #expect(try !holds("good, to come", after: Self.day - 300))
    #expect(try !holds("revoked leaf, over", after: 60, asked: -8 * Self.day))
    #expect(try holds("good, of another", after: 3601))
  }
}
