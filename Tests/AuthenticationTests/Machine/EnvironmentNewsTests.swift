// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience
import Testing

/// Tests that observers in an idle process hear of changes by other processes
/// (Specification/access-control.md, "Environment of LocalAuthentication").
@Suite("News of other processes", .serialized)
struct EnvironmentNewsTests {
  @Test("a passcode that another process sets and removes, each with the old state")
  func passcode() throws {
    let store = EvidenceStore()
    try store.finish(["state"])
    let observer = try store.start(["observe"])
    #expect(Patience.wait { observer.output.contains("observes") })
    try store.finish(["passcode", EvidenceStore.passcode])
    #expect(Patience.wait { observer.output.contains("passcode false true") })
    try store.finish(["remove", EvidenceStore.passcode])
    #expect(Patience.wait { observer.output.contains("passcode true false") })
    #expect(observer.end() == 0)
    #expect(observer.output == "observes\npasscode false true\npasscode true false\n")
  }
}
