// SPDX-License-Identifier: Apache-2.0

import KeychainTypes
import SecureMemory

// Passcodes, lock states and protections.
extension ContractBench {
  static let forever = UnlockLimit(seconds: nil)

  func passcode(_ text: String) throws(KeychainError) -> Passcode {
    try Passcode(SecretBytes(copying: Array(text.utf8)))
  }

  /// Returns a generic password with this protection, whose name is the account and the secret.
  func item(_ protection: Protection) -> NewItem {
    var item = item("class", protection.name, protection.name)
    item.protectionName = protection.name
    return item
  }

  func query(_ protection: Protection, _ returns: Returns = []) -> Query {
    query("class", protection.name, returns, limit: .one)
  }

  /// Returns changes that set this protection only.
  func protecting(_ protection: Protection) -> Changes {
    var changes = Changes()
    changes.protectionName = protection.name
    return changes
  }

  func set(_ text: String) throws { try first.setPasscode(passcode(text), for: Self.forever) }

  func unlock(_ text: String) throws(KeychainError) {
    try first.unlockStore(passcode(text), at: .prompt, for: Self.forever)
  }

  /// Brings an unlocked store with a passcode into a lock state.
  func put(in state: LockState) throws {
    if state != .unlocked { try first.lockStore(all: state == .beforeFirstUnlock) }
    expectEqual(try first.lockStatus().state, state, "the state")
  }

  /// Returns the protections whose items can be read now.
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

  /// Returns the first caller's service, which prompts this user.
  func asking(
    _ person: ContractPerson, in context: AuthenticationContext? = nil
  ) throws(KeychainError) -> any KeychainService {
    try backend.service(as: ContractCaller.first, asking: person, in: context)
  }
}
