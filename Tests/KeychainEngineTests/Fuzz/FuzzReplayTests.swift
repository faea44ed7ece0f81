// SPDX-License-Identifier: Apache-2.0
import TestVectors
import Testing

/// Replays the inputs that fuzzing found: no input may stop the program.
///
/// `make fuzz` searches for more.
@Suite("Fuzz corpora")
struct FuzzReplayTests {
  private static let targets: [(name: String, run: @Sendable ([UInt8]) -> Void)] = [
    ("access", { FuzzAccess.run($0) }), ("attempts", { FuzzAttempts.run($0) }),
    ("backup", { FuzzBackup.run($0) }), ("enrolment", { FuzzEnrolment.run($0) }),
    ("entitlements", { FuzzEntitlements.run($0) }), ("history", { FuzzHistory.run($0) }),
    ("keybag", { FuzzKeybag.run($0) }), ("leaf", { FuzzFiles.leaf($0) }),
    ("log", { FuzzFiles.log($0) }), ("mark", { FuzzFiles.mark($0) }),
    ("metadata", { FuzzMetadata.run($0) }),
    ("reference", { FuzzReference.run($0) }), ("requirement", { FuzzRequirement.run($0) }),
    ("row", { FuzzRow.run($0) }),
  ]

  @Test("every input of a corpus, its beginnings and itself twice", arguments: targets.indices)
  func replay(place: Int) throws {
    let (name, run) = Self.targets[place]
    let inputs = try FuzzCorpus.inputs(name)
    #expect(inputs.count >= 4, "\(name)")
    for input in inputs {
      run(input)
      run(Array(input.prefix(input.count / 2)))
      run(input + input)
    }
  }
}
