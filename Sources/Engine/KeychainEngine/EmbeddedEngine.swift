// SPDX-License-Identifier: Apache-2.0
import Authentication
import CodeIdentity
import Glibc
import KeychainStorage
package import KeychainTypes
import SecureMemory

/// The engine of this process on the store of this user, opened once.
///
/// A forked child does not touch what it inherited: it opens an engine of its own when it first
/// calls.
package enum EmbeddedEngine {
  private static let state = Lock(State())

  private struct State: Sendable {
    var engine: Engine? { didSet { known = nil } }
    /// The caller and rules of the engine's last call: they have many parts, put together once.
    var known: (session: Session, profile: Profile)?
    /// The opening that is under way; all who need the engine meanwhile wait for this one.
    var opening: EngineOpening?
    /// Whether what is opened now only looks at the store.
    var onlyLooks = false
    /// Who asks the person at the machine, and the process that it was made for.
    var authenticator: (asks: MachineAuthenticator, generation: UInt32)?
  }

  /// The engine for the program that this process runs, as its entitlements file says or ad hoc.
  ///
  /// - Throws: what speaks against the store; the next call tries again.
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

  /// Who the program is; no store is opened for it.
  package static func caller(in profile: Profile) throws(KeychainError) -> Caller {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    return EmbeddedIdentity.ofThisProcess(in: profile).caller
  }

  /// Where the program's entitlements file is, or would be.
  package static func entitlementsFile(in profile: Profile) -> String? {
    EmbeddedIdentity.fileOfThisProcess(in: profile)
  }

  /// The bytes of an entitlements file that a parser may be given; nil for any other, and for none.
  package static func entitlements(at path: String) -> [UInt8]? {
    EntitlementsFile.boundedBytes(at: path)
  }

  /// The engine for a caller that the program itself vouches for: the command's own.
  package static func session(as caller: Caller) throws(KeychainError) -> Session {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    return try openedEngine().session(as: caller)
  }

  /// Who asks the person at this machine, for the store of this process.
  ///
  /// A forked child has one of its own: what its parent asks is not its prompt.
  ///
  /// - Parameter session: where a call has it already, so that it is not looked for again.
  package static func authenticator(
    of session: Session? = nil
  ) throws(KeychainError) -> any Authenticator {
    let asks = try machine()
    return session.map { asks.with($0) } ?? asks
  }

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

  /// Whether the engine is open, for who would not open a store for a look at it.
  package static var isOpen: Bool { state.withLock { $0.engine?.hasForked == false } }

  /// Whether the engine is open, or there is a store that it would open.
  package static var isMade: Bool {
    if isOpen { return true }
    guard let location = try? StoreLocation(.ofThisProcess) else { return false }
    return StoreFiles(directory: location.directory).isMade
  }

  /// Gives up the engine; the next call opens it again.
  ///
  /// For programs at their end: whoever closes the store last empties the log into the database,
  /// so that the one file is the store and other programs that read it meet no open log.
  package static func close() {
    guard ForkBarrier.begin() else { return }
    defer { ForkBarrier.end() }
    let engine = state.withLock { (state: inout State) -> Engine? in
      defer { state.engine = nil }
      return state.engine
    }
    // Closed here, outside the lock.
    _ = engine
  }

  /// Runs what only looks at the store: where it opens the engine, that one leaves every file as it
  /// is, a log that a killed program has left too, and is given up afterwards.
  ///
  /// An engine that is open already has work of its own and serves as it is.
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

  /// Opens at the first call, again in a forked child, and again where the store was removed or
  /// replaced under the program.
  private static func openedEngine() throws(KeychainError) -> Engine {
    let former = state.withLock { $0.engine }
    if let former, former.isUsable { return former }
    let way = state.withLock { (state: inout State) -> Way in
      // Another thread may have been faster.
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

  /// Makes an opening's engine the one of the process; a failed one is forgotten.
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
    // Closed here, outside the lock.
    _ = former
  }
}

extension Environment {
  /// The system's clocks, randomness and files, with what the process's variables say about them.
  package init(_ surroundings: StoreLocation.Surroundings) {
    self.init()
    store.allowsNetworkFileSystem =
      surroundings.believedVariable("LATCHKEY_ALLOW_NETWORK_FS") == "1"
  }
}

extension StoreLocation.Surroundings {
  /// The environment and the passwd entry of this process.
  package static var ofThisProcess: StoreLocation.Surroundings {
    StoreLocation.Surroundings(
      variable: { ProcessVariable.value(of: $0) }, passwdHome: { passwdHome(of: geteuid()) },
      dropped: ["LATCHKEY_HOME", "XDG_DATA_HOME"].first { ProcessVariable.isDropped($0) },
      isSetID: !ProcessVariable.areBelieved)
  }

  /// The home directory of a user; nil without an entry.
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

/// One opening of the process's store, for all threads that need it meanwhile.
///
/// The first does it, the others wait and share what came of it: two threads must not open two
/// engines, and where opening ends at the busy limit, no thread waits for the limits of those
/// before it.
private final class EngineOpening: Sendable {
  /// No `Result`, for the same reason as `Reading.Outcome`.
  private let outcome = Lock<(engine: Engine?, refusal: KeychainError?)>((nil, nil))
  private let leavesFiles: Bool

  /// - Parameter leavesFiles: whether the engine only looks at the store.
  init(leavesFiles: Bool) {
    self.leavesFiles = leavesFiles
  }

  /// The engine that was opened, or what spoke against it.
  ///
  /// The lock is held while the store is opened, which calls nobody back.
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
  /// The programs of this machine, with what the process's variables say: `LATCHKEY_PROMPT_HELPER`
  /// is the path of `latchkey-prompt`, `LATCHKEY_PAM_DIRECTORY` where PAM's service files are for
  /// it, `LATCHKEY_PROMPT_TIMEOUT` the seconds of an evaluation, brought into the limits.
  init(_ surroundings: StoreLocation.Surroundings) {
    let path = surroundings.believedVariable("LATCHKEY_PROMPT_HELPER")
    // With borrowed rights no program is started at all.
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
