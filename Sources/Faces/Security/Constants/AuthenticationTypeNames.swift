// SPDX-License-Identifier: Apache-2.0 (table)
public import Foundation

// Values of `kSecAttrAuthenticationType` (spec/secitem.md 1.3).

/// NTLM.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationTypeNTLM: CFString = "ntlm"
/// MSN.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationTypeMSN: CFString = "msna"
/// Distributed password authentication.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationTypeDPA: CFString = "dpaa"
/// Remote password authentication.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationTypeRPA: CFString = "rpaa"
/// HTTP basic.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTTPBasic: CFString = "http"
/// HTTP digest.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTTPDigest: CFString = "httd"
/// A form in a page.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTMLForm: CFString = "form"
/// The default.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationTypeDefault: CFString = "dflt"
