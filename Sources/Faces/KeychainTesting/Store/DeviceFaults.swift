// SPDX-License-Identifier: Apache-2.0
internal import KeychainTypes
internal import SecureMemory

/// Makes operations on the files of a simulated device's store fail, as the test has asked.
///
/// The engine calls `gate` before each operation on a file of the store, and `gate` decides whether
/// the operation fails.
final class DeviceFaults: Sendable {
  private struct State: Sendable {
    /// The number of the operation that the disk will refuse, counted from now.
    ///
    /// Only operations that change a file are counted: 1 is the next of them. Nil if no operation
    /// will be refused.
    var failure: Int?
    /// The number of the operation at which the device will crash, counted from now.
    ///
    /// Only operations that change a file are counted: 1 is the next of them. Nil if the test has
    /// not asked for a crash.
    var crash: Int?
    /// True from a crash until the device starts again; every operation on a file is then refused.
    var hasCrashed = false
    var isAwaited = false
  }

  private let state = Lock(State())

  var gate: FileGate { { [self] operation in fault(for: operation) } }

  /// Makes the disk refuse one operation that changes a file.
  ///
  /// - Parameter number: the number of the operation, counted from now. Only operations that change
  ///   a file are counted: 1 is the next of them.
  func failWrite(at number: Int) {
    precondition(number >= 1, "writes are counted from one")
    state.withLock {
      $0.failure = number
      $0.isAwaited = true
    }
  }

  /// Makes the device crash at an operation that changes a file.
  ///
  /// - Parameter number: the number of the operation, counted from now. Only operations that change
  ///   a file are counted: 1 is the next of them.
  func crash(at number: Int) {
    precondition(number >= 1, "writes are counted from one")
    state.withLock {
      $0.crash = number
      $0.isAwaited = true
    }
  }

  /// True if the test has asked for a refused operation or a crash since the last call of `clear`.
  var isAwaited: Bool { state.withLock { $0.isAwaited } }

  /// True if the device has crashed since its last start.
  var hasCrashed: Bool { state.withLock { $0.hasCrashed } }

  /// Removes the faults that the test has asked for, and ends a crash.
  ///
  /// Called when the device starts again, and when the device gets a new store.
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
          // If the crash interrupts a write, half of the bytes are written.
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
  /// True if the operation counts as a change of a file.
  ///
  /// Reads do not count. Operations on lock files and on the index of SQLite's write-ahead log do
  /// not count either, nor does the opening of this log.
  fileprivate var isChange: Bool {
    guard file != .index, file != .lock else { return false }
    switch act {
    case .write, .sync, .truncate, .delete, .rename, .link: return true
    // The first reader opens an empty log, on any thread. This open is not counted.
    case .open(creates: true): return file != .log
    case .open(creates: false), .read, .take, .look: return false
    }
  }
}
