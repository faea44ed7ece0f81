// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keybag
import KeychainTypes
import SecureMemory
import Testing

/// Tests of a crash at every act that writes while the passcode is set, changed or removed
/// (Specification/access-control.md, "Keybag update rules", case 65).
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

  /// The outcome is unknown only if the disk does not confirm that the written keybag is durable.
  @Test("a full disk: refused with the state before, or done", arguments: Change.allCases)
  func full(change: Change) throws {
    var answers: Set<String> = []
    for at in 0..<40 {
      let store = try PasscodeStore()
      if change != .setting { try store.set("old") }
      store.memory.arm(.refuse(at: at, errno: ENOSPC))
      let isDone: Bool
      var isOpen = false
      do {
        try run(change, store)
        isDone = true
      } catch let error as KeybagError {
        isDone = false
        isOpen = error == .file(.keybag, .notDurable)
        answers.insert("\(error)")
      }
      store.memory.arm(nil)
      let place: Comment = "\(change), refused at \(at)"
      // An unlocked store stays unlocked.
      #expect(try store.open().lockState == .unlocked, place)
      store.restart()
      let hasPasscode = try store.open().hasPasscode
      if change != .changing, !isOpen {
        #expect(hasPasscode == (isDone == (change == .setting)), place)
      }
      if change != .removing, hasPasscode, !isOpen {
        #expect(try opens(store, "new") == isDone, place)
      }
      if change != .setting, hasPasscode, !isOpen {
        #expect(try opens(store, "old") == !isDone, place)
      }
      // After success no copy is left that an earlier passcode opens.
      if isDone { #expect(store.memory["/s/keybag.copy"] == nil || isInStep(store), place) }
      #expect(try store.files.mendCopy(of: store.open()).condition == .inStep, place)
      #expect(isInStep(store), place)
    }
    #expect(answers.contains("\(KeybagError.file(.keybag, .notDurable))"))
    #expect(answers.contains("\(KeybagError.file(.keybag, .refused(errno: ENOSPC)))"))
    // The copy is removed first. If that is refused, nothing has changed.
    #expect(
      answers.allSatisfy { !$0.contains("copy") || $0.contains("ENOSPC") || $0.contains("28") })
  }

  private func isInStep(_ store: PasscodeStore) -> Bool {
    store.memory["/s/keybag"]?.bytes == store.memory["/s/keybag.copy"]?.bytes
  }

  private func run(_ change: Change, _ store: PasscodeStore) throws {
    switch change {
    case .setting: try store.set("new")
    case .changing: try store.change("old", "new")
    case .removing: try store.remove("old")
    }
  }

  /// Tries the passcode on the keybag alone, without the delays after wrong ones.
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
