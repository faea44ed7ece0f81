// SPDX-License-Identifier: Apache-2.0
internal import KeychainExplaining
internal import KeychainExplanations
internal import KeychainTypes

extension DeviceService: Explaining {
  func listening(
    to listener: CallListener, assuming state: LockState?
  ) -> any Explaining & Administration {
    var service = self
    service.listener = listener
    service.assumed = state
    return service
  }

  func lookUp(
    _ facts: CallFacts, _ asked: CallListener.Readings, _ effort: SearchEffort
  ) throws(KeychainError) -> CallFacts {
    var found = try session().lookUp(facts, asked, effort)
    let isInFront = world.state.foreground == app.name
    if !isInFront { found.device.isInBackground = true }
    return found
  }
}
