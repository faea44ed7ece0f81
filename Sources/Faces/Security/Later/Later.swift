// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The failures of functions that Latchkey does not implement yet.
enum Later {
  /// Stores errSecUnimplemented (-4) in `error`, if the caller passed one, and returns nil.
  static func refuse<Result>(_ error: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> Result? {
    if let error = unsafe error {
      let reason = NSError(status: errSecUnimplemented, "not available yet")
      unsafe error.pointee = Unmanaged.passRetained(reason)
    }
    return nil
  }
}
