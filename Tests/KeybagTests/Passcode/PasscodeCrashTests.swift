// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainTypes
import SecureMemory
import Testing

/// A crash at every act that writes while the passcode is set, changed or removed
/// (spec/access-control.md 4.2, case 65).
@Suite("Passcodes and crashes")
struct PasscodeCrashTests {
  enum Change: CaseIterable {
    case setting, changing, removing
  }

  @Test("exactly the state before or the state after", arguments: Change.allCases)
  func crash(change: Change) throws {
    var isDone = false
    var at = 0
    var seen: Set<Bool> = []
    while !isDone {
      for losing in [false, true] {
        let store = try PasscodeStore()
        if change != .setting { try store.set("old") }
        store.memory.arm(.crash(at: at))
        isDone = (try? run(change, store)) != nil
        store.memory.reboot(losing: losing)
        store.restart()
        let place: Comment = "\(change), crash at \(at), losing \(losing)"
        let keybag = try store.files.mendCopy(of: store.open())
        #expect(keybag.image.state == .complete, place)
        let after = isDone || keybag.hasPasscode != (change != .setting)
        let isNew = change == .changing ? try opens(store, "new") : after
        seen.insert(isNew)
        if isDone { #expect(isNew, place) }
        if change != .removing { #expect(try opens(store, "new") == isNew, place) }
        if change != .setting, keybag.hasPasscode {
          #expect(try opens(store, "old") == !isNew, place)
        }
        if !keybag.hasPasscode { #expect(keybag.lockState == .unlocked, place) }
        #expect(try store.open().condition == .inStep, place)
      }
      at += 1
    }
    #expect(seen == [false, true])
    #expect(at > 8)
  }

  private func run(_ change: Change, _ store: PasscodeStore) throws {
    switch change {
    case .setting: try store.set("new")
    case .changing: try store.change("old", "new")
    case .removing: try store.remove("old")
    }
  }

  /// By the keybag alone: delays are another matter.
  private func opens(_ store: PasscodeStore, _ text: String) throws -> Bool {
    guard try store.open().hasPasscode else { return false }
    do {
      _ = try store.files.open(with: store.passcode(text), randomness: store.randomness)
      return true
    } catch KeybagError.wrongPasscode {
      return false
    }
  }
}
