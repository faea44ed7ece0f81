// SPDX-License-Identifier: Apache-2.0
import Glibc
import SecureMemory
import Testing

@Suite("Lock")
struct LockTests {
  private struct Refusal: Error {}

  @Test("one thread at a time")
  func exclusive() async {
    let counter = Lock(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<20_000 { counter.withLock { $0 += 1 } } }
      }
    }
    #expect(counter.withLock { $0 } == 160_000)
  }

  @Test("is let go when the body throws")
  func throwing() {
    let lock = Lock(1)
    #expect(throws: Refusal.self) {
      try lock.withLock { (state: inout Int) throws(Refusal) in
        state = 2
        throw Refusal()
      }
    }
    #expect(lock.withLock { $0 } == 2)
  }

  @Test("taken twice by one thread stops the program instead of hanging")
  func recursive() async {
    await #expect(processExitsWith: .failure) {
      let lock = Lock(0)
      lock.withLock { _ in lock.withLock { _ in } }
    }
  }
}
