// SPDX-License-Identifier: Apache-2.0
import Foundation
import Keybag
import KeychainTypes
import SecureMemory
import Testing

/// Tests the keys of unlocked stores that the kernel holds.
@Suite("Keys held by the kernel")
struct SystemKeyHolderTests {
  @Test("a key past its end is dropped by who meets it, whatever the kernel's wall clock says")
  func past() throws {
    let clock = MachineClock()
    let holder = SystemKeyHolder(clock: clock)
    let name = "latchkey-test:\(UInt64.random(in: 0 ... .max))"
    defer { holder.drop(name) }
    holder.hold(SecretBytes(copying: [1, 2, 3]), as: name, for: 3600)
    #expect(holder.held(name) == SecretBytes(copying: [1, 2, 3]))
    clock.advance(seconds: 3600)
    // The kernel counts its own seconds, and not one of them has passed.
    #expect(try KernelKeyring.get(name).bytes.count == 11)
    #expect(holder.held(name) == nil)
    #expect(throws: KernelKeyring.Failure.absent) { try KernelKeyring.get(name) }
  }

  @Test("an entry that takes the place of a past one, just as that is dropped, stays")
  func newerThanPast() throws {
    let clock = MachineClock()
    let name = "latchkey-test:\(UInt64.random(in: 0 ... .max))"
    let other = SystemKeyHolder(clock: clock)
    defer { other.drop(name) }
    other.hold(SecretBytes(copying: [1, 2, 3]), as: name, for: 3600)
    clock.advance(seconds: 3600)
    // Another process unlocks after this one has read the entry, while it looks at the time.
    let holder = SystemKeyHolder(
      clock: InterruptedClock(clock) {
        other.hold(SecretBytes(copying: [4, 5, 6]), as: name, for: 3600)
      })
    #expect(holder.held(name) == nil)
    #expect(holder.held(name) == SecretBytes(copying: [4, 5, 6]))
    #expect(other.held(name) == SecretBytes(copying: [4, 5, 6]))
  }

  @Test("who reads while others unlock again and again never finds nothing") func replaced() throws
  {
    let holder = SystemKeyHolder(clock: MachineClock())
    let name = "latchkey-test:\(UInt64.random(in: 0 ... .max))"
    defer { holder.drop(name) }
    holder.hold(SecretBytes(copying: [0]), as: name, for: 3600)
    let isDone = Lock(false)
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      defer { ended.signal() }
      var count: UInt8 = 0
      while !isDone.withLock({ $0 }) {
        count &+= 1
        holder.hold(SecretBytes(copying: [count]), as: name, for: count % 2 == 0 ? nil : 3600)
      }
    }
    // Waits for the thread, so that its last key is not held after the drop.
    defer {
      isDone.withLock { $0 = true }
      ended.wait()
    }
    for _ in 0..<20_000 where holder.held(name)?.count != 1 {
      Issue.record("nothing is held")
      break
    }
    #expect(try KernelKeyring.names(beginningWith: name) == [name])
  }
}

/// A clock that runs a closure at the first look at it.
private final class InterruptedClock: KeychainClock {
  private let clock: MachineClock
  private let interruption: Lock<(@Sendable () -> Void)?>

  init(_ clock: MachineClock, _ interruption: @escaping @Sendable () -> Void) {
    self.clock = clock
    self.interruption = Lock(interruption)
  }

  func now() -> Instant { clock.now() }
  func boot() -> Identifier16 { clock.boot() }

  func sinceBoot() -> Int64 {
    let now = clock.sinceBoot()
    let body = interruption.withLock { interruption in
      defer { interruption = nil }
      return interruption
    }
    body?()
    return now
  }
}
