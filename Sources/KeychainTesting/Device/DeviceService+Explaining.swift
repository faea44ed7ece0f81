// SPDX-License-Identifier: Apache-2.0
internal import KeychainExplaining
internal import KeychainExplanations
internal import KeychainTypes

extension DeviceService: Explaining {
  func changeNumber() -> Int64? { isRunning ? try? session().changeNumber() : nil }

  /// Whether the app can run; the mistake of a test that runs it all the same is told once, by the
  /// call itself.
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
    if found.device.noPrompt != nil { found.device.noPrompt = "nobody is before the device" }
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
