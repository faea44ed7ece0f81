// SPDX-License-Identifier: Apache-2.0

package import Authentication
package import KeychainTypes
import SecureMemory

/// The store behind the verbs: where it is, and its service, opened when a verb first needs it.
package final class StoreAccess {
  package typealias Service = any KeychainService & Administration
  package typealias Opening = () throws(KeychainError) -> Service
  package typealias Restoring =
    (_ content: [UInt8], _ passphrase: Passcode) throws(KeychainError) -> RestoreReport
  package typealias Looking = (() throws(Stop) -> Int32) throws(Stop) -> Int32
  package typealias Asking = () throws(KeychainError) -> BoundAuthenticator

  /// Where a store lies, whether or not it can be opened or exists yet.
  package struct Place {
    /// The store directory.
    package let directory: String
    /// The database, which stands for the store wherever a keychain is named.
    package let path: String
    /// Whether anything of a store is there, as far as the system tells.
    package let isMade: Bool
    /// Whether a name in the directory is one of the store's files.
    let isOwn: (String) -> Bool

    package init(
      directory: String, path: String, isMade: Bool,
      isOwn: @escaping (String) -> Bool = { _ in false }
    ) {
      self.directory = directory
      self.path = path
      self.isMade = isMade
      self.isOwn = isOwn
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

  /// What locks the store with the user's screen.
  package struct Following {
    let follower: SessionFollower
    let requirePasscode: () throws(KeychainError) -> Void
    let lock: (_ all: Bool) throws(KeychainError) -> Bool
    let renewFingers: () throws(KeychainError) -> Void

    /// - Parameters:
    ///   - requirePasscode: refuses a store that is not there or has no passcode, and keeps nothing
    ///     of it open.
    ///   - lock: locks the store and keeps nothing of it open; false where there is none, or none
    ///     with a passcode.
    ///   - renewFingers: forgets which fingers were enrolled, likewise.
    package init(
      _ follower: SessionFollower, requirePasscode: @escaping () throws(KeychainError) -> Void,
      lock: @escaping (_ all: Bool) throws(KeychainError) -> Bool,
      renewFingers: @escaping () throws(KeychainError) -> Void
    ) {
      self.follower = follower
      self.requirePasscode = requirePasscode
      self.lock = lock
      self.renewFingers = renewFingers
    }
  }

  /// Nil where this machine has nothing that follows sessions.
  let following: () -> Following?
  let trust: TrustSurroundings
  /// Of the closed store: `close` comes first.
  let maintenance: Maintenance
  private let locate: () throws(KeychainError) -> Place
  private let open: Opening
  private let locking: ((_ all: Bool) throws(KeychainError) -> Void)?
  private let restoring: Restoring?
  private let authenticator: Asking?
  private let looking: Looking?
  private let openingAs: ((Caller) throws(KeychainError) -> Service)?
  private let follower: (any StoreCallFollower)?
  /// Flushes what was printed, before a call that is reported.
  var beforeFollowing: () -> Void = {}
  private var opened: Service?

  /// A store that `locate` finds and `open` opens.
  ///
  /// - Parameters:
  ///   - trust: what trust in certificates needs of the process.
  ///   - locking: locks the closed store; nil where it has to be opened for that.
  ///   - restoring: restores a backup where no store is, and makes one only once the backup is
  ///     open; nil where opening makes nothing.
  ///   - authenticator: who is asked for evidence; nil where nobody is.
  ///   - openingAs: the service for another program than `security`, to explain its calls; nil
  ///     where there is none.
  ///   - looking: runs what only looks, so that what it opens leaves every file as it is; nil where
  ///     an opening changes none.
  ///   - follower: follows the calls for items; nil where nobody does.
  ///   - following: looked for when it is needed.
  package init(
    locate: @escaping () throws(KeychainError) -> Place, open: @escaping Opening,
    maintenance: Maintenance, trust: TrustSurroundings,
    locking: ((_ all: Bool) throws(KeychainError) -> Void)? = nil,
    restoring: Restoring? = nil, asking authenticator: Asking? = nil,
    as openingAs: ((Caller) throws(KeychainError) -> Service)? = nil,
    looking: Looking? = nil, calls follower: (any StoreCallFollower)? = nil,
    following: @escaping () -> Following? = { nil }
  ) {
    self.openingAs = openingAs
    self.looking = looking
    self.follower = follower
    self.locate = locate
    self.open = open
    self.locking = locking
    self.restoring = restoring
    self.authenticator = authenticator
    self.maintenance = maintenance
    self.trust = trust
    self.following = following
  }

  /// Lets go of the service; the next verb opens it anew.
  func close() { opened = nil }

  /// Runs a verb that changes no byte of the store, neither by opening nor by closing it.
  package func onlyLooking(_ body: () throws(Stop) -> Int32) throws(Stop) -> Int32 {
    guard opened == nil, let looking else { return try body() }
    return try looking { () throws(Stop) in
      defer { opened = nil }
      return try body()
    }
  }

  /// The service; a refusal is not kept, so that the next command of a session tries again.
  func service() throws(KeychainError) -> Service {
    if let opened { return opened }
    let service = try open()
    opened = service
    return service
  }

  /// Whether the password of the account is asked for instead of a passcode of the store.
  var passcodeIsGate: Bool {
    (try? authenticator?())?.factsWithoutReader.passcodeIsGate ?? false
  }

  /// Makes a call with the evidence that its items need, as a program's call does: the person at
  /// the machine is asked where there is one, else the call ends with -25308.
  ///
  /// What looks for items makes no store.
  ///
  /// - Parameter context: what earlier calls of the same command have proved.
  /// - Throws: what the service refuses; -25300 where there is no store.
  @discardableResult
  func answer(
    _ call: StoreCall, in context: AuthenticationContext
  ) throws(KeychainError) -> Answer {
    guard let service = try serviceIfMade() else {
      throw KeychainError(.itemNotFound, "there is no store yet")
    }
    return try follow(call, of: service) { (exchange) throws(KeychainError) in
      guard let authenticator else {
        return try exchange.answer(call.request(nil, .fail), by: service)
      }
      try ForkBarrier.beginCall()
      defer { ForkBarrier.end() }
      let asked = try authenticator()
      let loop = EvidenceLoop(in: context, readsFactsFirst: false) { asked }
      return try loop.run { (evidence) throws(KeychainError) in
        try exchange.answer(call.request(evidence), by: service)
      }
    }
  }

  /// Makes a call of a service, of which nobody needs to prove anything.
  @discardableResult
  func answer(_ call: StoreCall, by service: Service) throws(KeychainError) -> Answer {
    try follow(call, of: service) { (exchange) throws(KeychainError) in
      try exchange.answer(call.request(), by: service)
    }
  }

  /// Adds an item.
  func add(
    _ item: NewItem, group: RequestedGroup, to service: Service
  ) throws(KeychainError) -> Match? {
    try answer(StoreCall(.add(item), group: group), by: service).matches.first
  }

  /// Makes a call of a service, and has it reported if the user has asked for reports.
  private func follow(
    _ call: StoreCall, of service: Service, _ body: (Exchange) throws(KeychainError) -> Answer
  ) throws(KeychainError) -> Answer {
    guard let follower, follower.isWanted else { return try body(Exchange()) }
    beforeFollowing()
    return try follower.follow(call, of: service, asking: asked(), body)
  }

  /// The service as a program has it, of a store that is there.
  ///
  /// - Throws: -25294 where nothing of a store is, and what speaks against opening it.
  package func existingService(as caller: Caller) throws(KeychainError) -> Service {
    try requireStore()
    guard let openingAs else { return try service() }
    return try openingAs(caller)
  }

  /// Who is asked for evidence; nil where nobody is.
  package func asked() -> BoundAuthenticator? { try? authenticator?() }

  /// The service of a store as a program has it, nil for the owner; nil where no store is there.
  package func serviceIfMade(as caller: Caller?) throws(KeychainError) -> Service? {
    guard let caller else { return try serviceIfMade() }
    guard try serviceIfMade() != nil else { return nil }
    return try existingService(as: caller)
  }

  /// The service of a store, or nil where none is there: none is made.
  func serviceIfMade() throws(KeychainError) -> Service? {
    if let opened { return opened }
    return try locate().isMade ? service() : nil
  }

  /// The service of a store that is there: what looks after a store makes none.
  ///
  /// - Throws: -25294 where nothing of a store is, and what speaks against opening it.
  func existingService() throws(KeychainError) -> Service {
    if let opened { return opened }
    try requireStore()
    return try service()
  }

  /// Locks the store, which need not open for it.
  func lock(all: Bool) throws(KeychainError) {
    guard let locking, opened == nil else { return try existingService().lockStore(all: all) }
    try requireStore()
    try locking(all)
  }

  /// Brings back a backup, into a new store where there is none.
  ///
  /// - Throws: as `Administration.restore`; then no store is made, but for a new one where only
  ///   what the backup holds was refused, by a full disk say: then that is said.
  func restore(
    _ content: [UInt8], by passphrase: Passcode, _ terms: RestoreTerms
  ) throws(KeychainError) -> RestoreReport {
    guard let restoring, try serviceIfMade() == nil else {
      return try service().restore(content, under: .passphrase(passphrase), terms)
    }
    do {
      return try restoring(content, passphrase)
    } catch {
      guard let place = try? locate(), place.isMade else { throw error }
      throw KeychainError(
        error.code, error.reason, context: error.context ?? .path(place.directory),
        advice: error.code == .diskFull
          ? "make room; a new store is there by now, and nothing of the backup is in it"
          : "a new store is there by now, and nothing of the backup is in it")
    }
  }

  /// - Throws: -25294 where nothing of a store is.
  func requireStore() throws(KeychainError) {
    let place = try locate()
    guard place.isMade else {
      throw KeychainError(
        .noSuchKeychain, "there is no store here", context: .path(place.directory),
        advice: "set LATCHKEY_HOME or HOME right; the first call of a program makes a store")
    }
  }

  /// Where the store is; costs no opening.
  package func place() throws(KeychainError) -> Place { try locate() }
}
