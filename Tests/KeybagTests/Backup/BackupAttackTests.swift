// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainTypes
import SecureMemory
import Testing

/// Tests that a backup file, its passphrase and another device's store do not reveal ThisDeviceOnly
/// items.
///
/// The file has no key for them, whatever an attacker changes.
@Suite("Attacks on a backup") struct BackupAttackTests {
  /// A randomness source that repeats the identifiers of the attacked store, with other keys.
  private struct Imitator: RandomnessSource {
    let store: Identifier16

    func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomnessError) {
      guard bytes.count == 16 else { return try SystemRandomness().fill(&bytes) }
      for place in bytes.indices { bytes[place] = store.bytes[place] }
    }
  }

  private static func words(_ text: String = "words") throws -> Passcode {
    try Passcode(SecretBytes(copying: Array(text.utf8)))
  }

  private static func keybag(_ randomness: any RandomnessSource = SystemRandomness()) throws
    -> UnlockedKeybag
  {
    let key = try Key<KeyRole.Device>.generate(from: SystemRandomness())
    return try .generate(deviceKey: key, randomness: randomness)
  }

  private static func backup(
    of keybag: UnlockedKeybag, under passphrase: Passcode?
  ) throws -> [UInt8] {
    var writer = try BackupWriter(
      of: keybag, under: passphrase, cost: .forTests, at: .reference,
      randomness: SystemRandomness())
    for protection in Protection.allCases where protection != .whenPasscodeSetThisDeviceOnly {
      try writer.append(
        SecretBytes(copying: Array("content \(protection.name)".utf8)), protection: protection)
    }
    return try writer.finish()
  }

  private static func opened(_ backup: OpenedBackup) -> [String] {
    (0..<backup.count).map { place in
      switch backup.open(place) {
      case .content(let bytes):
        bytes.withBytes { bytes in
          String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
        }
      case .otherDevice: "other device"
      case .damaged: "damaged"
      }
    }
  }

  private static let portable = ["content ak", "content ck", "content dk"]
  private static let refused = ["other device", "other device", "other device"]

  @Test("another device's store, also one that goes by the same name")
  func otherStores() throws {
    let own = try Self.keybag()
    let sealed = try SealedBackup(decoding: Self.backup(of: own, under: Self.words()))
    let backup = try sealed.opened(by: Self.words())
    #expect(
      Self.opened(try backup.opening(with: own))
        == Self.portable + ["content aku", "content cku", "content dku"])
    #expect(Self.opened(backup) == Self.portable + Self.refused)
    let imitation = try Self.keybag(Imitator(store: own.image.store))
    #expect(imitation.image.store == own.image.store)
    for other in [try Self.keybag(), imitation] {
      #expect(Self.opened(try backup.opening(with: other)) == Self.portable + Self.refused)
    }
  }

  @Test("a class that is locked opens nothing either")
  func locked() throws {
    let own = try Self.keybag()
    let backup = try SealedBackup(decoding: Self.backup(of: own, under: Self.words()))
      .opened(by: Self.words())
    let locked = own.keeping([.always, .alwaysThisDeviceOnly])
    #expect(
      Self.opened(try backup.opening(with: locked))
        == Self.portable + ["other device", "other device", "content dku"])
  }

  @Test("one that is wrapped by the device needs its device key, not its name")
  func wrappedByDevice() throws {
    let own = try Self.keybag()
    let sealed = try SealedBackup(decoding: Self.backup(of: own, under: nil))
    #expect(!sealed.needsPassphrase)
    #expect(Self.opened(try sealed.opened(by: own)).prefix(3) == Self.portable[...])
    for other in [try Self.keybag(), try Self.keybag(Imitator(store: own.image.store))] {
      #expect(throws: BackupError.otherDevice) { try sealed.opened(by: other) }
    }
    #expect(throws: BackupError.wrapping(needsPassphrase: false)) {
      try sealed.opened(by: Self.words())
    }
  }

  @Test("a wrong passphrase; one for a backup that has another")
  func passphrases() throws {
    let own = try Self.keybag()
    let sealed = try SealedBackup(decoding: Self.backup(of: own, under: Self.words()))
    #expect(throws: BackupError.wrongPassphrase) { try sealed.opened(by: Self.words("other")) }
    #expect(throws: BackupError.wrapping(needsPassphrase: true)) { try sealed.opened(by: own) }
  }

  @Test("neither content nor passphrase shows in the file, and no two are alike")
  func appearance() throws {
    let own = try Self.keybag()
    let (one, two) = (
      try Self.backup(of: own, under: Self.words()), try Self.backup(of: own, under: Self.words())
    )
    #expect(!one.contains(Array("content".utf8)) && !one.contains(Array("words".utf8)))
    #expect(one.count == two.count && one[24...] != two[24...])
  }

  @Test("what is locked takes no item")
  func lockedWriter() throws {
    let locked = try Self.keybag().keeping([.always, .alwaysThisDeviceOnly])
    var writer = try BackupWriter(
      of: locked, under: Self.words(), cost: .forTests, at: .reference,
      randomness: SystemRandomness())
    let content = SecretBytes(copying: [1])
    #expect(throws: BackupError.locked) {
      try writer.append(content, protection: .whenUnlockedThisDeviceOnly)
    }
    #expect(throws: BackupError.locked) {
      try writer.append(content, protection: .whenPasscodeSetThisDeviceOnly)
    }
  }
}
