// SPDX-License-Identifier: Apache-2.0
import Testing

@Suite("rules of paths (spec/certificates.md 6.4, 6.6, 6.10)") struct PathRuleTests {
  @Test("search", arguments: PathRuleTable.search)
  func search(_ row: TrustCase) throws { try row.check() }

  @Test("authorities", arguments: PathRuleTable.authorities)
  func authorities(_ row: TrustCase) throws { try row.check() }

  @Test("policies", arguments: PathRuleTable.policies)
  func policies(_ row: TrustCase) throws { try row.check() }
}
