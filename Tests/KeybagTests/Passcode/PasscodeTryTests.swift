// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainTypes
import SecureMemory
import Testing

/// Tests of trying passcodes, and of the file that counts the tries
/// (Specification/access-control.md, "Throttling", cases 61 to 64).
@Suite("Tries of a passcode")
struct PasscodeTryTests {
  private func store() throws -> PasscodeStore {
    let store = try PasscodeStore()
    try store.set("right")
    return store
  }

  private func refusal(_ body: () throws -> UnlockedKeybag) -> KeybagError? {
    do {
      _ = try body()
      return nil
    } catch {
      return error as? KeybagError
    }
  }

  @Test("61: five different wrong ones, then none is looked at for a minute, nor counted")
  func fifth() throws {
    let store = try store()
    for number in 1...5 {
      #expect(refusal { try store.attempt("wrong \(number)") } == .wrongPasscode)
    }
    #expect(refusal { try store.attempt("right") } == .throttled(seconds: 60))
    #expect(refusal { try store.attempt("wrong 6") } == .throttled(seconds: 60))
    #expect(try store.attempts().prompt.count == 5)
    store.clock.advance(seconds: 60)
    #expect(refusal { try store.attempt("right") } == nil)
    #expect(try store.attempts().prompt.count == 0)
  }

  @Test("62: the same wrong one five times is one try; another between makes it a new one")
  func same() throws {
    let store = try store()
    for _ in 1...5 { #expect(refusal { try store.attempt("wrong") } == .wrongPasscode) }
    #expect(try store.attempts().prompt.count == 1)
    #expect(refusal { try store.attempt("other") } == .wrongPasscode)
    #expect(refusal { try store.attempt("wrong") } == .wrongPasscode)
    #expect(try store.attempts().prompt.count == 3)
  }

  @Test("63: a restart begins the delay anew, whatever the wall clock says")
  func restart() throws {
    let store = try store()
    for number in 1...5 { _ = refusal { try store.attempt("wrong \(number)") } }
    store.clock.advance(seconds: 60)
    _ = refusal { try store.attempt("wrong 6") }
    store.clock.advance(seconds: 200)
    #expect(refusal { try store.attempt("right") } == .throttled(seconds: 100))
    store.restart()
    #expect(refusal { try store.attempt("right") } == .throttled(seconds: 300))
    store.clock.advance(seconds: 300)
    #expect(refusal { try store.attempt("right") } == nil)
  }

  @Test("64: a try is on the disk before it is looked at, the right one too")
  func ahead() throws {
    let store = try store()
    _ = refusal { try store.attempt("wrong") }
    // The right try is first counted with one write. The crash comes at the second.
    let writes = 4
    store.memory.arm(.crash(at: writes))
    #expect(refusal { try store.attempt("right") } != nil)
    store.memory.reboot(losing: true)
    #expect(try store.attempts().prompt.count == 2)
    #expect(refusal { try store.attempt("right") } == nil)
    #expect(try store.attempts().prompt.count == 0)
  }

  @Test("a try that cannot be counted is not looked at")
  func uncounted() throws {
    let store = try store()
    store.memory.arm(.refuse(at: 0, errno: 28))
    #expect(refusal { try store.attempt("right") } == .file(.attempts, .refused(errno: 28)))
    store.memory.arm(nil)
    #expect(try store.attempts().prompt.count == 0)
  }

  @Test("a missing, damaged, foreign or older file is taken for nine tries, and stays so")
  func lost() throws {
    let damages: [(MemoryFileSystem.File) -> MemoryFileSystem.File?] = [
      { _ in nil },
      { file in
        var file = file
        file.bytes[20] ^= 1
        return file
      },
      { file in
        var file = file
        file.bytes.removeLast()
        return file
      },
      { file in
        var file = file
        file.bytes = []
        return file
      },
    ]
    for (number, damage) in damages.enumerated() {
      let store = try store()
      let file = try #require(store.memory["/s/attempts"])
      store.memory["/s/attempts"] = damage(file)
      #expect(try store.attempts().prompt.count == 9, "\(number)")
      #expect(refusal { try store.attempt("right") } == .throttled(seconds: 3600), "\(number)")
      store.clock.advance(seconds: 1800)
      #expect(refusal { try store.attempt("right") } == .throttled(seconds: 1800), "\(number)")
      store.clock.advance(seconds: 1800)
      #expect(refusal { try store.attempt("right") } == nil, "\(number)")
    }
    // A file of another device key counts as the longest delay.
    let (store, other) = (try store(), try self.store())
    store.memory["/s/attempts"] = other.memory["/s/attempts"]
    #expect(refusal { try store.attempt("right") } == .throttled(seconds: 3600))
  }

  @Test("programs that hand in passcodes have counts of their own, which never delay the owner")
  func programs() throws {
    let store = try store()
    for number in 1...5 {
      #expect(refusal { try store.attempt("w\(number)", at: .data("app")) } == .wrongPasscode)
    }
    #expect(refusal { try store.attempt("right", at: .data("app")) } == .throttled(seconds: 60))
    #expect(refusal { try store.attempt("right", at: .data("other")) } == nil)
    #expect(refusal { try store.attempt("right") } == nil)
    #expect(refusal { try store.attempt("right", at: .data("app")) } == .throttled(seconds: 60))
  }

  @Test("failed matches of biometry are in the same file, and end with a right passcode")
  func biometry() throws {
    let store = try store()
    let now = store.clock.bootMoment
    #expect(try store.files.changeBiometryFailures(at: now) { $0 + 2 } == 2)
    #expect(try store.files.changeBiometryFailures(at: now) { $0 + 3 } == 5)
    #expect(try store.attempts().biometryFailures == 5)
    _ = try store.attempt("right")
    #expect(try store.attempts().biometryFailures == 0)
    store.memory["/s/attempts"] = nil
    #expect(try store.attempts().biometryFailures == 5, "a lost file is no fresh start")
  }

  @Test("the counts begin with the passcode")
  func beginning() throws {
    let store = try PasscodeStore()
    #expect(store.memory["/s/attempts"] == nil)
    #expect(try store.attempts() == PasscodeThrottle())
    try store.set("1")
    _ = refusal { try store.attempt("2") }
    try store.remove("1")
    #expect(try store.attempts() == PasscodeThrottle())
    try store.set("1")
    #expect(try store.attempts().prompt.count == 0)
  }
}
