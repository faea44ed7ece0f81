// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainTypes
import SecureMemory

/// The items of one writer, which differ from those of other writers by service or server.
///
/// An item is named by its class and account. An account that begins with `s` is synchronizable.
/// The value is a number for the secret, the count of bytes that fill it, and the label.
struct TortureItems {
  static let caller = Caller(identifier: "torture", groups: ["torture"])
  static let classes: [ItemClass] = [.genericPassword, .internetPassword]

  let writer: Int

  func new(_ name: String, _ value: String) -> NewItem {
    var item = NewItem(Self.itemClass(name))
    item.attributes[place(item.itemClass)] = .text("w\(writer)")
    item.attributes[.account] = .text(Self.account(name))
    item.attributes[.label] = .text(Self.label(value))
    item.isSynchronizable = Self.account(name).hasPrefix("s")
    item.secret = Self.secret(value)
    return item
  }

  func query(_ name: String) -> Query {
    var query = Query(
      Self.itemClass(name),
      [
        Predicate(place(Self.itemClass(name)), .text("w\(writer)")),
        Predicate(.account, .text(Self.account(name))),
      ])
    query.sync = .any
    return query
  }

  /// A query for all items of a class with a label.
  func query(_ itemClass: ItemClass, label: String) -> Query {
    var query = Query(
      itemClass,
      [Predicate(place(itemClass), .text("w\(writer)")), Predicate(.label, .text(label))])
    query.sync = .any
    return query
  }

  /// Reads the items of this writer from the store.
  func read(_ session: Session) throws(KeychainError) -> [String: String] {
    var items: [String: String] = [:]
    for itemClass in Self.classes {
      var query = Query(itemClass, [Predicate(place(itemClass), .text("w\(writer)"))])
      query.sync = .any
      query.returns = [.secret, .attributes]
      do throws(KeychainError) {
        for match in try session.copyMatching(query) {
          guard case .text(let account)? = match.attributes?[.account],
            case .text(let label)? = match.attributes?[.label], let secret = match.secret
          else { continue }
          items["\(itemClass.rawValue)/\(account)"] = Self.value(secret, label)
        }
      } catch {
        guard error.code == .itemNotFound else { throw error }
      }
    }
    return items
  }

  static func itemClass(_ name: String) -> ItemClass {
    name.hasPrefix("genp") ? .genericPassword : .internetPassword
  }

  static func account(_ name: String) -> String {
    String(name.drop { $0 != "/" }.dropFirst())
  }

  static func label(_ value: String) -> String { String(value.split(separator: ";").last ?? "") }

  /// Makes a secret of a value: "17:600" becomes the number 17 and 600 more bytes.
  static func secret(_ value: String) -> SecretBytes {
    let parts = value.prefix { $0 != ";" }.split(separator: ":")
    let count = parts.count == 2 ? Int(parts[1]) ?? 0 : 0
    return SecretBytes(
      copying: Array((parts.first ?? "").utf8) + [UInt8](repeating: 0x78, count: count))
  }

  private static func value(_ secret: SecretBytes, _ label: String) -> String {
    secret.withBytes { bytes in
      var number = ""
      var count = 0
      for place in bytes.indices {
        if bytes[place] == 0x78 {
          count += 1
        } else {
          number.unicodeScalars.append(Unicode.Scalar(bytes[place]))
        }
      }
      return "\(number):\(count);\(label)"
    }
  }

  private func place(_ itemClass: ItemClass) -> Attribute {
    itemClass == .genericPassword ? .service : .server
  }
}
