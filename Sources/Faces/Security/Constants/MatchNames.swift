// SPDX-License-Identifier: Apache-2.0 (table)
public import Foundation

// Match keys and their values (spec/secitem.md 1.4).

/// How many matches are wanted: a number or one of the two values below.
@safe nonisolated(unsafe) public let kSecMatchLimit: CFString = "m_Limit"
/// One match.
@safe nonisolated(unsafe) public let kSecMatchLimitOne: CFString = "m_LimitOne"
/// All matches.
@safe nonisolated(unsafe) public let kSecMatchLimitAll: CFString = "m_LimitAll"
/// A policy that certificates must satisfy.
@safe nonisolated(unsafe) public let kSecMatchPolicy: CFString = "m_Policy"
/// Names of issuers, one of which the certificate must lead to.
@safe nonisolated(unsafe) public let kSecMatchIssuers: CFString = "m_Issuers"
/// An e-mail address that the certificate must hold.
@safe nonisolated(unsafe) public let kSecMatchEmailAddressIfPresent: CFString =
  "m_EmailAddressIfPresent"
/// Whether only trusted certificates match.
@safe nonisolated(unsafe) public let kSecMatchTrustedOnly: CFString = "m_TrustedOnly"
/// A moment at which the certificate must be valid; null for now.
@safe nonisolated(unsafe) public let kSecMatchValidOnDate: CFString = "m_ValidOnDate"
/// A host: the server must be it or lie in it.
@safe nonisolated(unsafe) public let kSecMatchHostOrSubdomainOfHost: CFString =
  "m_HostOrSubdomainOfHost"
/// Text in the subject; without effect but in file-based keychains.
@safe nonisolated(unsafe) public let kSecMatchSubjectContains: CFString = "m_SubjectContains"
/// Start of the subject; file-based keychains only.
@safe nonisolated(unsafe) public let kSecMatchSubjectStartsWith: CFString = "m_SubjectStartsWith"
/// End of the subject; file-based keychains only.
@safe nonisolated(unsafe) public let kSecMatchSubjectEndsWith: CFString = "m_SubjectEndsWith"
/// The whole subject; file-based keychains only.
@safe nonisolated(unsafe) public let kSecMatchSubjectWholeString: CFString = "m_SubjectWholeString"
/// Ignore case; without effect but in file-based keychains.
@safe nonisolated(unsafe) public let kSecMatchCaseInsensitive: CFString = "m_CaseInsensitive"
/// Ignore accents; file-based keychains only.
@safe nonisolated(unsafe) public let kSecMatchDiacriticInsensitive: CFString =
  "m_DiacriticInsensitive"
/// Ignore width; file-based keychains only.
@safe nonisolated(unsafe) public let kSecMatchWidthInsensitive: CFString = "m_WidthInsensitive"
/// Items to look among; without effect but in file-based keychains.
@safe nonisolated(unsafe) public let kSecMatchItemList: CFString = "m_ItemList"
/// File-based keychains to look in.
@safe nonisolated(unsafe) public let kSecMatchSearchList: CFString = "m_SearchList"
