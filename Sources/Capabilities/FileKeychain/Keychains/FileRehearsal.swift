// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
import SecureMemory

/// A rehearsal of calls on keychain files: the calls run on copies in memory, and ask no user
/// (Specification/diagnostics.md, "Principles of diagnosis").
///
/// A rehearsed call runs the code of a real call, so that no rule is written twice. A call ends
/// with `KeychainError.rehearsalEnds` if it would ask the user.
package final class FileRehearsal: Sendable {
  /// The assumptions under which calls are rehearsed: locks, the user and the calling program.
  package struct Terms: Sendable {
    /// True if every keychain is treated as locked, false if every keychain is treated as unlocked.
    ///
    /// Nil if each keychain has its real state.
    package var assumesLocked: Bool?
    /// True if the rehearsal assumes that no user can be asked, even with a terminal or a display.
    package var isAlone = false
    /// The program whose calls are rehearsed; nil for the program that rehearses them.
    package var client: KeychainClient?

    package init() {}
  }

  private let terms: Terms
  private let copies = Lock<[String: Keychain]>([:])

  package init(_ terms: Terms) { self.terms = terms }

  /// Returns the copy of a keychain in memory.
  ///
  /// A rehearsal has one copy of each keychain, so later calls see the changes of earlier calls.
  /// If `keychain` is itself a copy, it is returned unchanged.
  package func copy(of keychain: Keychain) -> Keychain {
    guard keychain.surroundings.rehearsal == nil else { return keychain }
    return copies.withLock { copies in
      if let known = copies[keychain.path] { return known }
      var surroundings = keychain.surroundings
      surroundings.rehearsal = terms
      surroundings.watch = KeychainWatch()
      if let client = terms.client { surroundings.client = client }
      surroundings.asker = SilentAsker(canAsk: surroundings.asker?.canAsk == true && !terms.isAlone)
      let copy = keychain.copied(surroundings)
      copies[keychain.path] = copy
      return copy
    }
  }

  /// Answers questions in place of the user: cancelled if a user could be asked, otherwise refused
  /// because no user can be asked.
  private struct SilentAsker: KeychainAsker {
    let canAsk: Bool

    func password(
      toUnlock keychain: String, _ client: KeychainClient, attempt: Int
    ) -> AskedPassword { canAsk ? .cancelled : .nobody }

    func permission(
      for operation: Authorization, on item: String, in keychain: String,
      _ client: KeychainClient, canTrust: Bool, afterWrong earlier: Bool?
    ) -> AskedPermission { canAsk ? .denied : .nobody }
  }
}

extension KeychainError {
  /// The error that ends a rehearsed call at a point where its outcome cannot be computed.
  ///
  /// Either the call would ask the user, or it needs a key of a keychain that is only assumed to be
  /// unlocked. The error has the code -128 of a cancelled question. The code is not ambiguous: no
  /// real user cancels a rehearsal.
  package static let rehearsalEnds = KeychainError(
    .userCancelled, "a rehearsal ends where the user would be asked")
}

/// Predictions for rehearsed calls that lack the keys of the keychain.
extension Keychain {
  /// Predicts whether an item's access list permits an operation: its entries, then its partition
  /// list.
  ///
  /// If the entries require a question to the user, the partition list is judged as if the user had
  /// permitted the operation.
  ///
  /// - Throws: -25293 if the list refuses the operation, -25308 if no user can be asked, and
  ///   `rehearsalEnds` if the user would be asked.
  func foretell(_ operation: Authorization, on item: KeychainItem) throws(KeychainError) {
    var end: KeychainError?
    var list: AccessList?
    do throws(KeychainError) {
      let unlocked = try unlocked()
      list = try onItems(item) { () throws(EditFailure) in
        try unlocked.access(of: item.record(in: unlocked.image))
      }
    } catch {
      guard error == .rehearsalEnds else { throw error }
      end = error
      // The keychain has no keys here, so a list that cannot be read is not known to be damaged.
      list = (try? readableAccess(of: item)) ?? nil
    }
    guard let list else {
      if let end { throw end }
      return
    }
    let judge = AccessJudge(list, surroundings.client, try database().version)
    for verdict in [judge.entries(operation), judge.partition(operation)] {
      switch verdict {
      case .allowed: continue
      case .denied:
        throw KeychainError(
          .authorizationFailed, "the access list of the item does not permit the operation")
      case .ask(let reason):
        try ask(operation, on: item, list, database(), reason, ending: &end)
      }
    }
    if let end { throw end }
  }

  private func ask(
    _ operation: Authorization, on item: KeychainItem, _ list: AccessList, _ blob: DatabaseBlob,
    _ reason: AccessJudge.Reason, ending end: inout KeychainError?
  ) throws(KeychainError) {
    do throws(KeychainError) { try ask(operation, on: item, list, blob, reason) } catch {
      guard error == .rehearsalEnds else { throw error }
      end = error
    }
  }

  /// Throws -25299 if the keychain already has an item with the primary key of a new item.
  func foretellDuplicate(of values: RecordValues) throws(KeychainError) {
    guard try image().duplicate(of: values) != nil else { return }
    throw KeychainError(.duplicateItem, "an item with these attributes exists already")
  }
}
