// SPDX-License-Identifier: Apache-2.0

import KeychainTypes
import SecureMemory

// Passcodes, lock states and protections.
extension ContractBench {
  static let forever = UnlockLimit(seconds: nil)

  func passcode(_ text: String) throws(KeychainError) -> Passcode {
    try Passcode(SecretBytes(copying: Array(text.utf8)))
  }

  /// A generic password of a class, named by it, with the class's name as its secret.
  func item(_ protection: Protection) -> NewItem {
    var item = item("class", protection.name, protection.name)
    item.protectionName = protection.name
    return item
  }

  func query(_ protection: Protection, _ returns: Returns = []) -> Query {
    query("class", protection.name, returns, limit: .one)
  }

  /// Changes that give another protection and nothing else.
  func protecting(_ protection: Protection) -> Changes {
    var changes = Changes()
    changes.protectionName = protection.name
    return changes
  }

  func set(_ text: String) throws { try first.setPasscode(passcode(text), for: Self.forever) }

  func unlock(_ text: String) throws(KeychainError) {
    try first.unlockStore(passcode(text), at: .prompt, for: Self.forever)
  }

  /// Brings an unlocked store with a passcode into a state.
  func put(in state: LockState) throws {
    if state != .unlocked { try first.lockStore(all: state == .beforeFirstUnlock) }
    expectEqual(try first.lockStatus().state, state, "the state")
  }

  /// The classes whose items can be read now, each with its own secret.
  func readable() throws -> [Protection] {
    try Protection.allCases.filter { protection in
      do throws(KeychainError) {
        return try secrets(first, query(protection)) == [protection.name]
      } catch {
        guard error.code == .interactionNotAllowed || error.code == .itemNotFound else {
          throw error
        }
        return false
      }
    }
  }

  /// The first caller's service, which asks a person.
  func asking(
    _ person: ContractPerson, in context: AuthenticationContext? = nil
  ) throws(KeychainError) -> any KeychainService {
    try backend.service(as: ContractCaller.first, asking: person, in: context)
  }
}
