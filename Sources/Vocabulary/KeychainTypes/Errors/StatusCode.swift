// SPDX-License-Identifier: Apache-2.0 (table)

/// The statuses that the engine returns (Specification/secitem.md, "Table of errors").
extension KeychainError.Code {
  package static let unimplemented = Self(rawValue: -4)
  package static let diskFull = Self(rawValue: -34)
  package static let ioFailed = Self(rawValue: -36)
  package static let parameter = Self(rawValue: -50)
  package static let outOfMemory = Self(rawValue: -108)
  package static let userCancelled = Self(rawValue: -128)
  package static let writePermission = Self(rawValue: -61)
  package static let missingEntitlement = Self(rawValue: -34018)
  package static let restrictedCaller = Self(rawValue: -34020)
  package static let notAvailable = Self(rawValue: -25291)
  package static let noSuchKeychain = Self(rawValue: -25294)
  package static let readOnly = Self(rawValue: -25292)
  package static let authorizationFailed = Self(rawValue: -25293)
  package static let invalidKeychain = Self(rawValue: -25295)
  package static let duplicateKeychain = Self(rawValue: -25296)
  package static let duplicateCallback = Self(rawValue: -25297)
  package static let invalidCallback = Self(rawValue: -25298)
  package static let duplicateItem = Self(rawValue: -25299)
  package static let itemNotFound = Self(rawValue: -25300)
  package static let bufferTooSmall = Self(rawValue: -25301)
  package static let dataTooLarge = Self(rawValue: -25302)
  package static let noSuchAttribute = Self(rawValue: -25303)
  package static let invalidItemReference = Self(rawValue: -25304)
  package static let accessListNotSimple = Self(rawValue: -25240)
  package static let invalidSearchReference = Self(rawValue: -25305)
  package static let noAccessForItem = Self(rawValue: -25243)
  package static let invalidOwnerEdit = Self(rawValue: -25244)
  package static let noDefaultKeychain = Self(rawValue: -25307)
  package static let invalidPreferenceDomain = Self(rawValue: -25319)
  package static let noSuchClass = Self(rawValue: -25306)
  package static let interactionNotAllowed = Self(rawValue: -25308)
  /// The internal status of a call that needs evidence; no public function ever returns it
  /// (Specification/secitem.md, "Authentication loop").
  package static let authorizationRequired = Self(rawValue: -25330)
  package static let decode = Self(rawValue: -26275)
  package static let internalError = Self(rawValue: -26276)
  package static let invalidDatabaseBlob = Self(rawValue: -67598)
  package static let invalidKeyBlob = Self(rawValue: -67599)
  package static let incompatibleDatabaseBlob = Self(rawValue: -67600)
  package static let incompatibleKeyBlob = Self(rawValue: -67601)
  package static let verifyFailed = Self(rawValue: -67808)
}

extension KeychainError.Code {
  /// The kinds of failure, for code that treats all statuses of one kind alike.
  package enum Category: Sendable {
    case misuse, absent, duplicate, denied, locked, needsAuthorization, unavailable, damaged
    case cannotHappen
  }

  /// The kind of failure for which the status stands.
  package var category: Category {
    switch self {
    case .parameter, .noSuchAttribute, .noSuchClass, .dataTooLarge, .unimplemented,
      .invalidItemReference:
      .misuse
    case .itemNotFound: .absent
    case .duplicateItem: .duplicate
    case .missingEntitlement, .restrictedCaller, .authorizationFailed, .userCancelled: .denied
    case .interactionNotAllowed: .locked
    case .authorizationRequired: .needsAuthorization
    case .decode, .verifyFailed: .damaged
    case .internalError: .cannotHappen
    default: .unavailable
    }
  }
}
