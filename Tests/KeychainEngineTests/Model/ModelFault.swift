// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// A fault during a step, at an act that changes a file of the store.
///
/// The first act has the number 1.
enum ModelFault: Sendable {
  /// The disk refuses only this act.
  case fails(at: Int)
  /// The process dies: this act and all later ones do not happen.
  case crashes(at: Int)
}

/// The gate of a rig's files, which makes one fault happen on demand.
final class ModelDisk: Sendable {
  private struct State: Sendable {
    var fault: ModelFault?
    var acts = 0
    var hasStruck = false
  }

  private let state = Lock(State())

  var gate: FileGate { { [self] operation in refuse(operation) ? .failure : nil } }

  func arm(_ fault: ModelFault?) { state.withLock { $0 = State(fault: fault) } }

  /// Ends the fault, and returns true if it has happened.
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
