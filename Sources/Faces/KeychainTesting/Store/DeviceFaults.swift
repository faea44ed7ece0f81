// SPDX-License-Identifier: Apache-2.0
internal import KeychainTypes
internal import SecureMemory

/// Faults of a simulated device's disk, asked before each act on a file of its store.
final class DeviceFaults: Sendable {
  private struct State: Sendable {
    /// Acts that change a file until one is refused; nil for none.
    var failure: Int?
    /// Acts that change a file until the device stops dead; nil for never.
    var crash: Int?
    /// Nothing is done any more, by anybody.
    var hasCrashed = false
    var isAwaited = false
  }

  private let state = Lock(State())

  var gate: FileGate { { [self] operation in fault(for: operation) } }

  /// Refuses the act that changes a file, counted from now: 1 is the next.
  func failWrite(at number: Int) {
    precondition(number >= 1, "writes are counted from one")
    state.withLock {
      $0.failure = number
      $0.isAwaited = true
    }
  }

  /// The device stops dead at an act that changes a file, counted from now: 1 is the next.
  func crash(at number: Int) {
    precondition(number >= 1, "writes are counted from one")
    state.withLock {
      $0.crash = number
      $0.isAwaited = true
    }
  }

  /// Whether the test has asked for a fault since the last start.
  var isAwaited: Bool { state.withLock { $0.isAwaited } }

  /// Whether the device has stopped dead.
  var hasCrashed: Bool { state.withLock { $0.hasCrashed } }

  /// A new start: the disk works.
  func clear() {
    state.withLock { $0 = State() }
  }

  private func fault(for operation: FileOperation) -> FileFault? {
    state.withLock { state in
      if state.hasCrashed { return .failure }
      guard operation.isChange else { return nil }
      if let left = state.crash {
        state.crash = left - 1
        if left == 1 {
          state.hasCrashed = true
          // What was under way stays half done.
          if case .write(_, let count) = operation.act { return .torn(after: count / 2) }
          return .failure
        }
      }
      if let left = state.failure {
        state.failure = left > 1 ? left - 1 : nil
        if left == 1 { return .failure }
      }
      return nil
    }
  }
}

extension FileOperation {
  /// Whether a disk that stops here looks different.
  fileprivate var isChange: Bool {
    guard file != .index, file != .lock else { return false }
    switch act {
    case .write, .sync, .truncate, .delete, .rename, .link: return true
    // Who reads first opens an empty log, in whichever thread: nothing that is counted.
    case .open(creates: true): return file != .log
    case .open(creates: false), .read, .take, .look: return false
    }
  }
}
