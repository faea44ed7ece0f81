// SPDX-License-Identifier: Apache-2.0
// Written by Tests/Surface/headers.py.
#ifndef LATCHKEY_LAPUBLICDEFINES_H
#define LATCHKEY_LAPUBLICDEFINES_H

#define LATouchIDAuthenticationMaximumAllowableReuseDuration 300
#define LAErrorDomain CFSTR("com.apple.LocalAuthentication")
#define kLACredentialSmartCardPIN (-3)
#define kLACredentialTypeApplicationPassword 0
#define kLAErrorAppCancel (-9)
#define kLAErrorAuthenticationFailed (-1)
#define kLAErrorBiometryDisconnected (-13)
#define kLAErrorBiometryLockout (-8)
#define kLAErrorBiometryNotAvailable (-6)
#define kLAErrorBiometryNotEnrolled (-7)
#define kLAErrorBiometryNotPaired (-12)
#define kLAErrorDomain CFSTR("com.apple.LocalAuthentication")
#define kLAErrorInvalidContext (-10)
#define kLAErrorInvalidDimensions (-14)
#define kLAErrorNotInteractive (-1004)
#define kLAErrorPasscodeNotSet (-5)
#define kLAErrorSystemCancel (-4)
#define kLAErrorTouchIDLockout (-8)
#define kLAErrorTouchIDNotAvailable (-6)
#define kLAErrorTouchIDNotEnrolled (-7)
#define kLAErrorUserCancel (-2)
#define kLAErrorUserFallback (-3)
#define kLAErrorWatchNotAvailable (-11)
#define kLAPolicyDeviceOwnerAuthentication 2
#define kLAPolicyDeviceOwnerAuthenticationWithBiometrics 1
#define kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrWatch 4
#define kLAPolicyDeviceOwnerAuthenticationWithWatch 3
#define kLAPolicyDeviceOwnerAuthenticationWithWristDetection 5
#define kLABiometryTypeNone 0
#define kLABiometryTypeTouchID 1
#define kLABiometryTypeFaceID 2
#define kLABiometryTypeOpticID 4
#define kLAPolicyDeviceOwnerAuthenticationWithCompanion 3
#define kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrCompanion 4
#define kLAErrorCompanionNotAvailable (-11)
#define kLACompanionTypeWatch 1
#define kLACompanionTypeMac 2
#define kLACompanionTypeVision 4
#define kLACompanionTypeNone 0
#define kLAAccessControlOperationCreateItem 0
#define kLAAccessControlOperationUseItem 1
#define kLAAccessControlOperationCreateKey 2
#define kLAAccessControlOperationUseKeySign 3
#define kLAAccessControlOperationUseKeyDecrypt 4
#define kLAAccessControlOperationUseKeyKeyExchange 5

#endif
