// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import KeychainTypes
import Testing

/// Tests of evaluations with trust settings (Specification/certificates.md, "Trust settings").
@Suite("evaluations with trust settings") struct TrustSettingEvaluationTests {
  /// A question with the settings of both domains, and its result.
  struct Row: Sendable {
    let title: String
    var given = ["L", "I", "R"]
    var policy = TrustPolicy.basic
    var user: [String: [TrustSetting]?] = [:]
    var admin: [String: [TrustSetting]?] = [:]
    /// The anchors of the system; nil if only the caller's anchors count.
    var system: [String]? = []
    var custom: [String]?
    let result: TrustResult
    var status: Int32?
    var path: [String]?
  }

  private static func error(_ status: Int32, _ result: TrustSetting.Result? = nil) -> TrustSetting {
    SettingsFixture.setting {
      $0.allowedError = status
      $0.result = result
    }
  }

  private static let trust = SettingsFixture.result(.trustRoot)
  private static let asRoot = SettingsFixture.result(.trustAsRoot)
  private static let deny = SettingsFixture.result(.deny)
  private static let none = SettingsFixture.result(.unspecified)
  private static let server = TrustPolicy(.ssl, names: ["w.example.com"])
  private static let otherServer = TrustPolicy(.ssl, names: ["v.example.com"])

  // swift-format-ignore
  static let rows: [Row] = [
    Row(title: "no settings", result: .recoverableTrustFailure, status: -67843),
    Row(title: "root, always", user: ["R": nil], result: .proceed, path: ["L", "I", "R"]),
    Row(title: "root, by the administrator", admin: ["R": [trust]], result: .proceed),
    Row(title: "root, for another issuer's certificates", user: ["R": [asRoot]], result: .recoverableTrustFailure, status: -67843),
    Row(title: "intermediate as root", given: ["L", "I"], user: ["I": [asRoot]], result: .proceed, path: ["L", "I"]),
    Row(title: "intermediate as a true root", given: ["L", "I"], user: ["I": [trust]], result: .recoverableTrustFailure, status: -25318),
    Row(title: "leaf as root", given: ["L"], user: ["L": [asRoot]], result: .proceed, path: ["L"]),
    Row(title: "the certificate of the record leads to it", given: ["L", "I"], user: ["R": [trust]], result: .proceed, path: ["L", "I", "R"]),
    Row(title: "user over administrator: trust", user: ["R": [trust]], admin: ["R": [deny]], result: .proceed),
    Row(title: "user over administrator: deny", user: ["R": [deny]], admin: ["R": [trust]], result: .deny, status: -67654),
    Row(title: "an entry without statement decides too", user: ["R": [none]], admin: ["R": [trust]], result: .recoverableTrustFailure, status: -67843),
    Row(title: "administrator over system", admin: ["R": [deny]], system: ["R"], result: .deny, status: -67654),
    Row(title: "the system stays the base", user: ["R": [none]], system: ["R"], result: .unspecified),
    Row(title: "trust beside the system", user: ["R": [trust]], system: ["R"], result: .proceed),
    Row(title: "denied leaf", user: ["L": [deny]], system: ["R"], result: .deny, status: -67654),
    Row(title: "denied intermediate", user: ["I": [deny]], system: ["R"], result: .deny, status: -67654),
    Row(title: "deny wins over trust on one path", user: ["R": [trust]], admin: ["I": [deny]], result: .deny, status: -67654),
    Row(title: "the caller's only anchors: trust does not count", user: ["R": [trust]], system: nil, custom: ["other root"], result: .recoverableTrustFailure, status: -67843),
    Row(title: "the caller's only anchors: deny counts", user: ["I": [deny]], system: nil, custom: ["R"], result: .deny, status: -67654),
    Row(title: "the caller's only anchors: no failure is accepted", given: ["expired", "I"], user: ["expired": [error(AllowedError.expired, .unspecified)]], system: nil, custom: ["R"], result: .recoverableTrustFailure, status: -67818),
    Row(title: "expired", given: ["expired", "I"], system: ["R"], result: .recoverableTrustFailure, status: -67818),
    Row(title: "expired, accepted by the number of CSSM", given: ["expired", "I"], user: ["expired": [error(AllowedError.expired, .unspecified)]], system: ["R"], result: .proceed),
    Row(title: "expired, accepted by its status", given: ["expired", "I"], user: ["expired": [error(-67818, .unspecified)]], system: ["R"], result: .proceed),
    Row(title: "expired, accepted for the root only", given: ["expired", "I"], user: ["R": [error(-67818, .unspecified)]], system: ["R"], result: .recoverableTrustFailure, status: -67818),
    Row(title: "expired leaf, trusted as a root", given: ["expired"], user: ["expired": [error(AllowedError.expired, .trustAsRoot)]], result: .proceed),
    Row(title: "expired root, accepted", given: ["below R expired", "R expired"], user: ["R expired": [error(AllowedError.expired)]], result: .proceed),
    Row(title: "expired root, trusted only", given: ["below R expired", "R expired"], user: ["R expired": [trust]], result: .recoverableTrustFailure, status: -67818),
    Row(title: "host", policy: otherServer, custom: ["R"], result: .recoverableTrustFailure, status: -67602),
    Row(title: "host, accepted", policy: otherServer, user: ["L": [error(AllowedError.hostMismatch, .unspecified)]], custom: ["R"], result: .proceed),
    Row(title: "host, another failure accepted", policy: otherServer, user: ["L": [error(-67818, .unspecified)]], custom: ["R"], result: .recoverableTrustFailure, status: -67602),
    Row(title: "untrusted, accepted for the root", user: ["R": [error(-67843, .unspecified)]], result: .proceed),
    Row(title: "a weak key is never accepted", given: ["rsa512"], user: ["rsa512": [error(-67735, .unspecified)]], system: ["R"], result: .fatalTrustFailure, status: -67735),
    Row(title: "900 days, for an anchor of the caller", given: ["900 days"], policy: .server, system: nil, custom: ["R"], result: .recoverableTrustFailure, status: -67901),
    Row(title: "900 days, for an anchor of the settings", given: ["900 days", "R"], policy: .server, user: ["R": [trust]], result: .recoverableTrustFailure, status: -67901),
    Row(title: "900 days, for a leaf of the settings", given: ["900 days"], policy: .server, user: ["900 days": [asRoot]], result: .proceed),
    Row(title: "any purpose, for an anchor of the caller", given: ["any"], policy: .server, system: nil, custom: ["R"], result: .recoverableTrustFailure, status: -67609),
    Row(title: "any purpose, for an anchor of the settings", given: ["any", "R"], policy: .server, user: ["R": [trust]], result: .proceed),
    Row(title: "SHA-1 leaf below an anchor of the settings", given: ["sha1", "RR"], policy: .server, user: ["RR": [trust]], result: .recoverableTrustFailure, status: -67815),
    Row(title: "SHA-1 leaf that is the anchor", given: ["sha1"], policy: .server, user: ["sha1": [asRoot]], result: .proceed),
  ]

  private func outcome(_ row: Row) throws -> TrustOutcome {
    let given = try TrustFixtures.certificates(row.given)
    let domains = TrustDomains(
      user: try SettingsFixture.settings(row.user), admin: try SettingsFixture.settings(row.admin),
      application: { nil })
    let sources = TrustSources(
      custom: try row.custom.map { try TrustFixtures.certificates($0) },
      system: try row.system.map { CertificateIndex(try TrustFixtures.certificates($0)) },
      others: given, settings: domains)
    return try TrustRequest(given[0], [row.policy], sources, at: TrustFixtures.moment).evaluate()
      .outcome()
  }

  @Test("rows", arguments: rows.indices)
  func row(_ place: Int) throws {
    let row = Self.rows[place]
    let outcome = try outcome(row)
    #expect(outcome.result == row.result, "\(row.title): \(outcome.details)")
    #expect(outcome.worst?.check.status == row.status, "\(row.title): \(outcome.details)")
    if let path = row.path {
      #expect(outcome.certificates == (try TrustFixtures.certificates(path)), "\(row.title)")
    }
  }

  @Test("a denied certificate is told by name, and no exception helps")
  func denied() throws {
    let row = Row(title: "", user: ["I": [Self.deny]], system: ["R"], result: .deny)
    let outcome = try outcome(row)
    #expect(
      outcome.summary?.contains("set \u{201c}Inter\u{201d} certificate as distrusted") == true)
    let given = try TrustFixtures.certificates(row.given)
    let sources = TrustSources(
      custom: nil, system: CertificateIndex(try TrustFixtures.certificates(["R"])), others: given,
      settings: TrustDomains(
        user: try SettingsFixture.settings(row.user), admin: nil, application: { nil }))
    let found = try TrustRequest(given[0], [.basic], sources, at: TrustFixtures.moment).evaluate()
    #expect(found.outcome(TrustExceptions(accepting: found)).result == .deny)
  }

  @Test("a path around a denied certificate is found")
  func around() throws {
    // X is signed by RA and by RB.
    let given = try TrustFixtures.certificates(["L of X", "X by RA", "X by RB", "RA", "RB"])
    for (denied, root) in [("X by RA", "RB"), ("X by RB", "RA")] {
      let sources = TrustSources(
        custom: nil, system: CertificateIndex(try TrustFixtures.certificates(["RA", "RB"])),
        others: given,
        settings: TrustDomains(
          user: try SettingsFixture.settings([denied: [Self.deny]]), admin: nil,
          application: { nil }))
      let outcome = try TrustRequest(given[0], [.basic], sources, at: TrustFixtures.moment)
        .evaluate().outcome()
      #expect(outcome.result == .unspecified)
      #expect(outcome.certificates.last == (try TrustFixtures.certificate(root)))
    }
  }

  @Test("the setting of roots without own settings")
  func defaultRoot() throws {
    func settings(_ result: Int) throws -> TrustSettings {
      try TrustSettings(
        Array(
          """
          <plist version="1.0"><dict><key>trustVersion</key><integer>1</integer>
          <key>trustList</key><dict><key>kSecTrustRecordDefaultRootCert</key><dict>
          <key>modDate</key><date>2025-01-01T00:00:00Z</date><key>trustSettings</key><array><dict>
          <key>kSecTrustSettingsResult</key><integer>\(result)</integer>
          </dict></array></dict></dict></dict></plist>
          """.utf8))
    }
    let given = try TrustFixtures.certificates(["L", "I", "R"])
    let own = try SettingsFixture.settings(["R": [Self.none]])
    // swift-format-ignore
    let rows: [(TrustSettings, TrustSettings?, [String], TrustResult)] = [
      (try settings(1), nil, [],    .proceed),
      (try settings(3), nil, ["R"], .deny),
      (try settings(4), nil, ["R"], .unspecified),
      (own, try settings(3), ["R"], .unspecified),
    ]
    for (user, admin, system, result) in rows {
      let sources = TrustSources(
        custom: nil, system: CertificateIndex(try TrustFixtures.certificates(system)),
        others: given, settings: TrustDomains(user: user, admin: admin, application: { nil }))
      let outcome = try TrustRequest(given[0], [.basic], sources, at: TrustFixtures.moment)
        .evaluate().outcome()
      #expect(outcome.result == result)
    }
  }
}
