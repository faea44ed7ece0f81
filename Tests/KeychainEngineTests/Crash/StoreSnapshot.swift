// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainTypes
import SecureMemory

/// The whole content of a store, as a value.
///
/// Two equal snapshots are equal to the last byte.
struct StoreSnapshot: Hashable {
  /// The slots with attributes, tombstones and dates, by digest.
  let state: StoreState
  /// Secrets in the clear, by class and persistent name.
  ///
  /// An item without a secret has the value nil.
  let secrets: [String: [UInt8]?]
  /// The passcode that opens the store, if the test asked for it.
  ///
  /// Nil if the store has no passcode.
  var passcode: String?

  init(_ session: Session) throws(KeychainError) {
    state = try session.state()
    var secrets: [String: [UInt8]?] = [:]
    for itemClass in ItemClass.stored {
      var query = Query(itemClass)
      query.sync = .any
      query.returns = .secret
      // Items that need the user stay closed.
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

  /// Returns true if a snapshot has no items.
  static func isEmpty(_ snapshot: StoreSnapshot) -> Bool {
    snapshot.state.versions.isEmpty && snapshot.secrets.isEmpty
  }
}
