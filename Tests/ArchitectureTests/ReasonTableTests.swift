// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@Suite("sentences of refusals") struct ReasonTableTests {
  @Test("the table has the sentence of every refusal in the sources, and no number twice")
  func written() throws {
    let script = Repository.root.appending(path: "Scripts/reasons.py").path
    let run = try Command.run(["python3", script, "--check"])
    #expect(run.status == 0, "run Scripts/reasons.py: \(run.errors)")
  }
}
