// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// Records the operations that pass the gate in order, and between them the acknowledged steps.
final class DiskRecorder: Sendable {
  enum Event: Sendable {
    case act(FileOperation)
    /// A sync that failed.
    case refused(FileOperation)
    /// The number of steps of the script that have returned.
    case acknowledged(Int)
  }

  private let state = Lock<[Event]>([])

  var events: [Event] { state.withLock { $0 } }

  /// A gate that records every operation and lets it pass.
  var gate: FileGate {
    { [self] operation in
      note(operation, nil)
      return nil
    }
  }

  /// Records an act with its result.
  ///
  /// Reads change nothing, and are left out.
  func note(_ operation: FileOperation, _ fault: FileFault?) {
    guard operation.isChange else { return }
    switch fault {
    case nil: state.withLock { $0.append(.act(operation)) }
    case _ where operation.act == .sync: state.withLock { $0.append(.refused(operation)) }
    default: break
    }
  }

  func acknowledge(_ steps: Int) {
    state.withLock { $0.append(.acknowledged(steps)) }
  }
}

extension FileOperation {
  /// True if the operation can change the disk's content.
  ///
  /// Other operations succeed even on a dead disk.
  var isChange: Bool {
    switch act {
    case .read, .look, .take, .open(creates: false): false
    case .open, .write, .sync, .truncate, .delete, .rename, .link: true
    }
  }
}
