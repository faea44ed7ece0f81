// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainTypes
import SecureMemory
import Security

/// The calls that many processes make: through an engine of their own, or as SecItem functions.
struct ManyCalls: Sendable {
  let add: @Sendable (_ account: String, _ value: String) -> Int32
  /// Reads the value: the item's comment, which can be the condition of an update.
  let read: @Sendable (_ account: String) -> (status: Int32, value: String?)
  let update: @Sendable (_ account: String, _ old: String?, _ new: String) -> Int32
  let remove: @Sendable (_ account: String) -> Int32

  static func named(_ name: String) -> ManyCalls? {
    switch name {
    case "engine": engine()
    case "secitem": functions
    default: nil
    }
  }

  // MARK: SecItem*

  private static let functions = ManyCalls(
    add: { account, value in
      var item = query(account)
      item[kSecAttrComment] = value
      item[kSecValueData] = Data(value.utf8)
      return SecItemAdd(item as CFDictionary, nil)
    },
    read: { account in
      var asked = query(account)
      asked[kSecReturnAttributes] = true
      asked[kSecReturnData] = true
      var result: CFTypeRef?
      let status = unsafe SecItemCopyMatching(asked as CFDictionary, &result)
      guard status == 0 else { return (status, nil) }
      let found = result as? [String: Any] ?? [:]
      let comment = found[kSecAttrComment as String] as? String
      let secret = (found[kSecValueData as String] as? Data)
        .map { String(decoding: $0, as: UTF8.self) }
      return (status, comment == secret ? comment : "\(comment ?? "none") beside another secret")
    },
    update: { account, old, new in
      var asked = query(account)
      if let old { asked[kSecAttrComment] = old }
      return SecItemUpdate(
        asked as CFDictionary,
        [kSecAttrComment: new, kSecValueData: Data(new.utf8)] as CFDictionary)
    },
    remove: { account in SecItemDelete(query(account) as CFDictionary) })

  private static func query(_ account: String) -> [CFString: Any] {
    [kSecClass: kSecClassGenericPassword, kSecAttrService: "many", kSecAttrAccount: account]
  }

  // MARK: Engine

  /// Makes the calls through one engine for each process, which the first call opens as in a
  /// program.
  private static func engine() -> ManyCalls {
    @Sendable func session() throws(KeychainError) -> Session {
      try EmbeddedEngine.session(as: Caller(identifier: "many", groups: ["many"]))
    }
    @Sendable func status(_ body: () throws(KeychainError) -> Void) -> Int32 {
      do throws(KeychainError) {
        try body()
        return 0
      } catch {
        return error.code.rawValue
      }
    }
    return ManyCalls(
      add: { account, value in
        status { () throws(KeychainError) in
          var item = NewItem(.genericPassword)
          item.attributes[.service] = .text("many")
          item.attributes[.account] = .text(account)
          item.attributes[.comment] = .text(value)
          item.secret = SecretBytes(copying: Array(value.utf8))
          _ = try session().add(item)
        }
      },
      read: { account in
        var value: String?
        let code = status { () throws(KeychainError) in
          let match = try session().copyMatching(asking(account, returns: [.attributes, .secret]))
            .first
          guard case .text(let comment)? = match?.attributes?[.comment] else { return }
          let isSame = match?.secret == SecretBytes(copying: Array(comment.utf8))
          value = isSame ? comment : "\(comment) beside another secret"
        }
        return (code, value)
      },
      update: { account, old, new in
        status { () throws(KeychainError) in
          var changes = Changes()
          changes.attributes[.comment] = .text(new)
          changes.secret = SecretBytes(copying: Array(new.utf8))
          try session().update(asking(account, comment: old), setting: changes)
        }
      },
      remove: { account in
        status { () throws(KeychainError) in try session().delete(asking(account)) }
      })
  }

  private static func asking(
    _ account: String, comment: String? = nil, returns: Returns = []
  ) -> Query {
    var predicates = [
      KeychainTypes.Predicate(.service, .text("many")),
      KeychainTypes.Predicate(.account, .text(account)),
    ]
    if let comment { predicates.append(KeychainTypes.Predicate(.comment, .text(comment))) }
    var query = Query(.genericPassword, predicates)
    query.returns = returns
    return query
  }
}
