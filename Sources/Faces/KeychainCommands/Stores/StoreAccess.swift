// SPDX-License-Identifier: Apache-2.0

package import FileKeychain
package import KeychainTypes
import SecureMemory

/// The store on which the commands work: its path, and the service that reads and changes its
/// items.
///
/// The service is opened when a command needs it for the first time.
package final class StoreAccess {
  package typealias Service = any KeychainService & Administration
  package typealias Opening = () throws(KeychainError) -> Service
  package typealias Restoring =
    (_ content: [UInt8], _ passphrase: Passcode) throws(KeychainError) -> RestoreReport
  package typealias Looking = (() throws(Stop) -> Int32) throws(Stop) -> Int32
  package typealias Asking = () throws(KeychainError) -> BoundAuthenticator

  /// The path of a store, even of a store that does not exist yet or does not open.
  package struct Place {
    /// The path of the store's directory.
    package let directory: String
    /// The path of the database file, which commands print as the name of the keychain.
    package let path: String
    /// True if the store exists: at least one of its files is in the directory.
    package let isMade: Bool
    /// Returns true if a file name in the store's directory is reserved for a file of the store.
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

  /// Returns the actions for `lock-store --follow-session`; nil if the helper program is not
  /// installed.
  let following: () -> Following?
  let trust: TrustSurroundings
  /// The actions that examine or repair the files of the closed store.
  ///
  /// The caller must call `close` before it uses one of these actions.
  let maintenance: Maintenance
  /// The closure that returns the user's keychain files; nil if the commands have only the store.
  let keychains: (() throws(KeychainError) -> Keychains)?
  /// The actions for a user who has no store yet; nil if commands then fail.
  let absence: StoreAbsence?
  private let locate: () throws(KeychainError) -> Place
  private let open: Opening
  private let locking: ((_ all: Bool) throws(KeychainError) -> Void)?
  private let restoring: Restoring?
  private let authenticator: Asking?
  private let looking: Looking?
  private let openingAs: ((Caller) throws(KeychainError) -> Service)?
  private let follower: (any StoreCallFollower)?
  /// Writes the pending output of the command, before a call that is to be explained or recorded.
  ///
  /// The explanation of the call then comes after the output of earlier calls. `LATCHKEY_EXPLAIN`
  /// turns explanations on, and `LATCHKEY_TRACE` turns records on.
  var beforeFollowing: () -> Void = {}
  /// True if the running command records its calls on keychain files itself.
  var recordsCalls = false
  /// The keychain files of the user, once a command has used them.
  var placedKeychains: Keychains?
  private var opened: Service?

  /// Creates the access to a store from closures; commands call a closure only if they need it.
  ///
  /// - Parameters:
  ///   - locate: Returns the path of the store.
  ///   - open: Opens the store, and creates it if it does not exist.
  ///   - trust: The system settings on which the trust in a certificate depends.
  ///   - locking: Locks the closed store. If `all` is true, the keys of `AfterFirstUnlock` items
  ///     are dropped too. Nil if the store must be opened to be locked.
  ///   - restoring: Restores a backup if there is no store. The closure creates the store only
  ///     after the backup was decrypted. Nil if `open` creates no store.
  ///   - authenticator: Returns the authenticator, which asks the user to authenticate. Nil if the
  ///     user cannot be asked.
  ///   - openingAs: Returns the service for a program other than `security`, to explain its calls.
  ///     Nil if the service of `security` is used for every program.
  ///   - looking: Runs a command that must not change the store. Opening the store then changes no
  ///     file either. Nil if opening never changes a file.
  ///   - follower: Explains and records the calls for items. Nil if this is never wanted.
  ///   - following: Returns the actions for `lock-store --follow-session`. Returns nil if the
  ///     helper program is not installed.
  ///   - keychains: Returns the keychain files of the user. Nil if there is only the store.
  ///   - absence: The actions for a user who has no store yet.
  package init(
    locate: @escaping () throws(KeychainError) -> Place, open: @escaping Opening,
    maintenance: Maintenance, trust: TrustSurroundings,
    locking: ((_ all: Bool) throws(KeychainError) -> Void)? = nil,
    restoring: Restoring? = nil, asking authenticator: Asking? = nil,
    as openingAs: ((Caller) throws(KeychainError) -> Service)? = nil,
    looking: Looking? = nil, calls follower: (any StoreCallFollower)? = nil,
    following: @escaping () -> Following? = { nil },
    keychains: (() throws(KeychainError) -> Keychains)? = nil, absence: StoreAbsence? = nil
  ) {
    (self.keychains, self.absence) = (keychains, absence)
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

  /// Closes the service of the store.
  ///
  /// The next command that needs the service opens the service again.
  func close() { opened = nil }

  /// Runs a command that must not change any byte of the store, not even by opening or closing the
  /// store.
  ///
  /// - Returns: The exit status that `body` returns.
  package func onlyLooking(_ body: () throws(Stop) -> Int32) throws(Stop) -> Int32 {
    guard opened == nil, let looking else { return try body() }
    return try looking { () throws(Stop) in
      defer { opened = nil }
      return try body()
    }
  }

  /// Returns the service of the store; opens the store first if it is closed, and creates a missing
  /// store.
  ///
  /// If opening fails, the next command of `security -i` tries again.
  func service() throws(KeychainError) -> Service {
    if let opened { return opened }
    let service = try open()
    opened = service
    return service
  }

  /// True if prompts ask for the password of the user's account instead of a passcode of the store.
  var passcodeIsGate: Bool {
    (try? authenticator?())?.factsWithoutReader.passcodeIsGate ?? false
  }

  /// Makes a call for items, and asks the user to authenticate if these items require it.
  ///
  /// If the user cannot be asked, a call that needs authentication fails with -25308. If there is
  /// no store, no store is created.
  ///
  /// - Parameter context: The proofs by which the user has authenticated in earlier calls of this
  ///   command.
  /// - Throws: The error of the service; -25300 if there is no store.
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

  /// Makes a call whose dictionary the user has written, and asks the user to authenticate if the
  /// items require it.
  ///
  /// Only an addition creates a missing store. The call is neither explained nor recorded.
  ///
  /// - Throws: The error of the service; -25300 if there is no store.
  func answer(_ request: Request) throws(KeychainError) -> Answer {
    guard let service = try request.verb == .add ? service() : serviceIfMade() else {
      throw KeychainError(.itemNotFound, "there is no store yet")
    }
    guard let authenticator else { return try service.answer(request) }
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    let asked = try authenticator()
    let loop = EvidenceLoop(in: AuthenticationContext(), readsFactsFirst: false) { asked }
    return try loop.run { (evidence) throws(KeychainError) in
      try service.answer(request.bringing(evidence))
    }
  }

  /// Signs, or computes a shared secret, with a private key of the secure element.
  ///
  /// If the key requires it, the user is asked to authenticate.
  ///
  /// - Throws: -4 if there is no secure element; the errors of `ElementService.use`.
  func use(
    _ key: ElementKey, for operation: ElementOperation, in context: AuthenticationContext
  ) throws(KeychainError) -> SecretBytes {
    guard let service = try serviceIfMade() as? any ElementService else {
      throw KeychainError(.unimplemented, "there is no secure element here")
    }
    guard let authenticator else { return try service.use(key, for: operation, given: nil) }
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    let asked = try authenticator()
    let loop = EvidenceLoop(in: context, readsFactsFirst: false) { asked }
    return try loop.run { (evidence) throws(KeychainError) in
      try service.use(key, for: operation, given: evidence)
    }
  }

  /// Makes a call for items without asking the user to authenticate.
  ///
  /// The call fails if it needs authentication.
  @discardableResult
  func answer(_ call: StoreCall, by service: Service) throws(KeychainError) -> Answer {
    try follow(call, of: service) { (exchange) throws(KeychainError) in
      try exchange.answer(call.request(), by: service)
    }
  }

  /// Adds an item to the store.
  ///
  /// - Returns: The new item, if `item` asks for a result; otherwise nil.
  func add(
    _ item: NewItem, group: RequestedGroup, to service: Service
  ) throws(KeychainError) -> Match? {
    try answer(StoreCall(.add(item), group: group), by: service).matches.first
  }

  /// Makes a call by running `body`.
  ///
  /// The call is also explained or recorded if the user has turned this on, for example by
  /// `LATCHKEY_EXPLAIN`.
  private func follow(
    _ call: StoreCall, of service: Service, _ body: (Exchange) throws(KeychainError) -> Answer
  ) throws(KeychainError) -> Answer {
    guard let follower, follower.isWanted else { return try body(Exchange()) }
    beforeFollowing()
    return try follower.follow(call, of: service, asking: asked(), body)
  }

  /// Returns the service through which a program sees its items; the store must exist.
  ///
  /// - Parameter caller: The program.
  /// - Throws: -25294 if there is no store, or the error with which opening fails.
  package func existingService(as caller: Caller) throws(KeychainError) -> Service {
    try requireStore()
    guard let openingAs else { return try service() }
    return try openingAs(caller)
  }

  /// Returns the authenticator, which asks the user to authenticate; nil if the user cannot be
  /// asked.
  package func asked() -> BoundAuthenticator? { try? authenticator?() }

  /// Returns the service through which a program sees its items; nil if there is no store.
  ///
  /// No store is created.
  ///
  /// - Parameter caller: The program; nil for a service that sees the items of all programs.
  package func serviceIfMade(as caller: Caller?) throws(KeychainError) -> Service? {
    guard let caller else { return try serviceIfMade() }
    guard try serviceIfMade() != nil else { return nil }
    return try existingService(as: caller)
  }

  /// Returns the service of the store; nil if there is no store.
  ///
  /// Unlike `service()`, the function creates no store.
  func serviceIfMade() throws(KeychainError) -> Service? {
    if let opened { return opened }
    return try locate().isMade ? service() : nil
  }

  /// Returns the service of the store, for commands that must not create a store.
  ///
  /// - Throws: -25294 if there is no store, or the error with which opening fails.
  func existingService() throws(KeychainError) -> Service {
    if let opened { return opened }
    try requireStore()
    return try service()
  }

  /// Locks the store.
  ///
  /// A closed store is locked without being opened if `locking` (a closure of the initialiser) is
  /// not nil. Otherwise the store is opened, and its service locks it.
  ///
  /// - Parameter all: True to drop the keys of `AfterFirstUnlock` items too.
  /// - Throws: -25294 if there is no store.
  func lock(all: Bool) throws(KeychainError) {
    guard let locking, opened == nil else { return try existingService().lockStore(all: all) }
    try requireStore()
    try locking(all)
  }

  /// Restores a backup into the store, or into a new store if there is no store.
  ///
  /// - Throws: The error of `Administration.restore`. In most cases, no new store is left. A new
  ///   store is left if it was created and then refused the content of the backup, for example
  ///   because of a full disk. The advice of the error says so.
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
          ? "make room; a new store was made, and it holds nothing of the backup"
          : "a new store was made, and it holds nothing of the backup")
    }
  }

  /// Verifies that the store exists, without opening the store.
  ///
  /// - Throws: -25294 if no file of a store exists.
  func requireStore() throws(KeychainError) {
    let place = try locate()
    guard place.isMade else {
      throw KeychainError(
        .noSuchKeychain, "there is no store at this path", context: .path(place.directory),
        advice: "the first call that adds an item makes it; did you mean another LATCHKEY_HOME?")
    }
  }

  /// True if the store exists; false also if the environment names no place for it.
  var isMade: Bool { (try? locate().isMade) == true }

  /// The path of the store's directory; nil if the environment names no place for it.
  var directory: String? { (try? locate())?.directory }

  /// Returns the path of the store, without opening the store.
  package func place() throws(KeychainError) -> Place { try locate() }
}
