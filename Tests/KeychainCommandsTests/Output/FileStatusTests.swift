// SPDX-License-Identifier: Apache-2.0
import KeychainCommands
import KeychainExplaining
import KeychainTypes
import Testing

/// Tests that `explain STATUS` lists the findings with which reports explain this status.
@Suite("statuses of keychain files and their findings") struct FileStatusTests {
  /// The errors of keychain files (Specification/file-keychain.md, "Status codes").
  private static let codes: [KeychainError.Code] = [
    .noSuchKeychain, .invalidKeychain, .duplicateKeychain, .duplicateItem, .itemNotFound,
    .writePermission, .ioFailed, .diskFull, .dataTooLarge, .internalError, .invalidItemReference,
    .invalidDatabaseBlob, .incompatibleDatabaseBlob, .invalidKeyBlob, .incompatibleKeyBlob,
    .authorizationFailed, .interactionNotAllowed, .userCancelled,
  ]

  /// The states of a keychain that refuses a call with an error.
  private static func steps(_ code: KeychainError.Code) -> [KeychainTrail.Step] {
    let gate = KeychainTrail.Gate(
      .entry, isAskable: true, operation: "decrypt", partition: "", partitions: [], programs: [],
      isKey: false)
    return [(false, nil), (true, nil), (false, gate)].map { isLocked, gate in
      var step = KeychainTrail.Step(.file, "build.keychain")
      step.error = KeychainError(code, "the reason", context: .path("/build.keychain-db"))
      (step.isLocked, step.gate) = (isLocked, gate)
      return step
    }
  }

  /// The calls in which a keychain can give an error, and true if the error counts as absence.
  private static func calls(_ code: KeychainError.Code) -> [(verb: CallFacts.Verb, Bool)] {
    let searches = [(CallFacts.Verb.copyMatching, false), (.copyMatching, true)]
    // A search makes no duplicate.
    return (code == .duplicateItem ? [] : searches) + [(.add, false), (.keychain, false)]
  }

  @Test("each error of a keychain file lists the finding that explains it", arguments: codes)
  func listed(_ code: KeychainError.Code) throws {
    var found = 0
    for step in Self.steps(code) {
      for (verb, isAbsence) in Self.calls(code) {
        for isNamed in [true, false] {
          var trail = KeychainTrail()
          (trail.steps, trail.isNamed) = ([step], isNamed)
          trail.countsFailureAsAbsence = isAbsence
          let error = try #require(trail.error)
          var outcome = CallOutcome(error: error)
          outcome.keychains = trail
          let shape = CallShape(verb, .dataProtection, Caller(identifier: "program", groups: []))
          let explanation = Explanation(
            CallFacts(shape, outcome: outcome),
            Wording(showsValues: false, groups: []) { _ in "" })
          for finding in explanation.findings where finding.severity == .error {
            let known = StatusCodes.causes[error.code.rawValue] ?? []
            #expect(known.contains(finding.code.number), "\(error.code.rawValue): \(finding.code)")
            found += 1
          }
        }
      }
    }
    #expect(found > 0)
  }
}
