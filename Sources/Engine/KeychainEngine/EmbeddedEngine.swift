// SPDX-License-Identifier: Apache-2.0
package import Authentication
import CodeIdentity
import Glibc
import Keybag
import KeychainStorage
package import KeychainTypes
import SecureMemory

/// The engine of this process on the current user's store.
///
/// All calls of the process share this engine. A forked child does not use its parent's engine. The
/// child opens its own engine at its first call.
package enum EmbeddedEngine {
  private static let state = Lock(State())

  private struct State: Sendable {
    var engine: Engine? { didSet { known = nil } }
    /// The session and profile of the last call, kept because a session is costly to make.
    ///
    /// Nil before the first call that uses the present engine.
    var known: (session: Session, profile: Profile)?
    /// The attempt to open the store that is in progress, or nil if there is no attempt.
    ///
    /// All threads that need the engine wait for this attempt.
    var opening: EngineOpening?
    /// True while `looking` runs.
    ///
    /// An engine that is opened meanwhile only reads the store, and leaves its files unchanged.
    var onlyLooks = false
    /// The authenticator that prompts the user, with the fork generation (number of forks) in which
    /// the authenticator was made.
    var authenticator: (asks: MachineAuthenticator, generation: UInt32)?
  }

  /// Returns the session of this program, with the identity that the program's entitlements file
  /// gives.
  ///
  /// If the program has no entitlements file, its identity is ad hoc: derived from the executable.
  ///
  /// - Throws: The error that prevents opening the store. The next call tries to open it again.
  package static func session(in profile: Profile) throws(KeychainError) -> Session {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    let known = state.withLock { $0.known }
    if let known, known.profile == profile, known.session.engine.isUsable { return known.session }
    let session = try openedEngine().session(as: EmbeddedIdentity.ofThisProcess(in: profile).caller)
    state.withLock { state in
      if state.engine === session.engine { state.known = (session, profile) }
    }
    return session
  }

  /// Returns the identity of this program, without opening a store.
  package static func caller(in profile: Profile) throws(KeychainError) -> Caller {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    return EmbeddedIdentity.ofThisProcess(in: profile).caller
  }

  /// Returns the path of this program's entitlements file, or the first path at which the file is
  /// looked for.
  ///
  /// Nil if there is no path to look at.
  package static func entitlementsFile(in profile: Profile) -> String? {
    EmbeddedIdentity.fileOfThisProcess(in: profile)
  }

  /// Returns the property list in an entitlements file.
  ///
  /// Nil if the file does not exist, cannot be read, is too large, or is not a property list.
  package static func entitlements(at path: String) -> PropertyListValue? {
    EntitlementsFile.list(at: path)
  }

  /// Returns a session for a caller whose identity the program itself states.
  ///
  /// The `security` command calls this function with its own identity.
  package static func session(as caller: Caller) throws(KeychainError) -> Session {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    return try openedEngine().session(as: caller)
  }

  /// Returns the authenticator that prompts the user of this machine, for this process's store.
  ///
  /// A forked child gets its own authenticator, because it cannot answer its parent's prompts.
  ///
  /// - Parameter session: the session of the call, or nil to make a session when it is needed.
  package static func authenticator(
    of session: Session? = nil
  ) throws(KeychainError) -> any Authenticator {
    let asks = try machine()
    return session.map { asks.with($0) } ?? asks
  }

  /// Returns the prompter of this process, for questions whose answers the asking code verifies
  /// itself.
  ///
  /// An example is the question for the password of a keychain file. The function opens no store.
  /// These questions and the prompts of the process's authenticator share one queue and one time
  /// limit.
  package static func prompter() throws(KeychainError) -> any Prompter { try machine() }

  private static func machine() throws(KeychainError) -> MachineAuthenticator {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    return state.withLock { (state: inout State) -> MachineAuthenticator in
      let generation = ForkBarrier.generation
      if let known = state.authenticator, known.generation == generation { return known.asks }
      let asks = MachineAuthenticator(PromptMeans(.ofThisProcess)) {
        () throws(KeychainError) in try session(as: Caller(identifier: "", groups: []))
      }
      state.authenticator = (asks, generation)
      return asks
    }
  }

  /// True if the engine is open in this process.
  ///
  /// Code that must not open the store checks this first, because most calls open it.
  package static var isOpen: Bool { state.withLock { $0.engine?.hasForked == false } }

  /// True if the engine is open, or if the store that it would open exists.
  package static var isMade: Bool {
    if isOpen { return true }
    guard let location = try? StoreLocation(.ofThisProcess) else { return false }
    return StoreFiles(directory: location.directory).isMade
  }

  /// Closes the engine, before the program exits.
  ///
  /// A later call opens it again. The last process that closes the store moves the write-ahead log
  /// into the database, so that one file is the whole database. Other programs that read this file
  /// then need no log.
  package static func close() {
    guard ForkBarrier.begin() else { return }
    defer { ForkBarrier.end() }
    let engine = state.withLock { (state: inout State) -> Engine? in
      defer { state.engine = nil }
      return state.engine
    }
    // The engine is closed here, outside the lock.
    _ = engine
  }

  /// Runs a body that only looks at the store and should leave its files unchanged.
  ///
  /// If no engine is open, the body uses an engine that changes no file. This engine does not even
  /// change the log that a killed program has left. The engine is closed afterwards. An engine that
  /// is already open is used as it is.
  package static func looking<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    let begins = state.withLock { (state: inout State) -> Bool in
      guard state.engine == nil, !state.onlyLooks else { return false }
      state.onlyLooks = true
      return true
    }
    defer {
      if begins {
        state.withLock { $0.onlyLooks = false }
        close()
      }
    }
    return try body()
  }

  /// Returns the engine of this process, and opens the store if that is necessary.
  ///
  /// Opens the store at the first call, in a forked child, and after the store was removed or
  /// replaced.
  private static func openedEngine() throws(KeychainError) -> Engine {
    let former = state.withLock { $0.engine }
    if let former, former.isUsable { return former }
    let way = state.withLock { (state: inout State) -> Way in
      // Another thread may have opened the store meanwhile.
      if let engine = state.engine, engine !== former { return .there(engine) }
      let opening = state.opening ?? EngineOpening(leavesFiles: state.onlyLooks)
      state.opening = opening
      return .opening(opening)
    }
    switch way {
    case .there(let engine): return engine
    case .opening(let opening):
      defer { finish(opening) }
      return try opening.engine()
    }
  }

  private enum Way {
    case there(Engine)
    case opening(EngineOpening)
  }

  /// Makes the newly opened engine the engine of the process.
  ///
  /// If the store could not be opened, only forgets the attempt.
  private static func finish(_ opening: EngineOpening) {
    let engine = try? opening.engine()
    let former = state.withLock { (state: inout State) -> Engine? in
      guard state.opening === opening else { return nil }
      state.opening = nil
      guard let engine else { return nil }
      Watchers.beginRemembering()
      defer { state.engine = engine }
      return state.engine
    }
    // The former engine is closed here, outside the lock.
    _ = former
  }
}

extension Environment {
  /// Makes the environment of a real program, with the options that environment variables set.
  package init(_ surroundings: StoreLocation.Surroundings) {
    let clock = SystemClock()
    @Sendable func program() -> HelperProgram? {
      // With borrowed rights (set-user-ID) no program is started at all.
      guard !surroundings.isSetID else { return nil }
      return .installed(at: surroundings.believedVariable("LATCHKEY_PROMPT_HELPER"))
    }
    let agent = SystemKeyHolder.AgentProgram(
      isInstalled: { program() != nil }, start: { program()?.startKeyAgent() ?? false })
    self.init(clock: clock, holder: SystemKeyHolder(clock: clock, agent: agent))
    sudoUser = surroundings.sudoUser
    store.allowsNetworkFileSystem =
      surroundings.believedVariable("LATCHKEY_ALLOW_NETWORK_FS") == "1"
  }
}

extension StoreLocation.Surroundings {
  /// The environment variables and the passwd entry of this process.
  package static var ofThisProcess: StoreLocation.Surroundings {
    StoreLocation.Surroundings(
      variable: { ProcessVariable.value(of: $0) }, passwdHome: { passwdHome(of: geteuid()) },
      dropped: ["LATCHKEY_HOME", "XDG_DATA_HOME"].first { ProcessVariable.isDropped($0) },
      isSetID: !ProcessVariable.areBelieved)
  }

  /// The user who has called this process by sudo(8); nil if root was not called so.
  package var sudoUser: UInt32? { ProcessVariable.sudoUser(believedVariable("SUDO_UID")) }

  /// The home directory of a user, or nil if the user has no passwd entry.
  private static func passwdHome(of user: uid_t) -> String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      var entry = unsafe passwd()
      var found: UnsafeMutablePointer<passwd>?
      let status = unsafe getpwuid_r(user, &entry, start, buffer.count, &found)
      guard status == 0, unsafe found != nil, let home = unsafe entry.pw_dir else { return nil }
      return unsafe String(cString: home)
    }
  }
}

/// An attempt to open the process's store, shared by all threads that need the engine.
///
/// The first thread opens the store. The other threads wait and share the outcome, because two
/// threads must not open two engines. If the attempt fails because another process is busy, all
/// threads get this error at once, and no thread starts a second wait.
private final class EngineOpening: Sendable {
  /// The opened engine or the error, or two nils before the attempt has ended.
  ///
  /// This is not a `Result`, because the runtime's check of the error type would slow down the
  /// first call of a process. `Reading.Outcome` explains this check.
  private let outcome = Lock<(engine: Engine?, refusal: KeychainError?)>((nil, nil))
  private let leavesFiles: Bool

  /// Makes an attempt that has not begun.
  ///
  /// - Parameter leavesFiles: true to open an engine that only looks at the store.
  init(leavesFiles: Bool) {
    self.leavesFiles = leavesFiles
  }

  /// Opens the store, or waits while another thread opens it, and returns the engine.
  ///
  /// The lock of `outcome` is held meanwhile. Opening the store calls no code that could take this
  /// lock.
  ///
  /// - Throws: The error that prevented opening the store.
  func engine() throws(KeychainError) -> Engine {
    try outcome.withLock { outcome throws(KeychainError) in
      if let engine = outcome.engine { return engine }
      if let refusal = outcome.refusal { throw refusal }
      do throws(KeychainError) {
        let engine = try open()
        outcome.engine = engine
        return engine
      } catch {
        outcome.refusal = error
        throw error
      }
    }
  }

  private func open() throws(KeychainError) -> Engine {
    let surroundings = StoreLocation.Surroundings.ofThisProcess
    var environment = Environment(surroundings)
    environment.store.leavesFiles = leavesFiles
    return try Engine.open(StoreLocation(surroundings), environment: environment)
  }
}

extension PromptMeans {
  /// Finds the prompt programs of this machine, with the options that environment variables set.
  ///
  /// `LATCHKEY_PROMPT_HELPER` is the path of `latchkey-prompt`. `LATCHKEY_PAM_DIRECTORY` is the
  /// directory of PAM's service files for `latchkey-prompt`. `LATCHKEY_PROMPT_TIMEOUT` is the time
  /// limit, in seconds, of an authentication with all its prompts. A value outside the permitted
  /// range is replaced by the nearest permitted value.
  init(_ surroundings: StoreLocation.Surroundings) {
    let path = surroundings.believedVariable("LATCHKEY_PROMPT_HELPER")
    // With borrowed rights (set-user-ID) no program is started at all.
    let services = surroundings.believedVariable("LATCHKEY_PAM_DIRECTORY")
    self.init(
      helper: surroundings.isSetID
        ? nil : HelperProgram.installed(at: path, serviceDirectory: services))
    if let text = surroundings.believedVariable("LATCHKEY_PROMPT_TIMEOUT"),
      let seconds = Int(text)
    {
      let limits = Self.evaluationLimits
      evaluation = min(max(seconds, limits.lowerBound), limits.upperBound) * 1000
    }
  }
}
