// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Everyday words for attributes of items, such as "account".
///
/// Commands accept only attribute names of four letters, such as `acct`. A user who types an
/// everyday word gets advice that names the four letters.
package enum AttributeWord {
  private static let attributes: [String: Attribute] = [
    "account": .account, "service": .service, "label": .label, "comment": .comment,
    "description": .itemDescription, "kind": .itemDescription, "creator": .creator,
    "generic": .generic, "server": .server, "protocol": .protocolCode, "domain": .securityDomain,
    "securitydomain": .securityDomain, "authenticationtype": .authenticationType,
    "accessgroup": .accessGroup, "group": .accessGroup, "accessible": .protection,
    "synchronizable": .synchronizable, "created": .creationDate, "creationdate": .creationDate,
    "modified": .modificationDate, "modificationdate": .modificationDate, "keyclass": .keyClass,
    "applicationtag": .applicationTag, "applicationlabel": .applicationLabel,
    "subject": .subject, "issuer": .issuer, "serialnumber": .serialNumber,
  ]

  /// Returns the advice for a user who typed `word` where an attribute name is needed.
  ///
  /// The advice repeats the word only if it is an everyday word for an attribute. Any other word
  /// may be a password in the wrong place.
  package static func advice(_ word: String) -> String {
    let rule = "attribute names have four letters"
    let letters = word.lowercased().filter { $0.isLetter }
    var plain = letters
    if plain.hasPrefix("ksecattr") { plain.removeFirst("ksecattr".count) }
    guard let attribute = attributes[plain] else {
      return "\(rule), as \(Attribute.account.name) and \(Attribute.service.name)"
    }
    return "\(rule): \(attribute.name) for \(letters == word.lowercased() ? word : plain)"
  }
}
