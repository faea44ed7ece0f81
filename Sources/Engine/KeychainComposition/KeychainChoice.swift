// SPDX-License-Identifier: Apache-2.0
package import FileKeychain
import KeychainEngine
package import KeychainTypes
import SecureMemory

/// Chooses the keychain files that this process's calls use (Specification/file-keychain.md, "Path,
/// naming, version rules").
package enum KeychainChoice {
  /// The keychain files of the current task; nil if the task uses the files of the process.
  @TaskLocal package static var scoped: Keychains?

  private static let made = Lock<Keychains?>(nil)

  /// Returns the keychain files of the task, or else those beside the user's store.
  ///
  /// The set of keychains is made once for the process. No file is touched.
  ///
  /// - Throws: -25291 on a simulated device, and while tests keep the process from the user's store
  ///   (`CurrentInstallation.beginIsolation`). A test must not reach the user's files.
  package static func current() throws(KeychainError) -> Keychains {
    if let scoped { return scoped }
    guard CurrentInstallation.installed == nil, !CurrentInstallation.refusesUnscopedCall() else {
      throw KeychainError(
        .notAvailable, "a simulated device has no keychain files",
        advice: "use the SecItem functions on a simulated device")
    }
    return try made.withLock { made throws(KeychainError) in
      if let made { return made }
      let keychains = Keychains(try surroundings())
      made = keychains
      return keychains
    }
  }

  /// Returns the objects with which keychain files work in this process.
  ///
  /// Examples are the paths of the files, the clock, the object that keeps the keys of unlocked
  /// keychains, and the identity of the calling program.
  private static func surroundings() throws(KeychainError) -> KeychainSurroundings {
    let process = StoreLocation.Surroundings.ofThisProcess
    let environment = Environment(process)
    let caller = try ServiceChoice.caller(in: ProfileChoice.current())
    return KeychainSurroundings(
      places: places(process),
      clock: environment.clock, randomness: environment.randomness,
      holder: environment.holder, client: KeychainClient(caller),
      asker: KeychainQuestions { try? EmbeddedEngine.prompter() }, sudoUser: process.sudoUser)
  }

  /// Returns the places of the process's keychain files, beside its store.
  ///
  /// A process without a home can use keychain files by their absolute paths.
  private static func places(_ process: StoreLocation.Surroundings) -> KeychainPlaces {
    do throws(KeychainError) {
      let files = StoreFiles(directory: try StoreLocation(process).directory)
      return KeychainPlaces(
        beside: files.directory, database: files.database, names: StoreFiles.names,
        home: process.believedVariable("HOME") ?? process.passwdHome())
    } catch {
      return KeychainPlaces(absence: error)
    }
  }
}
