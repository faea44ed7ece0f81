// SPDX-License-Identifier: Apache-2.0
internal import KeychainEngine
internal import KeychainExplaining
internal import KeychainRequests
internal import KeychainTypes
internal import SecureMemory

/// The Keychain of a simulated device for the calls of one app, with the app's current
/// entitlements.
struct DeviceService: KeychainService, ElementService, Administration {
  let world: DeviceWorld
  let app: DeviceState.App
  func answer(_ request: Request) throws(KeychainError) -> Answer {
    // A rehearsal is not recorded in the journal.
    if request.rehearsal != nil { return try session().answer(request) }
    return try call(request.verb.journalName) { session throws(KeychainError) in
      try session.answer(request)
    }
  }

  func makeElementKey(
    _ request: Request, isStored: Bool
  ) throws(KeychainError) -> ElementKey {
    try call("make") { session throws(KeychainError) in
      try session.makeElementKey(request, isStored: isStored)
    }
  }

  func use(
    _ key: ElementKey, for operation: ElementOperation, given evidence: Evidence?
  ) throws(KeychainError) -> SecretBytes {
    try call("use") { session throws(KeychainError) in
      try session.use(key, for: operation, given: evidence)
    }
  }

  func describeStore() throws(KeychainError) -> StoreDescription {
    try session().describeStore()
  }

  func damagedParts() throws(KeychainError) -> [String] { try session().damagedParts() }

  func check() throws(KeychainError) -> CheckReport { try session().check() }

  func rotateKeys() throws(KeychainError) -> RotationReport { try session().rotateKeys() }

  func copyStore(to directory: String) throws(KeychainError) -> CheckReport {
    try session().copyStore(to: directory)
  }

  func requireBackup() throws(KeychainError) { throw Self.ownersAlone }

  func backup(under wrapping: BackupWrapping) throws(KeychainError) -> Backup {
    throw Self.ownersAlone
  }

  func restore(
    _ content: [UInt8], under wrapping: BackupWrapping, _ terms: RestoreTerms
  ) throws(KeychainError) -> RestoreReport {
    throw Self.ownersAlone
  }

  func undoRestore(_ terms: RestoreTerms) throws(KeychainError) -> RestoreReport {
    throw Self.ownersAlone
  }

  func forgetBeforeRestore() throws(KeychainError) -> Bool { throw Self.ownersAlone }

  func lockStatus() throws(KeychainError) -> LockStatus { try session().lockStatus() }

  func setPasscode(
    _ passcode: Passcode, for limit: UnlockLimit
  ) throws(KeychainError) -> RotationReport {
    throw Self.ownersAlone
  }

  func requirePasscode(_ passcode: Passcode, at door: PasscodeDoor) throws(KeychainError) {
    throw Self.ownersAlone
  }

  func changePasscode(
    from old: Passcode, to new: Passcode, at door: PasscodeDoor, for limit: UnlockLimit
  ) throws(KeychainError) {
    throw Self.ownersAlone
  }

  func removePasscode(_ passcode: Passcode, at door: PasscodeDoor) throws(KeychainError) {
    throw Self.ownersAlone
  }

  func unlockStore(
    _ passcode: Passcode, at door: PasscodeDoor, for limit: UnlockLimit
  ) throws(KeychainError) {
    throw Self.ownersAlone
  }

  func lockStore(all: Bool) throws(KeychainError) { throw Self.ownersAlone }

  /// The error for an app that tries to lock its device, change the passcode or make a backup.
  ///
  /// Only the test can lock the device, change the passcode or make a backup.
  private static let ownersAlone = KeychainError(
    .unimplemented, "a simulated device is locked and unlocked by its events")

  func listItems(_ classes: [ItemClass]) throws(KeychainError) -> [ItemSummary] {
    try session().listItems(classes)
  }

  /// Runs one keychain call of the app, and records the call in the journal of the device
  /// (`Journal`).
  private func call<R>(
    _ verb: String, _ body: (Session) throws(KeychainError) -> R
  ) throws(KeychainError) -> R {
    world.sees(app.name)
    do throws(KeychainError) {
      let result = try body(session())
      world.came(.call(app: app.name, verb: verb, status: 0))
      return result
    } catch {
      world.came(.call(app: app.name, verb: verb, status: error.code.rawValue))
      throw error
    }
  }

  func session() throws(KeychainError) -> Session {
    let state = world.state
    guard state.isOn else {
      world.fail("\(app.name) runs on a device that is off")
      throw KeychainError(.notAvailable, "the simulated device is off")
    }
    guard let caller = state.caller(of: app) else {
      world.fail("\(app.name) runs but is not installed")
      throw KeychainError(.notAvailable, "the app is not installed on the simulated device")
    }
    return try world.keychain.session(as: caller)
  }
}

extension Request.Verb {
  fileprivate var journalName: String {
    switch self {
    case .add: "add"
    case .copyMatching: "copy"
    case .update: "update"
    case .delete: "delete"
    }
  }
}

extension DeviceService: Explaining {
  func changeNumber() -> Int64? { isRunning ? try? session().changeNumber() : nil }

  /// True if the app can run: the device is on and the app is installed.
  ///
  /// A call of an app that cannot run is reported as a mistake of the test. An explanation of this
  /// call checks the property first, so that the mistake is not reported twice.
  private var isRunning: Bool {
    let state = world.state
    return state.isOn && state.caller(of: app) != nil
  }

  func compare(
    _ itemClass: ItemClass, with wanted: [Predicate]
  ) throws(KeychainError) -> [Identifier16: [ItemComparison]] {
    try session().compare(itemClass, with: wanted)
  }

  func explain(
    _ facts: CallFacts, rehearsing rehearsal: Request.Rehearsal?, _ effort: SearchEffort
  ) throws(KeychainError) -> StoreFacts {
    var found = facts.store
    found.device.isMachine = false
    if found.device.noPrompt != nil { found.device.noPrompt = "no person is at the device" }
    guard isRunning else { return found }
    found = try session().explain(facts.with(found), rehearsing: rehearsal, effort)
    if world.state.foreground != app.name { found.device.isInBackground = true }
    found.habits = world.habits(of: app.name)
    return found
  }
}

extension DeviceService: Remembering {
  func ownHistory() throws(KeychainError) -> ApplicationHistory? { try session().ownHistory() }

  func histories() throws(KeychainError) -> [ApplicationHistory] { try session().histories() }

  func leftBehind() throws(KeychainError) -> FormerAccess { try session().leftBehind() }

  func olderThanInstallation() throws(KeychainError) -> FormerInstallation? {
    try session().olderThanInstallation()
  }

  func forgetHistory(of identifier: String?) throws(KeychainError) -> Int {
    try session().forgetHistory(of: identifier)
  }

  func items(madeBy identifier: String) throws(KeychainError) -> [ItemFact] {
    try session().items(madeBy: identifier)
  }
}
