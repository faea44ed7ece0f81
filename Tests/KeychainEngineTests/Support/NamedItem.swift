// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainTypes
import SecureMemory

/// Items of every stored class, which differ from others of their class by a name in one attribute
/// of their primary key.
extension ItemClass {
  /// The attribute that has the name.
  var nameAttribute: Attribute {
    switch self {
    case .genericPassword, .internetPassword, .identity: .account
    case .certificate: .serialNumber
    case .key: .applicationLabel
    }
  }

  func nameValue(_ name: String) -> AttributeValue {
    switch self {
    case .genericPassword, .internetPassword, .identity: .text(name)
    case .certificate, .key: .bytes(Array(name.utf8))
    }
  }

  /// Returns the name in the attributes of an item of the class.
  func name(in attributes: AttributeSet) -> String? {
    switch attributes[nameAttribute] {
    case .text(let text): text
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    default: nil
    }
  }

  /// Makes a new item of the class.
  func item(_ name: String, secret: String = "secret", sync: Bool = false) -> NewItem {
    var item = NewItem(self)
    switch self {
    case .genericPassword: item.attributes[.service] = .text("service")
    case .internetPassword: item.attributes[.server] = .text("server")
    case .certificate: item.attributes[.issuer] = .bytes(Array("issuer".utf8))
    case .key, .identity: break
    }
    item.attributes[nameAttribute] = nameValue(name)
    item.secret = SecretBytes(copying: Array(secret.utf8))
    item.isSynchronizable = sync
    return item
  }

  /// Makes a query for items of the class by name, or for all items, synchronizable ones included.
  func query(_ name: String?, _ returns: Returns = []) -> Query {
    var query = Query(
      self, name.map { [Predicate(nameAttribute, nameValue($0))] } ?? [], limit: .all)
    query.sync = .any
    query.returns = returns
    return query
  }
}
