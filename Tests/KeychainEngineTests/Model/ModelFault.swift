// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// What goes wrong during a step, at an act that changes a file of the store: 1 is the first.
enum ModelFault: Sendable {
  /// The disk refuses this act, and no other.
  case fails(at: Int)
  /// The process dies: this act and all that follow do not happen.
  case crashes(at: Int)
}

/// The gate of a rig's files, which lets one fault happen when it is told to.
final class ModelDisk: Sendable {
  private struct State: Sendable {
    var fault: ModelFault?
    var acts = 0
    var hasStruck = false
  }

  private let state = Lock(State())

  var gate: FileGate { { [self] operation in refuse(operation) ? .failure : nil } }

  func arm(_ fault: ModelFault?) { state.withLock { $0 = State(fault: fault) } }

  /// Ends the fault; whether it has happened.
  func disarm() -> Bool {
    state.withLock { state in
      defer { state = State() }
      return state.hasStruck
    }
  }

  private func refuse(_ operation: FileOperation) -> Bool {
    state.withLock { state in
      guard let fault = state.fault, operation.changesFile else { return false }
      state.acts += 1
      let strikes =
        switch fault {
        case .fails(let number): state.acts == number
        case .crashes(let number): state.acts >= number
        }
      if strikes { state.hasStruck = true }
      return strikes
    }
  }
}

extension FileOperation {
  fileprivate var changesFile: Bool {
    guard file != .index, file != .lock else { return false }
    switch act {
    case .write, .sync, .truncate, .delete, .rename, .link, .open(creates: true): return true
    case .open(creates: false), .read, .take, .look: return false
    }
  }
}
