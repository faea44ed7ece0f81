// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keybag
import KeychainTypes
import Testing

/// Tests of the errors that the keybag gives to the outside.
@Suite("Errors of the keybag, outside")
struct KeybagErrorTests {
  private static let all: [(KeybagError, KeychainError.Code, String)] = [
    (.absent, .notAvailable, "/s"),
    (.missing(.deviceKey), .notAvailable, "/s/device.key"),
    (.missing(.keybag), .notAvailable, "/s/keybag"),
    (.exists(.keybag), .notAvailable, "/s/keybag"),
    (.inTheWay(.attempts), .notAvailable, "/s/attempts.new"),
    (.foreignOwner(.deviceKey), .notAvailable, "/s/device.key"),
    (.exposed(.deviceKey), .notAvailable, "/s/device.key"),
    (.deviceKeyLength(31), .notAvailable, "/s/device.key"),
    (.wrongDeviceKey, .notAvailable, "/s/device.key"),
    (.damaged, .notAvailable, "/s/keybag"),
    (.forged, .notAvailable, "/s/keybag"),
    (.newerVersion, .notAvailable, "/s/keybag"),
    (.unavailable(.memory), .outOfMemory, "/s"),
    (.unavailable(.randomness), .notAvailable, "/s"),
    (.unavailable(.cryptography), .notAvailable, "/s"),
    (.file(.keybag, .refused(errno: ENOSPC)), .diskFull, "/s/keybag"),
    (.file(.copy, .refused(errno: EROFS)), .readOnly, "/s/keybag.copy"),
    (.file(.keybag, .refused(errno: EACCES)), .notAvailable, "/s/keybag"),
    (.file(.keybag, .refused(errno: EIO)), .ioFailed, "/s/keybag"),
    (.file(.keybag, .notRegular), .notAvailable, "/s/keybag"),
    (.file(.keybag, .tooLarge), .notAvailable, "/s/keybag"),
  ]

  @Test("each trouble with the keys has its own sentence and is never damage of items")
  func sentences() {
    var reasons: Set<String> = []
    for (error, code, path) in Self.all {
      let told = KeychainError(error, directory: "/s")
      #expect(told.code == code, "\(error)")
      #expect(told.code.category != .damaged, "\(error)")
      #expect(told.code.category != .absent, "\(error)")
      #expect(told.context == .path(path), "\(error)")
      reasons.insert("\(told.reason)")
    }
    // Every error has a sentence of its own.
    #expect(reasons.count == Self.all.count)
  }

  @Test("a row is damaged, locked, or out of reach")
  func rows() {
    #expect(KeychainError(SealError.notAuthentic).code == .decode)
    #expect(KeychainError(SealError.unknownScheme(2)).code == .decode)
    #expect(KeychainError(SealError.unknownEpoch(2)).code == .decode)
    #expect(KeychainError(.unavailable(.whenUnlocked, .locked)).code == .interactionNotAllowed)
    #expect(
      KeychainError(.unavailable(.whenPasscodeSetThisDeviceOnly, .noPasscode)).code
        == .interactionNotAllowed)
    #expect(KeychainError(SealError.failed(.memory)).code == .outOfMemory)
  }
}
