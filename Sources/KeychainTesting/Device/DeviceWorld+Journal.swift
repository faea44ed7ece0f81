// SPDX-License-Identifier: Apache-2.0
internal import SecureMemory

/// Journal and replay.
extension DeviceWorld {
  /// Goes on as a journal says, as far as the code under test is not needed for it.
  func begin(replaying replay: Replay) {
    inner.withLock { $0.replay = replay }
    proceed()
  }

  /// Something came from the code under test: recorded, and compared with what is replayed.
  ///
  /// - Parameter recorded: called before a replay goes on.
  func came(_ entry: Journal.Entry, recorded: () -> Void = {}) {
    let difference = inner.withLock { (inner: inout Inner) -> String? in
      inner.journal.append(entry)
      return inner.replay?.take(entry)
    }
    recorded()
    if let difference {
      inner.withLock { $0.replay = nil }
      return fail(difference)
    }
    proceed()
  }

  func failWrite(at number: Int) {
    keychain.faults.failWrite(at: number)
    inner.withLock { $0.journal.append(.failWrite(at: number)) }
  }

  func crash(at number: Int) {
    keychain.faults.crash(at: number)
    inner.withLock { $0.journal.append(.crash(at: number)) }
  }

  private func proceed() {
    while let entry = inner.withLock({ $0.replay?.next() }) {
      switch entry {
      case .event(let event, _): _ = try? happen(event)
      case .answer(let step): answer([step])
      case .policy(let policy): self.policy = policy
      case .failWrite(let number): failWrite(at: number)
      case .crash(let number): crash(at: number)
      case .call, .prompt, .outcome, .answered: return
      }
    }
  }
}
