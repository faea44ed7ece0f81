// SPDX-License-Identifier: Apache-2.0
import TestVectors
import Testing

/// Replays lines of `security -i` that fuzzing has kept.
///
/// They must not stop the program.
@Suite("Fuzz corpus of command lines")
struct FuzzReplayTests {
  @Test("every input")
  func replay() throws {
    let inputs = try FuzzCorpus.inputs("lines")
    #expect(inputs.count >= 4)
    for input in inputs { FuzzLines.run(input) }
  }
}
