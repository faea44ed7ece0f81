// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What functions answer that are not there yet.
enum Later {
  /// Leaves -4 where the caller wants an error.
  static func refuse<Result>(_ error: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> Result? {
    if let error = unsafe error {
      let reason = NSError(status: errSecUnimplemented, "not there yet")
      unsafe error.pointee = Unmanaged.passRetained(reason)
    }
    return nil
  }
}
