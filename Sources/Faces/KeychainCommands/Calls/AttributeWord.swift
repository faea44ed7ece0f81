// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// What people call attributes, where commands take their names of four letters.
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

  /// What to say of a word that is no attribute's name, and is repeated only where it is one that
  /// people use for an attribute.
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
