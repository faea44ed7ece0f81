// SPDX-License-Identifier: Apache-2.0
import Testing

// Specification/certificates.md, "Policies of SecTrust", "Checks, their status, and OpenSSL",
// "The trust engine".
@Suite("rules of paths") struct PathRuleTests {
  @Test("search", arguments: PathRuleTable.search)
  func search(_ row: TrustCase) throws { try row.check() }

  @Test("authorities", arguments: PathRuleTable.authorities)
  func authorities(_ row: TrustCase) throws { try row.check() }

  @Test("policies", arguments: PathRuleTable.policies)
  func policies(_ row: TrustCase) throws { try row.check() }
}
