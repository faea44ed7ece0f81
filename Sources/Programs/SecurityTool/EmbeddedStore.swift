// SPDX-License-Identifier: Apache-2.0
import Authentication
import KeychainCommands
import KeychainEngine
import KeychainTypes

/// The store that `security` works on: the embedded engine, as the tool's own identity.
enum EmbeddedStore {
  /// Finds and opens it by the rules of DESIGN section 5.
  static func access() -> StoreAccess {
    let surroundings = StoreLocation.Surroundings.ofThisProcess
    return StoreAccess(
      locate: { () throws(KeychainError) in
        let files = StoreFiles(directory: try StoreLocation(surroundings).directory)
        // What speaks against opening any store is told by the opening, not hidden as "none".
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
        variable: { surroundings.believedVariable($0) }, now: { SystemClock().now() }),
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
      following: { following(surroundings) })
  }

  /// What follows the sessions of this machine.
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
                .parameter, "the store has no passcode", advice: "set-passcode gives it one")
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

  /// Opens the store and closes it again; false where there is none.
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

  /// The closed store: an engine of this process would hold its files.
  private static func repair(_ surroundings: StoreLocation.Surroundings) throws(KeychainError)
    -> StoreRepair
  {
    try refuseWhatIsMissing(surroundings)
    EmbeddedEngine.close()
    return StoreRepair(
      try StoreLocation(surroundings), environment: Environment(surroundings))
  }

  /// What the environment asks for and is not there yet must not end up in another store.
  private static func refuseWhatIsMissing(_ surroundings: StoreLocation.Surroundings)
    throws(KeychainError)
  {
    guard surroundings.believedVariable("LATCHKEY_SOCKET") == nil else {
      throw KeychainError(
        .notAvailable, "LATCHKEY_SOCKET is set, and there is no daemon yet",
        advice: "unset it to use the embedded store")
    }
    guard let profile = surroundings.believedVariable("LATCHKEY_PROFILE") else { return }
    guard Profile(rawValue: profile) != nil else {
      throw KeychainError(
        .notAvailable, "LATCHKEY_PROFILE names no profile that is there",
        advice: "unset it, or use dataProtection, ios or quirks")
    }
  }
}
