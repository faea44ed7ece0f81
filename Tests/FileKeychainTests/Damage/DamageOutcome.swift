// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import SecureMemory

/// The effect of damage on a reader that has the right password.
enum DamageOutcome: String, CaseIterable {
  /// The whole file is refused.
  case file
  /// The keychain cannot be unlocked, because the database blob is refused.
  case unlock
  /// At least one item is refused, or a part of it.
  case item
  /// Nothing is refused. The strict check finds the damage.
  case check
  /// Other content is read, and nothing finds it.
  case unnoticed
  /// The content that is read is unchanged, and the strict check finds nothing.
  case unchanged
}

/// A sound file, with which damaged copies are compared.
struct DamageReference {
  let bytes: [UInt8]
  private let schema: [Relation]
  private let content: [UInt8]
  private let refused: Int
  private let salt: [UInt8]

  init(_ bytes: [UInt8], _ schema: [Relation]) throws {
    (self.bytes, self.schema) = (bytes, schema)
    let image = try KeychainImage(decoding: bytes)
    let keychain = try SmallKeychain.unlocked(image)
    let reading = WholeReading(image, keychain)
    (content, refused, salt) = (reading.content, reading.refused, keychain.database.salt)
  }

  /// Returns the effect of damage.
  func outcome(of damaged: [UInt8]) -> DamageOutcome {
    guard let image = try? KeychainImage(decoding: damaged) else { return .file }
    guard let keychain = unlocked(image) else { return .unlock }
    let reading = WholeReading(image, keychain)
    if reading.refused > refused { return .item }
    if !KeychainCheck(image, keychain.keys, schema: schema).findings.isEmpty { return .check }
    return reading.content == content ? .unchanged : .unnoticed
  }

  /// Unlocks a file; a salt that was not changed gives the known master key.
  func unlocked(_ image: KeychainImage) -> UnlockedKeychain? {
    guard let database = try? image.database() else { return nil }
    let master =
      database.salt == salt
      ? try? SmallKeychain.master.get() : try? database.master(of: SmallKeychain.password)
    guard let master, let keys = try? database.keys(master: master) else { return nil }
    return UnlockedKeychain(image, database, keys)
  }
}
