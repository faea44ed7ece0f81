// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The engine inside this process.
enum EmbeddedService {
  /// Opens the store of this user, as the program that this process runs.
  static func open() throws(KeychainError) -> ServiceChoice.Service {
    throw KeychainError(.notAvailable, "the embedded engine is not there yet")
  }
}
