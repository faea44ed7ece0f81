// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.
public import Foundation

// Keys and types in the dictionaries that SecCertificateCopyValues returns
// (Specification/certificates.md, "CopyValues of a certificate").

/// The dictionary key of a field's label.
@safe nonisolated(unsafe) public let kSecPropertyKeyLabel: CFString = "label"
/// The dictionary key of a field's label in the user's language; in Latchkey it is always English.
@safe nonisolated(unsafe) public let kSecPropertyKeyLocalizedLabel: CFString = "localized label"
/// The dictionary key of a field's type: one of the `kSecPropertyType…` values.
@safe nonisolated(unsafe) public let kSecPropertyKeyType: CFString = "type"
/// The dictionary key of a field's value.
@safe nonisolated(unsafe) public let kSecPropertyKeyValue: CFString = "value"
/// The type of a field whose value is an array of strings or data.
@safe nonisolated(unsafe) public let kSecPropertyTypeArray: CFString = "array"
/// The type of a field whose value is data.
@safe nonisolated(unsafe) public let kSecPropertyTypeData: CFString = "data"
/// The type of a field whose value is a date.
@safe nonisolated(unsafe) public let kSecPropertyTypeDate: CFString = "date"
/// The type of a field whose value is the text of an error.
@safe nonisolated(unsafe) public let kSecPropertyTypeError: CFString = "error"
/// The type of a field whose value is a number.
@safe nonisolated(unsafe) public let kSecPropertyTypeNumber: CFString = "number"
/// The type of a field whose value is an array of further fields.
@safe nonisolated(unsafe) public let kSecPropertyTypeSection: CFString = "section"
/// The type of a field whose value is a string.
@safe nonisolated(unsafe) public let kSecPropertyTypeString: CFString = "string"
/// The type of a field whose value is a message of success.
@safe nonisolated(unsafe) public let kSecPropertyTypeSuccess: CFString = "success"
/// The type of a field whose value is a title.
@safe nonisolated(unsafe) public let kSecPropertyTypeTitle: CFString = "title"
/// The type of a field whose value is a URL.
@safe nonisolated(unsafe) public let kSecPropertyTypeURL: CFString = "url"
/// The type of a field whose value is a warning.
@safe nonisolated(unsafe) public let kSecPropertyTypeWarning: CFString = "warning"
