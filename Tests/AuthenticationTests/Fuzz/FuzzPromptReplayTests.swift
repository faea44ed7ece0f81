// SPDX-License-Identifier: Apache-2.0
import TestVectors
import Testing

/// Replays prompts that fuzzing found.
///
/// The process must survive each of them (`make fuzz` looks for more).
@Suite("Fuzz corpora of prompts") struct FuzzPromptReplayTests {
  private static let targets: [(name: String, run: @Sendable ([UInt8]) -> Void)] = [
    ("assuan", { FuzzAssuan.run($0) }), ("frames", { FuzzFrames.run($0) }),
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
