// SPDX-License-Identifier: Apache-2.0 (table)

// The numbers and codes under the names of the C headers (Specification/access-control.md,
// "LocalAuthentication numbers", "LAError").

/// The number of `LACredentialType.smartCardPIN`.
public var kLACredentialSmartCardPIN: Int32 { -3 }
/// The number of `LACredentialType.applicationPassword`.
public var kLACredentialTypeApplicationPassword: Int32 { 0 }
/// The code of `LAError.appCancel`.
public var kLAErrorAppCancel: Int32 { -9 }
/// The code of `LAError.authenticationFailed`.
public var kLAErrorAuthenticationFailed: Int32 { -1 }
/// The code of `LAError.biometryDisconnected`.
public var kLAErrorBiometryDisconnected: Int32 { -13 }
/// The code of `LAError.biometryLockout`.
public var kLAErrorBiometryLockout: Int32 { -8 }
/// The code of `LAError.biometryNotAvailable`.
public var kLAErrorBiometryNotAvailable: Int32 { -6 }
/// The code of `LAError.biometryNotEnrolled`.
public var kLAErrorBiometryNotEnrolled: Int32 { -7 }
/// The code of `LAError.biometryNotPaired`.
public var kLAErrorBiometryNotPaired: Int32 { -12 }
/// The domain of `LAError`.
public var kLAErrorDomain: String { "com.apple.LocalAuthentication" }
/// The code of `LAError.invalidContext`.
public var kLAErrorInvalidContext: Int32 { -10 }
/// The code of `LAError.invalidDimensions`.
public var kLAErrorInvalidDimensions: Int32 { -14 }
/// The code of `LAError.notInteractive`.
public var kLAErrorNotInteractive: Int32 { -1004 }
/// The code of `LAError.passcodeNotSet`.
public var kLAErrorPasscodeNotSet: Int32 { -5 }
/// The code of `LAError.systemCancel`.
public var kLAErrorSystemCancel: Int32 { -4 }
/// The code of `LAError.touchIDLockout`.
public var kLAErrorTouchIDLockout: Int32 { -8 }
/// The code of `LAError.touchIDNotAvailable`.
public var kLAErrorTouchIDNotAvailable: Int32 { -6 }
/// The code of `LAError.touchIDNotEnrolled`.
public var kLAErrorTouchIDNotEnrolled: Int32 { -7 }
/// The code of `LAError.userCancel`.
public var kLAErrorUserCancel: Int32 { -2 }
/// The code of `LAError.userFallback`.
public var kLAErrorUserFallback: Int32 { -3 }
/// The code of `LAError.watchNotAvailable`.
public var kLAErrorWatchNotAvailable: Int32 { -11 }
/// The number of `LAPolicy.deviceOwnerAuthentication`.
public var kLAPolicyDeviceOwnerAuthentication: Int32 { 2 }
/// The number of `LAPolicy.deviceOwnerAuthenticationWithBiometrics`.
public var kLAPolicyDeviceOwnerAuthenticationWithBiometrics: Int32 { 1 }
/// The number of `LAPolicy.deviceOwnerAuthenticationWithBiometricsOrWatch`.
public var kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrWatch: Int32 { 4 }
/// The number of `LAPolicy.deviceOwnerAuthenticationWithWatch`.
public var kLAPolicyDeviceOwnerAuthenticationWithWatch: Int32 { 3 }
/// The number of the wrist detection policy of watchOS, for which `LAPolicy` has no case.
public var kLAPolicyDeviceOwnerAuthenticationWithWristDetection: Int32 { 5 }
/// The number of `LABiometryType.none`.
public var kLABiometryTypeNone: Int32 { 0 }
/// The number of `LABiometryType.touchID`.
public var kLABiometryTypeTouchID: Int32 { 1 }
/// The number of `LABiometryType.faceID`.
public var kLABiometryTypeFaceID: Int32 { 2 }
/// The number of `LABiometryType.opticID`.
public var kLABiometryTypeOpticID: Int32 { 4 }
/// The number of `LAPolicy.deviceOwnerAuthenticationWithCompanion`.
public var kLAPolicyDeviceOwnerAuthenticationWithCompanion: Int32 { 3 }
/// The number of `LAPolicy.deviceOwnerAuthenticationWithBiometricsOrCompanion`.
public var kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrCompanion: Int32 { 4 }
/// The code of `LAError.companionNotAvailable`.
public var kLAErrorCompanionNotAvailable: Int32 { -11 }
/// The number of `LACompanionType.watch`.
public var kLACompanionTypeWatch: Int32 { 1 }
/// The number of `LACompanionType.mac`.
public var kLACompanionTypeMac: Int32 { 2 }
/// The number of `LACompanionType.vision`.
public var kLACompanionTypeVision: Int32 { 4 }
/// The number for "no companion device", for which `LACompanionType` has no case.
public var kLACompanionTypeNone: Int32 { 0 }
/// The number of `LAAccessControlOperation.createItem`.
public var kLAAccessControlOperationCreateItem: Int32 { 0 }
/// The number of `LAAccessControlOperation.useItem`.
public var kLAAccessControlOperationUseItem: Int32 { 1 }
/// The number of `LAAccessControlOperation.createKey`.
public var kLAAccessControlOperationCreateKey: Int32 { 2 }
/// The number of `LAAccessControlOperation.useKeySign`.
public var kLAAccessControlOperationUseKeySign: Int32 { 3 }
/// The number of `LAAccessControlOperation.useKeyDecrypt`.
public var kLAAccessControlOperationUseKeyDecrypt: Int32 { 4 }
/// The number of `LAAccessControlOperation.useKeyKeyExchange`.
public var kLAAccessControlOperationUseKeyKeyExchange: Int32 { 5 }
