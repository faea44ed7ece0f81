// SPDX-License-Identifier: Apache-2.0
import KeychainTesting

/// Keeps mistakes that a test makes on purpose from ending the program.
enum FailureRecord {
  private static let isSilent: Bool = {
    SimulatedDevice.failTest = { _ in }
    return true
  }()

  /// Makes mistakes appear only in the device's `failures`, which the test checks.
  static func silence() { _ = isSilent }
}
