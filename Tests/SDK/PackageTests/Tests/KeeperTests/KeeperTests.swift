// SPDX-License-Identifier: Apache-2.0
// In the style of other people, so it is not formatted.
// swift-format-ignore-file
import Foundation
import Keeper
import Security
import Testing

/// Prints the app's name and the access group of its items.
@Test func keeps() {
  #expect(Keeper.keep("a word") == errSecSuccess)
  print("keeper: \(Keeper.service) \(Keeper.group() ?? "-")")
  #expect(Keeper.forget() == errSecSuccess)
}
