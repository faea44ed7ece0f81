// SPDX-License-Identifier: Apache-2.0 (table)
public import Foundation

// Keys and types of what SecCertificateCopyValues tells (spec/certificates.md 2.9).

/// What a value is called.
@safe nonisolated(unsafe) public let kSecPropertyKeyLabel: CFString = "label"
/// What a value is called in the user's language; English here.
@safe nonisolated(unsafe) public let kSecPropertyKeyLocalizedLabel: CFString = "localized label"
/// What a value is: one of the types below.
@safe nonisolated(unsafe) public let kSecPropertyKeyType: CFString = "type"
/// The value.
@safe nonisolated(unsafe) public let kSecPropertyKeyValue: CFString = "value"
/// An array of strings or data.
@safe nonisolated(unsafe) public let kSecPropertyTypeArray: CFString = "array"
/// Data.
@safe nonisolated(unsafe) public let kSecPropertyTypeData: CFString = "data"
/// A date.
@safe nonisolated(unsafe) public let kSecPropertyTypeDate: CFString = "date"
/// An error.
@safe nonisolated(unsafe) public let kSecPropertyTypeError: CFString = "error"
/// A number.
@safe nonisolated(unsafe) public let kSecPropertyTypeNumber: CFString = "number"
/// An array of dictionaries like the one it is in.
@safe nonisolated(unsafe) public let kSecPropertyTypeSection: CFString = "section"
/// A string.
@safe nonisolated(unsafe) public let kSecPropertyTypeString: CFString = "string"
/// A message of success.
@safe nonisolated(unsafe) public let kSecPropertyTypeSuccess: CFString = "success"
/// A title.
@safe nonisolated(unsafe) public let kSecPropertyTypeTitle: CFString = "title"
/// A location.
@safe nonisolated(unsafe) public let kSecPropertyTypeURL: CFString = "url"
/// A warning.
@safe nonisolated(unsafe) public let kSecPropertyTypeWarning: CFString = "warning"
