// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainExplaining
import KeychainTypes

/// The table of a keychain file that a call searches, with the conditions of the call.
struct SearchedTable {
  let relation: Relation
  let terms: [RecordTerm]
  /// The operation that the access list of a found item must permit; nil for certificates.
  let operation: Authorization?
  /// The attributes of the new password, if the call adds a password.
  ///
  /// The value is nil for certificates and keys.
  let values: RecordValues?
  private let itemClass: ItemClass
  private let attributes: AttributeSet

  /// Reads the table and its conditions from a call.
  ///
  /// Nil if the call has no class, or the class is identities. Also nil for a certificate or key if
  /// the call has another condition than the label.
  init?(_ asked: ExplainOptions) {
    guard let itemClass = asked.itemClass else { return nil }
    self.init(itemClass, asked.attributes)
  }

  init?(_ itemClass: ItemClass, _ attributes: AttributeSet) {
    (self.itemClass, self.attributes) = (itemClass, attributes)
    switch itemClass {
    case .genericPassword, .internetPassword:
      let passwords = FilePasswords(itemClass == .genericPassword ? .generic : .internet)
      (relation, terms) = (passwords.relation, passwords.terms(attributes))
      (operation, values) = (.decrypt, passwords.newValues(attributes))
    case .certificate, .key:
      relation = itemClass == .certificate ? .certificates : .privateKeys
      guard attributes.allSatisfy({ $0.attribute == .label }) else { return nil }
      let label = itemClass == .key ? KeyAttribute.printName : Relation.code("labl")
      terms = attributes.compactMap { entry in
        guard case .text(let text) = entry.value else { return nil }
        return RecordTerm(label, .text(text))
      }
      (operation, values) = (itemClass == .key ? .sign : nil, nil)
    case .identity: return nil
    }
  }

  /// True if the class of the table is generic or internet passwords.
  var isOfPasswords: Bool { itemClass == .genericPassword || itemClass == .internetPassword }

  /// Returns the name of the function with which a program makes the call on a keychain file.
  func function(_ verb: Request.Verb) -> String {
    let kind: String? =
      switch itemClass {
      case .genericPassword: "GenericPassword"
      case .internetPassword: "InternetPassword"
      case .certificate, .key, .identity: nil
      }
    return switch verb {
    case .copyMatching: kind.map { "SecKeychainFind" + $0 } ?? "SecKeychainSearchCopyNext"
    case .add: kind.map { "SecKeychainAdd" + $0 } ?? "SecKeychainItemCreateFromContent"
    case .update: "SecKeychainItemModifyContent"
    case .delete: "SecKeychainItemDelete"
    }
  }

  /// Returns the query or the new item of the call, from which findings are made.
  func asked(_ verb: Request.Verb) -> AskedFact {
    var asked = AskedFact()
    if verb == .add {
      var item = NewItem(itemClass)
      item.attributes = attributes
      asked.item = item
    } else {
      let predicates = attributes.map { Predicate($0.attribute, $0.value) }
      asked.query = Query(itemClass, predicates, limit: .one)
    }
    return asked
  }
}
