// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests that a forked child works or is refused clearly, and that the parent goes on
/// (Decisions/fork.md).
@Suite("Fork") struct ForkTests {
  @Test(
    "a child in every state of its parent",
    arguments: [
      ["idle"], ["busy", "6"], ["in-call"], ["long-call"], ["grandchild"], ["past-the-library"],
      ["rotating", "12"], ["ending"], ["holding"], ["keys", "400"],
      ["asking"],
    ])
  func child(_ arguments: [String]) throws {
    let store = try TestStore()
    let running = try Worker(home: store.directory).start(["fork"] + arguments)
    let result = try running.finish()
    #expect(result.status == 0, "\(arguments): \(result.output)")
  }

  // Under the thread sanitizer Swift's runtime takes a lock at each access to a lazily made value.
  // Another thread may hold this lock before its call, and then its copy in the child stays locked.
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
