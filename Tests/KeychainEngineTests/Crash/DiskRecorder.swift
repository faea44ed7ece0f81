// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// Writes down what passes the gate, in order, and between that which steps were acknowledged.
final class DiskRecorder: Sendable {
  enum Event: Sendable {
    case act(FileOperation)
    /// A sync that answered a failure.
    case refused(FileOperation)
    /// So many steps of the script have returned.
    case acknowledged(Int)
  }

  private let state = Lock<[Event]>([])

  var events: [Event] { state.withLock { $0 } }

  /// Lets everything pass.
  var gate: FileGate {
    { [self] operation in
      note(operation, nil)
      return nil
    }
  }

  /// Writes an act down with what became of it; reads change nothing and are left out.
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
  /// Whether it can change what the disk holds; what only looks may as well pass on a dead one.
  var isChange: Bool {
    switch act {
    case .read, .look, .take, .open(creates: false): false
    case .open, .write, .sync, .truncate, .delete, .rename, .link: true
    }
  }
}
