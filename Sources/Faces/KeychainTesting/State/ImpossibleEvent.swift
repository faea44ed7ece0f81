// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The error for an event that cannot happen in the current state of the device, which is a mistake
/// of the test.
///
/// The code under test is not at fault.
public struct ImpossibleEvent: Error, Equatable, CustomStringConvertible {
  /// The reason why the event cannot happen.
  public let description: String
  /// The status with which the Keychain refused the event, or nil if the Keychain did not refuse
  /// it.
  ///
  /// The Keychain can refuse a backup or a restore. If the test makes the disk refuse a write, the
  /// status is errSecIO.
  public let status: Int32?

  package init(_ description: String, status: Int32? = nil) {
    self.description = description
    self.status = status
  }
}
