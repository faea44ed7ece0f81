// SPDX-License-Identifier: Apache-2.0
import KeychainTesting
import SecureMemory

/// Keeps mistakes that a test makes on purpose from stopping the program.
enum FailureRecord {
  private static let first = Lock(true)

  /// From now on a mistake only stands in the device's `failures`.
  static func during(_ body: () throws -> Void) rethrows {
    first.withLock { isFirst in
      if isFirst { SimulatedDevice.failTest = { _ in } }
      isFirst = false
    }
    try body()
  }
}
