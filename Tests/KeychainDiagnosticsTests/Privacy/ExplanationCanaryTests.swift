// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import Security
import Testing

/// Tests that no report contains a value or a secret, whatever the query
/// (Specification/diagnostics.md, "Security rules of diagnosis", rule 10, case 75).
@Suite("canaries in explanations")
struct ExplanationCanaryTests {
  private static var attributes: [NSString: Any] {
    [

      "svce": "canary-service", "acct": "canary-account", "labl": "canary-label",
      "gena": Data("canary-generic".utf8), kSecAttrComment: "canary-comment",
      "desc": "canary-kind", "data": Data("canary-secret".utf8),
    ]
  }

  /// Queries that match, nearly match, miss, and are refused.
  private static var queries: [[NSString: Any]] {
    [
      ["svce": "canary-service"], ["svce": "CANARY-service"],
      ["acct": "canary-account", "labl": "x"],
      ["svce": "canary-service", "acct": " canary-account"], ["gena": Data("canary-generic".utf8)],
      ["svce": "canary-service", "limit": kSecMatchLimitAll, "r_Data": true], [:],
      ["svce": "canary-service", "atag": "canary-tag"],
      ["svce": "canary-service", "limit": "canary"],
      ["svce": "canary-service", "agrp": Stage.group("g2")], ["svce": "no-canary"],
      ["class": kSecClassInternetPassword, "srvr": "canary-service"],
    ]
  }

  private func calls(_ query: [NSString: Any]) -> [KeychainCall] {
    let item = Self.attributes.merging(query) { $1 }
    let label = [kSecAttrLabel: "canary-new", kSecAttrAccount: "canary-other"] as NSDictionary
    return [
      .copyMatching(Stage.password(query)), .delete(Stage.password(query)),
      .add(Stage.password(item)), .update(Stage.password(query), setting: label),
    ]
  }

  @Test("neither dry runs nor recorded calls tell a value", arguments: [false, true])
  func canaries(_ locked: Bool) throws {
    let schema = try JSONSchema(named: "explanation")
    let stage = Stage()
    stage.add(Self.attributes)
    stage.add(Self.attributes.merging(["acct": "canary-second"]) { $1 })
    if locked { stage.phone.lock() }
    var said = ""
    for query in Self.queries {
      for call in calls(query) {
        let explanation = stage.phone.explain(call)
        let flaws = try schema.flaws(of: explanation.json)
        #expect(flaws == [])
        said += explanation.text + explanation.json + "\(explanation)"
        for record in stage.record({ _ = stage.phone.run { Stage.perform(call) } }) {
          said += "\(record)" + record.findings.map { "\($0)" }.joined()
        }
      }
    }
    #expect(said.count > 10_000)
    let lines = said.split(separator: "\n").filter { $0.lowercased().contains("canary") }
    #expect(lines == [])
  }
}
