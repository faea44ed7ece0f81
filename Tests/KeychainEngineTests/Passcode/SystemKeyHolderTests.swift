// SPDX-License-Identifier: Apache-2.0
import Keybag
import SecureMemory
import Testing

/// What the kernel holds of unlocked stores.
@Suite("Keys held by the kernel")
struct SystemKeyHolderTests {
  @Test("a key past its end is dropped by who meets it, whatever the kernel's wall clock says")
  func past() throws {
    let clock = MachineClock()
    let holder = SystemKeyHolder(clock: clock)
    let name = "latchkey-test:\(UInt64.random(in: 0 ... .max))"
    defer { holder.drop(name) }
    holder.hold([1, 2, 3], as: name, for: 3600)
    #expect(holder.held(name) == [1, 2, 3])
    clock.advance(seconds: 3600)
    // The kernel counts its own seconds, of which none has passed.
    #expect(try KernelKeyring.get(name).count == 11)
    #expect(holder.held(name) == nil)
    #expect(throws: KernelKeyring.Failure.absent) { try KernelKeyring.get(name) }
  }
}
