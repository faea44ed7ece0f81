// SPDX-License-Identifier: Apache-2.0

package import KeychainTypes

/// The store behind the verbs: where it is, and its service, opened when a verb first needs it.
package final class StoreAccess {
  package typealias Service = any KeychainService & Administration
  package typealias Opening = () throws(KeychainError) -> Service

  /// Where a store lies, whether or not it can be opened or exists yet.
  package struct Place {
    /// The store directory.
    package let directory: String
    /// The database, which stands for the store wherever a keychain is named.
    package let path: String
    /// Whether anything of a store is there, as far as the system tells.
    package let isMade: Bool

    package init(directory: String, path: String, isMade: Bool) {
      self.directory = directory
      self.path = path
      self.isMade = isMade
    }
  }

  /// What can be done to a store that need not open.
  package struct Maintenance {
    let diagnose: () throws(KeychainError) -> CheckReport
    let repair: () throws(KeychainError) -> RepairReport?
    let reseal: () throws(KeychainError) -> CheckReport?

    /// - Parameters:
    ///   - diagnose: names what is damaged by what the files still tell.
    ///   - repair: builds a new store and moves the old files aside; nil where nothing is damaged.
    ///   - reseal: accepts pages that another SQLite wrote, unless something is found; nil where
    ///     nothing is damaged.
    package init(
      diagnose: @escaping () throws(KeychainError) -> CheckReport,
      repair: @escaping () throws(KeychainError) -> RepairReport?,
      reseal: @escaping () throws(KeychainError) -> CheckReport?
    ) {
      self.diagnose = diagnose
      self.repair = repair
      self.reseal = reseal
    }
  }

  /// Of the closed store: `close` comes first.
  let maintenance: Maintenance
  private let locate: () throws(KeychainError) -> Place
  private let open: Opening
  private var opened: Service?

  /// A store that `locate` finds and `open` opens.
  package init(
    locate: @escaping () throws(KeychainError) -> Place, open: @escaping Opening,
    maintenance: Maintenance
  ) {
    self.locate = locate
    self.open = open
    self.maintenance = maintenance
  }

  /// Lets go of the service; the next verb opens it anew.
  func close() { opened = nil }

  /// The service; a refusal is not kept, so that the next command of a session tries again.
  func service() throws(KeychainError) -> Service {
    if let opened { return opened }
    let service = try open()
    opened = service
    return service
  }

  /// The service of a store that is there: what looks after a store makes none.
  ///
  /// - Throws: -25294 where nothing of a store is, and what speaks against opening it.
  func existingService() throws(KeychainError) -> Service {
    if let opened { return opened }
    let place = try locate()
    guard place.isMade else {
      throw KeychainError(
        .noSuchKeychain, "there is no store here", context: .path(place.directory),
        advice: "set LATCHKEY_HOME or HOME right; the first item that is added makes a store")
    }
    return try service()
  }

  /// Where the store is; costs no opening.
  func place() throws(KeychainError) -> Place { try locate() }
}
