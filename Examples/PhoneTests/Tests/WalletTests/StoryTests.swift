// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests that tell the stories with the app's own code.
@Suite("Wallet on a phone") struct StoryTests {
  @Test("a background refresh while the phone is locked")
  func backgroundRefreshWhileLocked() throws { try Stories().backgroundRefreshWhileLocked() }

  @Test("the first launch after a restart")
  func firstLaunchAfterReboot() throws { try Stories().firstLaunchAfterReboot() }

  @Test("a new finger ends the vault")
  func newFingerInvalidates() throws { try Stories().newFingerInvalidates() }

  @Test("a new phone gets what roams, and nothing else")
  func moveToNewPhone() throws { try Stories().moveToNewPhone() }

  @Test("an app that is installed again finds old items")
  func reinstallFindsOldItems() throws { try Stories().reinstallFindsOldItems() }

  @Test("cancelling is no failure")
  func cancelIsNotFailure() async throws { try await Stories().cancelIsNotFailure() }
}
