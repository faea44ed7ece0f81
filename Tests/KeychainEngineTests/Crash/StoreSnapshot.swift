// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainTypes
import SecureMemory

/// All that a store holds, as a value: what two of them share is shared to the last byte.
struct StoreSnapshot: Hashable {
  /// Slots with attributes, tombstones and dates, by digest.
  let state: StoreState
  /// Secrets in the clear, by class and persistent name; nil for an item without one.
  let secrets: [String: [UInt8]?]
  /// What opens it, as far as that was asked; nil where there is none.
  var passcode: String?

  init(_ session: Session) throws(KeychainError) {
    state = try session.state()
    var secrets: [String: [UInt8]?] = [:]
    for itemClass in ItemClass.stored {
      var query = Query(itemClass)
      query.sync = .any
      query.returns = .secret
      // What needs a human stays closed.
      query.interaction = .skip
      do throws(KeychainError) {
        for match in try session.copyMatching(query) {
          let bytes = match.secret?.withBytes { bytes in bytes.indices.map { bytes[$0] } }
          secrets["\(itemClass.rawValue) \(match.identifier)"] = bytes
        }
      } catch {
        guard error.code == .itemNotFound else { throw error }
      }
    }
    self.secrets = secrets
  }

  /// A store that holds nothing.
  static func isEmpty(_ snapshot: StoreSnapshot) -> Bool {
    snapshot.state.versions.isEmpty && snapshot.secrets.isEmpty
  }
}
