// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

// The statuses of Keychain Services (Specification/secitem.md, "Table of errors").

/// No error.
public let errSecSuccess: OSStatus = 0
/// The function or operation is not implemented.
public let errSecUnimplemented: OSStatus = -4
/// There is no space left on the disk.
public let errSecDiskFull: OSStatus = -34
/// There is no space left on the disk.
@available(*, deprecated, renamed: "errSecDiskFull")
public let errSecDskFull: OSStatus = -34
/// Reading or writing failed.
public let errSecIO: OSStatus = -36
/// The file is already open for writing.
public let errSecOpWr: OSStatus = -49
/// A parameter that was passed is not valid.
public let errSecParam: OSStatus = -50
/// Writing is not permitted.
public let errSecWrPerm: OSStatus = -61
/// Not enough memory could be obtained.
public let errSecAllocate: OSStatus = -108
/// The user cancelled the operation.
public let errSecUserCanceled: OSStatus = -128
/// A parameter of the request is bad, or the request is not valid in the current state.
public let errSecBadReq: OSStatus = -909
/// An internal component failed.
public let errSecInternalComponent: OSStatus = -2070
/// Core Foundation reported an unknown error.
public let errSecCoreFoundationUnknown: OSStatus = -4960
/// The access control list is not in the simple form that the operation needs.
public let errSecACLNotSimple: OSStatus = -25240
/// The named policy was not found.
public let errSecPolicyNotFound: OSStatus = -25241
/// The trust setting is not valid.
public let errSecInvalidTrustSetting: OSStatus = -25242
/// The item has no access control.
public let errSecNoAccessForItem: OSStatus = -25243
/// The owner of the item cannot be changed in this way.
public let errSecInvalidOwnerEdit: OSStatus = -25244
/// There is no result of a trust evaluation.
public let errSecTrustNotAvailable: OSStatus = -25245
/// This format is not supported for import or export.
public let errSecUnsupportedFormat: OSStatus = -25256
/// The format of the data to import is unknown.
public let errSecUnknownFormat: OSStatus = -25257
/// The key can be exported only in encrypted (wrapped) form.
public let errSecKeyIsSensitive: OSStatus = -25258
/// The import found more than one private key, but only one is allowed.
public let errSecMultiplePrivKeys: OSStatus = -25259
/// A passphrase is needed for import or export.
public let errSecPassphraseRequired: OSStatus = -25260
/// The reference to the password is not valid.
public let errSecInvalidPasswordRef: OSStatus = -25261
/// The record of trust settings is damaged.
public let errSecInvalidTrustSettings: OSStatus = -25262
/// No trust settings were found.
public let errSecNoTrustSettings: OSStatus = -25263
/// The message authentication code of a PKCS#12 file is wrong.
public let errSecPkcs12VerifyFailure: OSStatus = -25264
/// No keychain is available.
public let errSecNotAvailable: OSStatus = -25291
/// This keychain cannot be modified.
public let errSecReadOnly: OSStatus = -25292
/// The user name or passphrase you entered is not correct.
public let errSecAuthFailed: OSStatus = -25293
/// The specified keychain could not be found.
public let errSecNoSuchKeychain: OSStatus = -25294
/// The specified file is not a valid keychain.
public let errSecInvalidKeychain: OSStatus = -25295
/// A keychain with the same name already exists.
public let errSecDuplicateKeychain: OSStatus = -25296
/// This callback has already been installed.
public let errSecDuplicateCallback: OSStatus = -25297
/// This callback is not valid.
public let errSecInvalidCallback: OSStatus = -25298
/// The specified item already exists in the keychain.
public let errSecDuplicateItem: OSStatus = -25299
/// The specified item could not be found in the keychain.
public let errSecItemNotFound: OSStatus = -25300
/// The buffer is too small for the data.
public let errSecBufferTooSmall: OSStatus = -25301
/// The data is too large for this operation.
public let errSecDataTooLarge: OSStatus = -25302
/// This attribute does not exist.
public let errSecNoSuchAttr: OSStatus = -25303
/// The reference to the item is no longer valid.
public let errSecInvalidItemRef: OSStatus = -25304
/// The search could not be carried out with this reference.
public let errSecInvalidSearchRef: OSStatus = -25305
/// This class of items does not exist.
public let errSecNoSuchClass: OSStatus = -25306
/// A default keychain could not be found.
public let errSecNoDefaultKeychain: OSStatus = -25307
/// User interaction is not allowed, so that the user cannot be asked.
public let errSecInteractionNotAllowed: OSStatus = -25308
/// This attribute cannot be modified.
public let errSecReadOnlyAttr: OSStatus = -25309
/// The keychain was made by another version of the system.
public let errSecWrongSecVersion: OSStatus = -25310
/// Keys of this size are not allowed.
public let errSecKeySizeNotAllowed: OSStatus = -25311
/// The required storage module could not be loaded.
public let errSecNoStorageModule: OSStatus = -25312
/// The required certificate module could not be loaded.
public let errSecNoCertificateModule: OSStatus = -25313
/// The required policy module could not be loaded.
public let errSecNoPolicyModule: OSStatus = -25314
/// The user would have to be asked, but asking the user is not allowed now.
public let errSecInteractionRequired: OSStatus = -25315
/// The contents of this item cannot be retrieved.
public let errSecDataNotAvailable: OSStatus = -25316
/// The contents of this item cannot be modified.
public let errSecDataNotModifiable: OSStatus = -25317
/// Certificates are missing to complete the chain.
public let errSecCreateChainFailed: OSStatus = -25318
/// This preferences domain is not valid.
public let errSecInvalidPrefsDomain: OSStatus = -25319
/// The machine is awake without a display, so the user cannot be asked.
public let errSecInDarkWake: OSStatus = -25320
/// The certificate was not signed by its proposed parent.
public let errSecNotSigner: OSStatus = -26267
/// The data could not be decoded.
public let errSecDecode: OSStatus = -26275
/// A required entitlement is missing.
public let errSecMissingEntitlement: OSStatus = -34018
/// The caller is restricted and may not use this function.
public let errSecRestrictedAPI: OSStatus = -34020
