// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// Reads the file `keybag`: the bytes as given, with a corrected checksum, and with a valid code.
enum FuzzKeybag {
  private static let header = 88
  private static let store = [UInt8](repeating: 7, count: 16)

  /// The values that Documentation/Formats/keybag.md derives from a test device key for `store`.
  private struct Authority {
    let device: SecretBytes
    let check: [UInt8]
    let code: HMACSHA256

    init() throws {
      device = SecretBytes(copying: [UInt8](repeating: 9, count: 32))
      let unlock = try KeyDerivation.hkdf(
        key: device, salt: FuzzKeybag.store, info: Array("latchkey 1 unlock key".utf8), count: 32)
      let key = try KeyDerivation.hkdf(
        key: unlock, salt: [], info: Array("latchkey 1 keybag code".utf8), count: 32)
      let check = try KeyDerivation.hkdf(
        key: unlock, salt: [], info: Array("latchkey 1 key check".utf8), count: 32)
      code = try HMACSHA256(key: key)
      self.check = check.withBytes { bytes in (0..<16).map { bytes[$0] } }
    }
  }

  private static let authority = Result { try Authority() }

  static func run(_ bytes: [UInt8]) {
    var input = FuzzBytes(bytes)
    let mode = input.byte()
    let content = Array(input.rest)
    switch mode % 3 {
    case 0: read(content)
    case 1: read(summed(content) + [UInt8](repeating: 0, count: 32))
    default:
      // Authenticated content: only an owner of the device key, or a newer version, writes it.
      guard content.count >= header, let authority = try? authority.get() else { return }
      var head = content
      head.replaceSubrange(16..<32, with: store)
      head.replaceSubrange(72..<88, with: authority.check)
      head = summed(head)
      guard let code = try? authority.code.code(head.span) else { return }
      read(head + code.bytes)
    }
  }

  private static func summed(_ content: [UInt8]) -> [UInt8] {
    guard let sum = try? Hash.sha256(content.span) else { return content }
    return content + sum.bytes.prefix(16)
  }

  private static func read(_ bytes: [UInt8]) {
    guard let locked = try? LockedKeybag(decoding: bytes), let authority = try? authority.get(),
      let key = Key<KeyRole.Device>(bytes: authority.device),
      let keybag = try? locked.unlock(with: key, randomness: FuzzRandomness())
    else { return }
    for protection in Protection.allCases { _ = keybag.availability(of: protection) }
    let written = try? keybag.encode()
    precondition(written != nil, "a keybag that was opened can be written")
  }
}
