// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.
public import Foundation

// Match keys and their values (Specification/secitem.md, "Match keys").

/// The greatest number of matches: a number, `kSecMatchLimitOne` or `kSecMatchLimitAll`.
@safe nonisolated(unsafe) public let kSecMatchLimit: CFString = "m_Limit"
/// A value of `kSecMatchLimit`: at most one match.
@safe nonisolated(unsafe) public let kSecMatchLimitOne: CFString = "m_LimitOne"
/// A value of `kSecMatchLimit`: all matches.
@safe nonisolated(unsafe) public let kSecMatchLimitAll: CFString = "m_LimitAll"
/// A policy that matching certificates must satisfy.
@safe nonisolated(unsafe) public let kSecMatchPolicy: CFString = "m_Policy"
/// Names of issuers: the chain of a matching certificate must lead to one of these issuers.
@safe nonisolated(unsafe) public let kSecMatchIssuers: CFString = "m_Issuers"
/// An e-mail address that a matching certificate must contain.
@safe nonisolated(unsafe) public let kSecMatchEmailAddressIfPresent: CFString =
  "m_EmailAddressIfPresent"
/// Whether only trusted certificates match.
@safe nonisolated(unsafe) public let kSecMatchTrustedOnly: CFString = "m_TrustedOnly"
/// A moment at which a matching certificate must be valid; the null object means now.
@safe nonisolated(unsafe) public let kSecMatchValidOnDate: CFString = "m_ValidOnDate"
/// A host: the server of a match must be that host or a subdomain of the host.
@safe nonisolated(unsafe) public let kSecMatchHostOrSubdomainOfHost: CFString =
  "m_HostOrSubdomainOfHost"
/// A text that the subject of a match contains; it has an effect in file-based keychains only.
@safe nonisolated(unsafe) public let kSecMatchSubjectContains: CFString = "m_SubjectContains"
/// A text with which the subject of a match starts; it has an effect in file-based keychains only.
@safe nonisolated(unsafe) public let kSecMatchSubjectStartsWith: CFString = "m_SubjectStartsWith"
/// A text with which the subject of a match ends; it has an effect in file-based keychains only.
@safe nonisolated(unsafe) public let kSecMatchSubjectEndsWith: CFString = "m_SubjectEndsWith"
/// The whole subject of a match, as text; it has an effect in file-based keychains only.
@safe nonisolated(unsafe) public let kSecMatchSubjectWholeString: CFString = "m_SubjectWholeString"
/// Whether upper and lower case are treated as equal; it has an effect in file-based keychains
/// only.
@safe nonisolated(unsafe) public let kSecMatchCaseInsensitive: CFString = "m_CaseInsensitive"
/// Whether accents of texts are ignored; it has an effect in file-based keychains only.
@safe nonisolated(unsafe) public let kSecMatchDiacriticInsensitive: CFString =
  "m_DiacriticInsensitive"
/// Whether the width of characters is ignored; it has an effect in file-based keychains only.
@safe nonisolated(unsafe) public let kSecMatchWidthInsensitive: CFString = "m_WidthInsensitive"
/// The items among which to search; it has an effect in file-based keychains only.
@safe nonisolated(unsafe) public let kSecMatchItemList: CFString = "m_ItemList"
/// The keychains in which to search.
@safe nonisolated(unsafe) public let kSecMatchSearchList: CFString = "m_SearchList"
