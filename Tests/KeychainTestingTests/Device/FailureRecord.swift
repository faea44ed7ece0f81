// SPDX-License-Identifier: Apache-2.0
import KeychainTesting

/// Keeps mistakes that a test makes on purpose from stopping the program.
enum FailureRecord {
  private static let isSilent: Bool = {
    SimulatedDevice.failTest = { _ in }
    return true
  }()

  /// From now on a mistake only stands in the device's `failures`, which the test looks at.
  static func silence() { _ = isSilent }
}
