// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import KeychainTypes
import Testing

/// Tests of each condition of a trust setting, with each result
/// (Specification/certificates.md, "Trust settings").
@Suite("conditions of trust settings") struct TrustSettingMatchTests {
  /// A condition, and whether it is met in the question: the root R, the policy SSL for the server
  /// w.example.com, asked by /usr/bin/program.
  struct Condition: Sendable {
    let title: String
    let isMet: Bool
    /// True if the condition is met for settings that deny; nil if that is `isMet`.
    var isMetIfDenying: Bool?
    let setUp: @Sendable (inout TrustSetting) -> Void
  }

  private static func policy(_ word: String) -> SettingPolicy {
    SettingPolicy.all.first { $0.word == word } ?? SettingPolicy.all[0]
  }

  private static let other = PropertyListValue.text("x")

  // swift-format-ignore
  static let conditions: [Condition] = [
    Condition(title: "none",                    isMet: true)  { _ in },
    Condition(title: "SSL",                     isMet: true)  { $0.policy = policy("ssl").identifier },
    Condition(title: "SSL for servers",         isMet: true)  { $0.policy = policy("ssl").identifier; $0.policyName = "sslServer" },
    Condition(title: "SSL, with an old name",   isMet: true)  { $0.policy = policy("ssl").identifier; $0.policyName = "SSL" },
    Condition(title: "SSL for clients",         isMet: false) { $0.policy = policy("ssl").identifier; $0.policyName = "sslClient" },
    Condition(title: "the name alone",          isMet: true)  { $0.policyName = "sslServer" },
    Condition(title: "another name alone",      isMet: false) { $0.policyName = "SMIME" },
    Condition(title: "mail",                    isMet: false) { $0.policy = policy("smime").identifier },
    Condition(title: "basic",                   isMet: false) { $0.policy = policy("basic").identifier },
    Condition(title: "a policy of Apple",       isMet: false) { $0.policy = policy("swUpdate").identifier },
    Condition(title: "an unknown policy",       isMet: false) { $0.policy = OID(1, 2, 3) },
    Condition(title: "the program",             isMet: true)  { $0.application = Array("/usr/bin/program".utf8) },
    Condition(title: "the program, with zero",  isMet: true)  { $0.application = Array("/usr/bin/program".utf8) + [0] },
    Condition(title: "another program",         isMet: false) { $0.application = Array("/usr/bin/other".utf8) + [0] },
    Condition(title: "bytes of another system", isMet: false) { $0.application = [0xFA, 0xDE, 0, 0] },
    Condition(title: "no program",              isMet: false) { $0.application = [] },
    Condition(title: "the host",                isMet: true)  { $0.policyString = "w.example.com" },
    Condition(title: "the host in capitals",    isMet: true)  { $0.policyString = "W.Example.COM." },
    Condition(title: "another host",            isMet: false) { $0.policyString = "v.example.com" },
    Condition(title: "a part of the host",      isMet: false) { $0.policyString = "example.com" },
    Condition(title: "no host",                 isMet: false) { $0.policyString = "" },
    Condition(title: "certificates",            isMet: true)  { $0.keyUsage = .certificateSigning },
    Condition(title: "any use",                 isMet: true)  { $0.keyUsage = .any },
    Condition(title: "signatures",              isMet: false) { $0.keyUsage = .signature },
    Condition(title: "no use",                  isMet: false) { $0.keyUsage = [] },
    Condition(title: "an unknown member",       isMet: false, isMetIfDenying: true) { $0.others = ["new": other] },
    Condition(title: "an accepted failure",     isMet: true)  { $0.allowedError = AllowedError.expired },
    Condition(title: "policy and host",         isMet: true)  { $0.policy = policy("ssl").identifier; $0.policyString = "w.example.com" },
    Condition(title: "policy, another host",    isMet: false) { $0.policy = policy("ssl").identifier; $0.policyString = "x" },
  ]

  private static let server = TrustPolicy(.ssl, names: ["w.example.com"])

  private func outcome(
    _ settings: TrustSettings, anchors: [String] = [], _ policies: [TrustPolicy] = [server]
  ) throws -> TrustOutcome {
    let given = try TrustFixtures.certificates(["L", "I", "R"])
    let domains = TrustDomains(user: settings, admin: nil, application: { "/usr/bin/program" })
    let sources = TrustSources(
      custom: try TrustFixtures.certificates(anchors), system: CertificateIndex([]),
      others: given, settings: domains)
    return try TrustRequest(given[0], policies, sources, at: TrustFixtures.moment).evaluate()
      .outcome()
  }

  /// The expected results of an evaluation: with R as an anchor of the caller, and without.
  private static func expected(
    _ result: TrustSetting.Result?, isMet: Bool
  ) -> (anchored: TrustResult, alone: TrustResult) {
    guard isMet else { return (.unspecified, .recoverableTrustFailure) }
    return switch result {
    case .trustRoot?, nil: (.proceed, .proceed)
    // This result is for certificates of other issuers, and R is self-signed.
    case .trustAsRoot?, .unspecified?: (.unspecified, .recoverableTrustFailure)
    case .deny?: (.deny, .deny)
    }
  }

  @Test("each condition with each result", arguments: conditions.indices)
  func each(_ place: Int) throws {
    let condition = Self.conditions[place]
    for result in TrustSetting.Result.allCases.map(Optional.some) + [nil] {
      var setting = TrustSetting()
      condition.setUp(&setting)
      setting.result = result
      let isMet = result == .deny ? condition.isMetIfDenying ?? condition.isMet : condition.isMet
      let settings = try SettingsFixture.settings(["R": [setting]])
      let expected = Self.expected(result, isMet: isMet)
      let title = "\(condition.title), \(String(describing: result))"
      #expect(try outcome(settings, anchors: ["R"]).result == expected.anchored, "\(title)")
      #expect(try outcome(settings).result == expected.alone, "\(title)")
    }
  }

  @Test("the first setting whose conditions are met decides")
  func order() throws {
    let deny = SettingsFixture.setting {
      $0.policyString = "w.example.com"
      $0.result = .deny
    }
    let elsewhere = SettingsFixture.setting {
      $0.policyString = "v.example.com"
      $0.result = .deny
    }
    let rows: [([TrustSetting], TrustResult)] = [
      ([deny, SettingsFixture.result(.trustRoot)], .deny),
      ([SettingsFixture.result(.trustRoot), deny], .proceed),
      ([elsewhere, SettingsFixture.result(.trustRoot)], .proceed),
      ([elsewhere], .recoverableTrustFailure),
      (
        [SettingsFixture.result(.unspecified), SettingsFixture.result(.trustRoot)],
        .recoverableTrustFailure
      ),
      ([], .proceed),
    ]
    for (list, result) in rows {
      #expect(try outcome(SettingsFixture.settings(["R": list])).result == result)
    }
  }

  @Test("several policies: each must trust, and one can deny")
  func policies() throws {
    func setting(_ word: String, _ result: TrustSetting.Result) -> TrustSetting {
      SettingsFixture.setting {
        $0.policy = Self.policy(word).identifier
        $0.result = result
      }
    }
    let both: [TrustPolicy] = [Self.server, .basic]
    let revocation = TrustPolicy(.revocation, revocation: .anyMethod)
    let rows: [([TrustSetting], [TrustPolicy], TrustResult)] = [
      ([setting("ssl", .trustRoot)], both, .recoverableTrustFailure),
      ([setting("ssl", .trustRoot), setting("basic", .trustRoot)], both, .proceed),
      ([setting("ssl", .trustRoot), setting("basic", .deny)], both, .deny),
      ([setting("ssl", .trustRoot)], [Self.server, revocation], .proceed),
      ([setting("basic", .trustRoot)], [revocation], .proceed),
    ]
    for (list, policies, result) in rows {
      let settings = try SettingsFixture.settings(["R": list])
      #expect(try outcome(settings, anchors: [], policies).result == result)
    }
  }
}
