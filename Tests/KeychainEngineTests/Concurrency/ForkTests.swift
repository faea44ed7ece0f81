// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// A forked child works or is refused clearly, and the parent goes on (Decisions/fork.md).
@Suite("Fork") struct ForkTests {
  @Test(
    "a child in every state of its parent",
    arguments: [
      ["idle"], ["busy", "6"], ["in-call"], ["long-call"], ["grandchild"], ["past-the-library"],
      ["rotating", "12"], ["ending"], ["holding"], ["keys", "400"],
    ])
  func child(_ arguments: [String]) throws {
    let store = try TestStore()
    let running = try Worker(home: store.directory).start(["fork"] + arguments)
    let result = try running.finish()
    #expect(result.status == 0, "\(arguments): \(result.output)")
  }

  // Under the thread sanitizer Swift's runtime takes a lock for each look at what is made once, so
  // that the other thread's own code, before its call, may hold one that its copy in the child keeps.
  @Test(
    "a child that is forked during the first call of another thread, creation included",
    .disabled(if: Self.isThreadSanitized, "the runtime's own locks stay taken in a child"))
  func firstUse() throws {
    for delay in [0, 300, 1_000, 3_000, 8_000, 20_000] {
      let store = try TestStore()
      let result = try Worker(home: store.directory).run("fork", "first-use", "\(delay)")
      #expect(result.status == 0, "after \(delay): \(result.output)")
    }
  }

  private static var isThreadSanitized: Bool {
    ProcessInfo.processInfo.environment["LATCHKEY_SANITIZER"] == "thread"
  }
}
