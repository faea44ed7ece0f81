// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainTypes
import SecureMemory

/// The owner's items.
///
/// All have one service, an account that begins with the protection, and a label that names the
/// secret.
enum OwnerItems {
  private static let service = "owner"

  static func new(_ name: String, _ value: String) -> NewItem {
    var item = NewItem(.genericPassword)
    item.attributes[.service] = .text(service)
    item.attributes[.account] = .text(name)
    item.attributes[.label] = .text(value)
    item.protectionName = String(name.prefix { $0 != "." })
    item.secret = TortureItems.secret(value)
    return item
  }

  static func query(_ name: String) -> Query {
    Query(
      .genericPassword,
      [Predicate(.service, .text(service)), Predicate(.account, .text(name))])
  }

  static func changes(_ value: String) -> Changes {
    var changes = Changes()
    changes.attributes[.label] = .text(value)
    changes.secret = TortureItems.secret(value)
    return changes
  }

  /// Reads all items of a store that is unlocked.
  static func read(_ session: Session) throws(KeychainError) -> [String: String] {
    var items: [String: String] = [:]
    var query = Query(.genericPassword, [Predicate(.service, .text(service))], limit: .all)
    query.returns = [.secret, .attributes]
    do throws(KeychainError) {
      for match in try session.copyMatching(query) {
        guard case .text(let account)? = match.attributes?[.account],
          case .text(let value)? = match.attributes?[.label]
        else { continue }
        items[account] = match.secret == TortureItems.secret(value) ? value : "another secret"
      }
    } catch {
      guard error.code == .itemNotFound else { throw error }
    }
    return items
  }

  /// Reads an item from a locked store, and returns the fault, or nil if the item is as it must be.
  static func finding(
    _ session: Session, _ name: String, in state: OwnerState
  ) throws(KeychainError) -> String? {
    guard let protection = Protection(name: String(name.prefix { $0 != "." })) else { return nil }
    let isThere = state.lock.has(protection, hasPasscode: true)
    var query = query(name)
    query.returns = .secret
    do throws(KeychainError) {
      let secret = try session.copyMatching(query).first?.secret
      guard isThere else { return "\(name) is read while \(state.lock)" }
      return secret == state.items[name].map { TortureItems.secret($0) } ? nil : "\(name) is torn"
    } catch {
      guard error.code == .interactionNotAllowed, !isThere else { throw error }
      return nil
    }
  }
}
