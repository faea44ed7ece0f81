// SPDX-License-Identifier: Apache-2.0 (table)
import Foundation
import KeychainTypes
@_spi(Private) import Security

/// The constants that a user may write as attribute values, such as `kSecAttrKeyTypeRSA`
/// (Specification/diagnostics.md, "security explain").
enum ConstantValues {
  /// Returns the value of the constant `name`; nil if the attribute has no constant with this name.
  static func value(_ name: String, of attribute: Attribute) -> String? {
    guard let start = starts[attribute], name.hasPrefix(start) else { return nil }
    return values[name]
  }

  /// True if the text looks like the name of a constant for the attribute, such as
  /// `kSecAttrKeyTypeRSA`.
  ///
  /// The text then begins with the common prefix of these names, such as `kSecAttrKeyType`. If no
  /// constant has exactly this name, the user has made a mistake.
  static func isName(_ text: String, of attribute: Attribute) -> Bool {
    starts[attribute].map { text.hasPrefix($0) } ?? false
  }

  private static let starts: [Attribute: String] = [
    .protocolCode: "kSecAttrProtocol", .authenticationType: "kSecAttrAuthenticationType",
    .keyClass: "kSecAttrKeyClass", .type: "kSecAttrKeyType", .tokenIdentifier: "kSecAttrTokenID",
    .accessGroup: "kSecAttrAccessGroup",
  ]

  // swift-format-ignore
  private static let values: [String: String] = [
    "kSecAttrAuthenticationTypeNTLM": kSecAttrAuthenticationTypeNTLM as String,
    "kSecAttrAuthenticationTypeMSN": kSecAttrAuthenticationTypeMSN as String,
    "kSecAttrAuthenticationTypeDPA": kSecAttrAuthenticationTypeDPA as String,
    "kSecAttrAuthenticationTypeRPA": kSecAttrAuthenticationTypeRPA as String,
    "kSecAttrAuthenticationTypeHTTPBasic": kSecAttrAuthenticationTypeHTTPBasic as String,
    "kSecAttrAuthenticationTypeHTTPDigest": kSecAttrAuthenticationTypeHTTPDigest as String,
    "kSecAttrAuthenticationTypeHTMLForm": kSecAttrAuthenticationTypeHTMLForm as String,
    "kSecAttrAuthenticationTypeDefault": kSecAttrAuthenticationTypeDefault as String,
    "kSecAttrTokenIDSecureEnclave": kSecAttrTokenIDSecureEnclave as String,
    "kSecAttrAccessGroupToken": kSecAttrAccessGroupToken as String,
    "kSecAttrKeyClassPublic": kSecAttrKeyClassPublic as String,
    "kSecAttrKeyClassPrivate": kSecAttrKeyClassPrivate as String,
    "kSecAttrKeyClassSymmetric": kSecAttrKeyClassSymmetric as String,
    "kSecAttrKeyTypeRSA": kSecAttrKeyTypeRSA as String,
    "kSecAttrKeyTypeEC": kSecAttrKeyTypeEC as String,
    "kSecAttrKeyTypeECSECPrimeRandom": kSecAttrKeyTypeECSECPrimeRandom as String,
    "kSecAttrKeyTypeECDSA": kSecAttrKeyTypeECDSA as String,
    "kSecAttrKeyTypeEd25519": kSecAttrKeyTypeEd25519 as String,
    "kSecAttrKeyTypeX25519": kSecAttrKeyTypeX25519 as String,
    "kSecAttrKeyTypeDSA": kSecAttrKeyTypeDSA as String,
    "kSecAttrKeyTypeAES": kSecAttrKeyTypeAES as String,
    "kSecAttrKeyTypeDES": kSecAttrKeyTypeDES as String,
    "kSecAttrKeyType3DES": kSecAttrKeyType3DES as String,
    "kSecAttrKeyTypeRC4": kSecAttrKeyTypeRC4 as String,
    "kSecAttrKeyTypeRC2": kSecAttrKeyTypeRC2 as String,
    "kSecAttrKeyTypeCAST": kSecAttrKeyTypeCAST as String,
    "kSecAttrProtocolAFP": kSecAttrProtocolAFP as String,
    "kSecAttrProtocolAppleTalk": kSecAttrProtocolAppleTalk as String,
    "kSecAttrProtocolDAAP": kSecAttrProtocolDAAP as String,
    "kSecAttrProtocolEPPC": kSecAttrProtocolEPPC as String,
    "kSecAttrProtocolFTP": kSecAttrProtocolFTP as String,
    "kSecAttrProtocolFTPAccount": kSecAttrProtocolFTPAccount as String,
    "kSecAttrProtocolFTPProxy": kSecAttrProtocolFTPProxy as String,
    "kSecAttrProtocolFTPS": kSecAttrProtocolFTPS as String,
    "kSecAttrProtocolHTTP": kSecAttrProtocolHTTP as String,
    "kSecAttrProtocolHTTPProxy": kSecAttrProtocolHTTPProxy as String,
    "kSecAttrProtocolHTTPS": kSecAttrProtocolHTTPS as String,
    "kSecAttrProtocolHTTPSProxy": kSecAttrProtocolHTTPSProxy as String,
    "kSecAttrProtocolIMAP": kSecAttrProtocolIMAP as String,
    "kSecAttrProtocolIMAPS": kSecAttrProtocolIMAPS as String,
    "kSecAttrProtocolIPP": kSecAttrProtocolIPP as String,
    "kSecAttrProtocolIRC": kSecAttrProtocolIRC as String,
    "kSecAttrProtocolIRCS": kSecAttrProtocolIRCS as String,
    "kSecAttrProtocolLDAP": kSecAttrProtocolLDAP as String,
    "kSecAttrProtocolLDAPS": kSecAttrProtocolLDAPS as String,
    "kSecAttrProtocolNNTP": kSecAttrProtocolNNTP as String,
    "kSecAttrProtocolNNTPS": kSecAttrProtocolNNTPS as String,
    "kSecAttrProtocolPOP3": kSecAttrProtocolPOP3 as String,
    "kSecAttrProtocolPOP3S": kSecAttrProtocolPOP3S as String,
    "kSecAttrProtocolRTSP": kSecAttrProtocolRTSP as String,
    "kSecAttrProtocolRTSPProxy": kSecAttrProtocolRTSPProxy as String,
    "kSecAttrProtocolSMB": kSecAttrProtocolSMB as String,
    "kSecAttrProtocolSMTP": kSecAttrProtocolSMTP as String,
    "kSecAttrProtocolSOCKS": kSecAttrProtocolSOCKS as String,
    "kSecAttrProtocolSSH": kSecAttrProtocolSSH as String,
    "kSecAttrProtocolTelnet": kSecAttrProtocolTelnet as String,
    "kSecAttrProtocolTelnetS": kSecAttrProtocolTelnetS as String,
  ]
}
