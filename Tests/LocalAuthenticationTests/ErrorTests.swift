// SPDX-License-Identifier: Apache-2.0
import Foundation
import LocalAuthentication
import Testing

/// Tests of catching, casting and comparing an `LAError` (Specification/access-control.md,
/// "LAError").
@Suite("LAError")
struct ErrorTests {
  @Test("caught by its code, and cast from an error or an object")
  func catching() throws {
    do {
      throw LAError(.userFallback)
    } catch LAError.userFallback {
    }
    let object = NSError(domain: LAErrorDomain, code: -8)
    let cast = try #require(object as? LAError)
    #expect(cast.code == .biometryLockout && cast.code == .touchIDLockout)
    let error: any Error = object
    #expect((error as? LAError)?.code == .biometryLockout)
    do {
      throw object
    } catch LAError.biometryLockout {
    }
    #expect((LAError(.appCancel) as NSError).code == -9)
    #expect((NSError(domain: "other", code: -8) as? LAError) == nil)
    #expect((NSError(domain: LAErrorDomain, code: -1009) as? LAError) == nil)
  }

  @Test("codes and names")
  func codes() {
    let codes: [LAError.Code: Int] = [
      .authenticationFailed: -1, .userCancel: -2, .userFallback: -3, .systemCancel: -4,
      .passcodeNotSet: -5, .touchIDNotAvailable: -6, .touchIDNotEnrolled: -7,
      .touchIDLockout: -8, .appCancel: -9, .invalidContext: -10, .watchNotAvailable: -11,
      .biometryNotPaired: -12, .biometryDisconnected: -13, .invalidDimensions: -14,
      .notInteractive: -1004,
    ]
    for (code, number) in codes { #expect(code.rawValue == number) }
    #expect(codes.count == 15)
    #expect(LAError.errorDomain == "com.apple.LocalAuthentication")
    #expect(kLAErrorDomain == LAErrorDomain)
  }

  @Test("one stable text for each cause")
  func texts() {
    let phone = Phone()
    phone.device.enrol([])
    var error: NSError?
    _ = unsafe phone.context().canEvaluatePolicy(
      .deviceOwnerAuthenticationWithBiometrics, error: &error)
    #expect(error?.localizedDescription == "Nothing is enrolled for biometry.")
    #expect(error?.userInfo["NSDebugDescription"] as? String == "nothing is enrolled for biometry")
    #expect((error as? LAError)?.code == .biometryNotEnrolled)
  }
}
