// SPDX-License-Identifier: Apache-2.0
// In the style of other people, so it is not formatted.
// swift-format-ignore-file
import LocalAuthentication

/// A source that imports only LocalAuthentication, and uses Security and Foundation through it.
public struct Lock {
  public init() {}

  public func rule() throws -> SecAccessControl {
    var error: Unmanaged<CFError>?
    guard
      let rule = SecAccessControlCreateWithFlags(
        kCFAllocatorDefault, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, [.userPresence], &error)
    else { throw error!.takeRetainedValue() as Error }
    return rule
  }

  public func whyNot() -> LAError.Code? {
    let context = LAContext()
    context.localizedFallbackTitle = ""
    var error: NSError?
    guard !context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error) else {
      return nil
    }
    return (error as? LAError)?.code
  }

  public func date() -> Date { Date(timeIntervalSince1970: 0) }
}
