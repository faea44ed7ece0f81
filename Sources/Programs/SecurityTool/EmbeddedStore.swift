// SPDX-License-Identifier: Apache-2.0
import Authentication
import FileKeychain
import Glibc
import KeychainCommands
import KeychainEngine
import KeychainTypes
import SecureMemory
import UserFiles

/// Connects the command `security` with the user's store, without a daemon.
///
/// The commands reach the store through the engine in this process. The caller that the engine
/// sees is the command `security` (`SecurityCommand.caller`).
enum EmbeddedStore {
  /// Returns the functions with which the commands find, open, lock and repair the store
  /// (Specification/design.md, "Embedded or daemon").
  static func access() -> StoreAccess {
    let surroundings = StoreLocation.Surroundings.ofThisProcess
    // All commands of one process share this environment and its holder of unlock keys. Where the
    // kernel refuses a keyring, the holder has the keys in the memory of this process only.
    let environment = Environment(surroundings)
    return StoreAccess(
      locate: { () throws(KeychainError) in
        let files = StoreFiles(directory: try StoreLocation(surroundings).directory)
        // If the environment forbids to open a store, `open` reports the reason. The commands must
        // not report that no store exists.
        let isRefused = (try? refuseWhatIsMissing(surroundings)) == nil
        return StoreAccess.Place(
          directory: files.directory, path: files.database, isMade: files.isMade || isRefused,
          isOwn: { StoreFiles.role(of: $0) != nil })
      },
      open: { () throws(KeychainError) in try session(surroundings) },
      maintenance: StoreAccess.Maintenance(
        diagnose: { () throws(KeychainError) in try repair(surroundings).diagnose() },
        repair: { () throws(KeychainError) in try repair(surroundings).repair() },
        reseal: { () throws(KeychainError) in try repair(surroundings).reseal() }),
      trust: TrustSurroundings(
        variable: { surroundings.believedVariable($0) }, now: { SystemClock().now() },
        user: (try? StoreLocation(surroundings)).map { ($0.directory, $0.home) },
        admin: TrustSurroundings.adminDirectory, isAdministrator: geteuid() == 0),
      locking: { (all) throws(KeychainError) in
        try refuseWhatIsMissing(surroundings)
        try Engine.lockStore(
          in: StoreFiles(directory: try StoreLocation(surroundings).directory), all: all,
          Environment(surroundings))
      },
      restoring: { (content, passphrase) throws(KeychainError) in
        try Engine.restore(
          content, by: passphrase,
          into: { () throws(KeychainError) in
            try session(surroundings)
          })
      },
      asking: { () throws(KeychainError) in
        BoundAuthenticator(try EmbeddedEngine.authenticator(), for: SecurityCommand.caller)
      },
      as: { (caller) throws(KeychainError) in
        try refuseWhatIsMissing(surroundings)
        return try EmbeddedEngine.session(as: caller)
      },
      looking: { (body) throws(Stop) in try EmbeddedEngine.looking(body) },
      calls: OwnCalls(),
      following: { following(surroundings) },
      keychains: { () throws(KeychainError) in keychains(surroundings, environment) },
      absence: absence(surroundings))
  }

  /// Returns the actions for a user who has no store yet.
  private static func absence(_ surroundings: StoreLocation.Surroundings) -> StoreAbsence {
    let stores = EmptyStores(in: surroundings.believedVariable("TMPDIR") ?? "/tmp")
    return StoreAbsence(
      emptyStore: { (caller) throws(KeychainError) in try stores.session(as: caller) },
      obstacle: {
        do throws(KeychainError) {
          let location = try StoreLocation(surroundings)
          return StoreFiles(directory: location.directory)
            .obstacle(in: location.home, FileCalls(gate: nil, sudoUser: surroundings.sudoUser))
        } catch {
          return error
        }
      },
      copyFiles: { (directory) throws(KeychainError) in
        try StoreFiles(directory: try StoreLocation(surroundings).directory)
          .copyCompanions(to: directory)
      })
  }

  /// Returns the keychain files of the user, which exist in addition to the store.
  private static func keychains(
    _ surroundings: StoreLocation.Surroundings, _ environment: Environment
  ) -> Keychains {
    Keychains(
      KeychainSurroundings(
        places: places(surroundings), clock: environment.clock, randomness: environment.randomness,
        holder: environment.holder,
        client: KeychainClient(SecurityCommand.caller),
        asker: KeychainQuestions { try? EmbeddedEngine.prompter() },
        sudoUser: surroundings.sudoUser))
  }

  /// Returns the places of the user's keychain files, beside the store.
  ///
  /// Without a home, commands can use keychain files by their absolute paths.
  private static func places(_ surroundings: StoreLocation.Surroundings) -> KeychainPlaces {
    do throws(KeychainError) {
      let files = StoreFiles(directory: try StoreLocation(surroundings).directory)
      return KeychainPlaces(
        beside: files.directory, database: files.database, names: StoreFiles.names,
        home: surroundings.believedVariable("HOME") ?? surroundings.passwdHome())
    } catch {
      return KeychainPlaces(absence: error)
    }
  }

  /// Returns the functions that watch the login sessions of this machine and lock the store.
  ///
  /// Nil if the program `latchkey-prompt` is not installed.
  private static func following(
    _ surroundings: StoreLocation.Surroundings
  ) -> StoreAccess.Following? {
    let path = surroundings.believedVariable("LATCHKEY_PROMPT_HELPER")
    return HelperProgram.installed(at: path).map { helper in
      StoreAccess.Following(
        SessionFollower(helper),
        requirePasscode: { () throws(KeychainError) in
          _ = try briefly(surroundings) { (session) throws(KeychainError) in
            guard try session.lockStatus().hasPasscode else {
              throw KeychainError(
                .parameter, "the store has no passcode",
                advice: "set a passcode: security set-passcode")
            }
            return true
          }
        },
        lock: { (all) throws(KeychainError) in
          try briefly(surroundings) { (session) throws(KeychainError) in
            guard try session.lockStatus().hasPasscode else { return false }
            try session.lockStore(all: all)
            return true
          }
        },
        renewFingers: { () throws(KeychainError) in
          _ = try briefly(surroundings) { (session) throws(KeychainError) in
            try session.renewFingers()
            return true
          }
        })
    }
  }

  private static func session(
    _ surroundings: StoreLocation.Surroundings
  ) throws(KeychainError) -> Session {
    try refuseWhatIsMissing(surroundings)
    return try EmbeddedEngine.session(as: SecurityCommand.caller)
  }

  /// Opens the store, runs `body`, and closes the store again, so that no file stays open.
  ///
  /// - Returns: the result of `body`, or false if no store exists.
  private static func briefly(
    _ surroundings: StoreLocation.Surroundings, _ body: (Session) throws(KeychainError) -> Bool
  ) throws(KeychainError) -> Bool {
    try refuseWhatIsMissing(surroundings)
    guard StoreFiles(directory: try StoreLocation(surroundings).directory).isMade else {
      return false
    }
    defer { EmbeddedEngine.close() }
    return try body(try EmbeddedEngine.session(as: SecurityCommand.caller))
  }

  /// Returns the functions that diagnose and repair the store.
  ///
  /// Closes the store first, because an open engine of this process would keep the files in use.
  private static func repair(_ surroundings: StoreLocation.Surroundings) throws(KeychainError)
    -> StoreRepair
  {
    try refuseWhatIsMissing(surroundings)
    EmbeddedEngine.close()
    return StoreRepair(
      try StoreLocation(surroundings), environment: Environment(surroundings))
  }

  /// Throws if the environment asks for a daemon, or for a profile that does not exist.
  ///
  /// If `LATCHKEY_SOCKET` or `LATCHKEY_PROFILE` were ignored, items would be in another store, or
  /// under other rules, than the user expects.
  private static func refuseWhatIsMissing(_ surroundings: StoreLocation.Surroundings)
    throws(KeychainError)
  {
    guard surroundings.believedVariable("LATCHKEY_SOCKET") == nil else {
      throw KeychainError(
        .notAvailable, "LATCHKEY_SOCKET is set, and there is no daemon yet",
        advice: "unset it to use the embedded store")
    }
    guard let profile = surroundings.believedVariable("LATCHKEY_PROFILE") else { return }
    guard Profile(rawValue: profile) != nil || profile == "macos" else {
      throw KeychainError(
        .notAvailable, "LATCHKEY_PROFILE names an unknown profile",
        advice: "unset it, or use dataProtection, ios, quirks or macos")
    }
  }
}
