// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainTypes
import SecureMemory
import TestVectors
import Testing

/// Compares the bytes of a backup with Tests/Vectors/backup, which another implementation made.
@Suite("Backup format 1") struct BackupVectorTests {
  @Test("there are as many cases as were written")
  func complete() { #expect(Vector.all("backup/backup-v1.txt").count == 5) }

  @Test("vectors", arguments: Vector.all("backup/backup-v1.txt"))
  func vectors(_ vector: Vector) throws {
    let device = SecretBytes(copying: try vector.bytes("device-key"))
    let keybag = try LockedKeybag(decoding: vector.bytes("keybag")).unlock(
      with: unwrap(Key<KeyRole.Device>(bytes: device)), randomness: SystemRandomness())
    guard vector.expect == "success" else {
      do {
        _ = try opened(vector, keybag)
        Issue.record("was opened")
      } catch {
        #expect("\(error)" == vector.expect)
      }
      return
    }
    let backup = try opened(vector, keybag)
    let expected = try (vector.fields["contents"] ?? "").split(separator: " ").map {
      try Vector(fields: ["content": String($0)]).bytes("content")
    }
    #expect(backup.count == expected.count)
    for (place, content) in expected.enumerated() {
      guard case .content(let bytes) = backup.open(place) else {
        Issue.record("item \(place) does not open")
        continue
      }
      #expect(bytes == SecretBytes(copying: content))
      let version = try unwrap(ItemVersion(decoding: bytes))
      #expect(version.encode() == bytes)
      #expect(version.draft.protection == backup.protection(of: place))
    }
  }

  private func opened(_ vector: Vector, _ keybag: UnlockedKeybag) throws -> OpenedBackup {
    let sealed = try SealedBackup(decoding: vector.bytes("backup"))
    guard vector.fields["passphrase"] != nil else {
      return try sealed.opened(by: keybag).opening(with: keybag)
    }
    let words = SecretBytes(copying: try vector.bytes("passphrase"))
    return try sealed.opened(by: Passcode(words)).opening(with: keybag)
  }

  @Test("content that was never written is none, and traps nowhere")
  func hostileContent() throws {
    let vector = try unwrap(Vector.all("backup/backup-v1.txt").first)
    let text = try unwrap(vector.fields["contents"]?.split(separator: " ").first)
    let content = try Vector(fields: ["content": String(text)]).bytes("content")
    // The secret is the last part and may have any length, so shorter contents are items too.
    let secretSize = 10
    for length in 0..<content.count - secretSize {
      #expect(ItemVersion(decoding: SecretBytes(copying: Array(content[..<length]))) == nil)
    }
    var sound = 0
    for bit in 0..<(content.count - secretSize) * 8 {
      var changed = content
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      if let version = ItemVersion(decoding: SecretBytes(copying: changed)) {
        sound += 1
        #expect(version.encode().count >= 48)
      }
    }
    #expect(sound > 0)
  }
}
