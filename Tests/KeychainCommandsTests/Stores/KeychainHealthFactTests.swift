// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainCommands
import KeychainExplaining
import KeychainTypes
import Testing

/// Tests of the check of keychain files by `security doctor`, each with facts that the test makes
/// (Specification/diagnostics.md, "security doctor").
@Suite("facts of keychain files") struct KeychainHealthFactTests {
  /// Returns the codes of the check, and the exit status that it alone would give.
  private func codes(_ change: (inout HealthFacts) -> Void) -> (codes: [String], status: Int32) {
    var facts = HealthFacts(Wording(showsValues: false, groups: []) { _ in "" })
    change(&facts)
    let checks = HealthCheck.all(facts).filter { $0.name == "keychains" }
    #expect(checks.count == 1)
    return (checks.flatMap(\.findings).map { "\($0.code)" }, HealthCheck.exitStatus(checks))
  }

  @Test("keychain files: each state, owner, mode and list has its code and its weight")
  func keychains() {
    func file(
      _ state: KeychainSurvey.State, _ change: (inout KeychainHealth.File) -> Void = { _ in }
    ) -> (inout HealthFacts) -> Void {
      var file = KeychainHealth.File("build.keychain", at: "/k/build.keychain-db", state)
      file.mode = 0o600
      change(&file)
      let made = file
      return { $0.keychains.files = [made] }
    }
    let denied = KeychainError(.writePermission, "the system does not permit access", advice: "x")
    let rows: [((inout HealthFacts) -> Void, [String], Int32)] = [
      (file(.unlocked), [], 0), (file(.locked), ["K604"], 1),
      (file(.locked) { $0.isListed = false }, [], 0), (file(.missing), ["K610"], 1),
      (file(.missing) { $0.isDefault = true }, ["K610"], 4),
      (file(.unusable(KeychainError(.invalidKeychain, "x"))), ["K908"], 4),
      (file(.unusable(denied)), ["K908"], 4),
      (file(.unlocked) { $0.otherOwner = "eve" }, ["K903"], 1),
      (file(.unlocked) { $0.mode = 0o640 }, ["K903"], 1),
      (file(.unlocked) { $0.mode = 0o200 }, ["K903"], 1),
      (file(.unlocked) { $0.closedItems = 2 }, ["K609"], 1),
      (file(.missing) { $0.kind = .brokenLink(to: "/x") }, ["K908"], 4),
      (file(.unusable(denied)) { ($0.kind, $0.mode) = (.directory, 0o755) }, ["K908"], 4),
      ({ $0.keychains.listFailure = denied }, ["K908"], 4),
      ({ $0.keychains.obstacle = KeySharingObstacle(.refuses, .notInstalled) }, ["K604"], 1),
    ]
    for (change, expected, status) in rows { #expect(codes(change) == (expected, status)) }
    // The questions of a program make a lock and a closed item ordinary.
    let asked: [(inout HealthFacts) -> Void] = [
      file(.locked), file(.unlocked) { $0.closedItems = 1 },
    ]
    for change in asked {
      let found = codes { facts in
        change(&facts)
        facts.keychains.canAsk = true
      }
      #expect(found.status == 0 && found.codes.count == 1)
    }
  }
}
