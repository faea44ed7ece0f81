// SPDX-License-Identifier: Apache-2.0
// As other people write.
// swift-format-ignore-file
import Foundation
import Keeper
import Security
import Testing

/// Prints the name that the app has, and the group that its items go to.
@Test func keeps() {
  #expect(Keeper.keep("a word") == errSecSuccess)
  print("keeper: \(Keeper.service) \(Keeper.group() ?? "-")")
  #expect(Keeper.forget() == errSecSuccess)
}
