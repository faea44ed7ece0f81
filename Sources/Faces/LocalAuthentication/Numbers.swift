// SPDX-License-Identifier: Apache-2.0 (table)

// The numbers under the names of the C headers (spec/access-control.md 1.1, 1.2).

/// The number of an `LACredentialType`.
public var kLACredentialSmartCardPIN: Int32 { -3 }
/// The number of an `LACredentialType`.
public var kLACredentialTypeApplicationPassword: Int32 { 0 }
/// The code of an `LAError`.
public var kLAErrorAppCancel: Int32 { -9 }
/// The code of an `LAError`.
public var kLAErrorAuthenticationFailed: Int32 { -1 }
/// The code of an `LAError`.
public var kLAErrorBiometryDisconnected: Int32 { -13 }
/// The code of an `LAError`.
public var kLAErrorBiometryLockout: Int32 { -8 }
/// The code of an `LAError`.
public var kLAErrorBiometryNotAvailable: Int32 { -6 }
/// The code of an `LAError`.
public var kLAErrorBiometryNotEnrolled: Int32 { -7 }
/// The code of an `LAError`.
public var kLAErrorBiometryNotPaired: Int32 { -12 }
/// The domain of `LAError`.
public var kLAErrorDomain: String { "com.apple.LocalAuthentication" }
/// The code of an `LAError`.
public var kLAErrorInvalidContext: Int32 { -10 }
/// The code of an `LAError`.
public var kLAErrorInvalidDimensions: Int32 { -14 }
/// The code of an `LAError`.
public var kLAErrorNotInteractive: Int32 { -1004 }
/// The code of an `LAError`.
public var kLAErrorPasscodeNotSet: Int32 { -5 }
/// The code of an `LAError`.
public var kLAErrorSystemCancel: Int32 { -4 }
/// The code of an `LAError`.
public var kLAErrorTouchIDLockout: Int32 { -8 }
/// The code of an `LAError`.
public var kLAErrorTouchIDNotAvailable: Int32 { -6 }
/// The code of an `LAError`.
public var kLAErrorTouchIDNotEnrolled: Int32 { -7 }
/// The code of an `LAError`.
public var kLAErrorUserCancel: Int32 { -2 }
/// The code of an `LAError`.
public var kLAErrorUserFallback: Int32 { -3 }
/// The code of an `LAError`.
public var kLAErrorWatchNotAvailable: Int32 { -11 }
/// The number of an `LAPolicy`.
public var kLAPolicyDeviceOwnerAuthentication: Int32 { 2 }
/// The number of an `LAPolicy`.
public var kLAPolicyDeviceOwnerAuthenticationWithBiometrics: Int32 { 1 }
/// The number of an `LAPolicy`.
public var kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrWatch: Int32 { 4 }
/// The number of an `LAPolicy`.
public var kLAPolicyDeviceOwnerAuthenticationWithWatch: Int32 { 3 }
/// The number of an `LAPolicy`.
public var kLAPolicyDeviceOwnerAuthenticationWithWristDetection: Int32 { 5 }
/// The number of an `LABiometryType`.
public var kLABiometryTypeNone: Int32 { 0 }
/// The number of an `LABiometryType`.
public var kLABiometryTypeTouchID: Int32 { 1 }
/// The number of an `LABiometryType`.
public var kLABiometryTypeFaceID: Int32 { 2 }
/// The number of an `LABiometryType`.
public var kLABiometryTypeOpticID: Int32 { 4 }
/// The number of an `LAPolicy`.
public var kLAPolicyDeviceOwnerAuthenticationWithCompanion: Int32 { 3 }
/// The number of an `LAPolicy`.
public var kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrCompanion: Int32 { 4 }
/// The code of an `LAError`.
public var kLAErrorCompanionNotAvailable: Int32 { -11 }
/// The number of an `LACompanionType`.
public var kLACompanionTypeWatch: Int32 { 1 }
/// The number of an `LACompanionType`.
public var kLACompanionTypeMac: Int32 { 2 }
/// The number of an `LACompanionType`.
public var kLACompanionTypeVision: Int32 { 4 }
/// The number of an `LACompanionType`.
public var kLACompanionTypeNone: Int32 { 0 }
/// The number of an `LAAccessControlOperation`.
public var kLAAccessControlOperationCreateItem: Int32 { 0 }
/// The number of an `LAAccessControlOperation`.
public var kLAAccessControlOperationUseItem: Int32 { 1 }
/// The number of an `LAAccessControlOperation`.
public var kLAAccessControlOperationCreateKey: Int32 { 2 }
/// The number of an `LAAccessControlOperation`.
public var kLAAccessControlOperationUseKeySign: Int32 { 3 }
/// The number of an `LAAccessControlOperation`.
public var kLAAccessControlOperationUseKeyDecrypt: Int32 { 4 }
/// The number of an `LAAccessControlOperation`.
public var kLAAccessControlOperationUseKeyKeyExchange: Int32 { 5 }
