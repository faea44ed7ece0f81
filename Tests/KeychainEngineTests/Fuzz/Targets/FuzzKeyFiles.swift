// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// The small files of a store with a passcode, in memory.
///
/// They are made only once, because that takes long.
struct FuzzKeyFiles {
  private static let made = Result { try FuzzKeyFiles() }

  /// Returns the files of the shared store, with one file's content replaced.
  static func with(_ name: String, _ content: [UInt8]) -> (FuzzKeyFiles, KeybagFiles)? {
    guard let made = try? made.get() else { preconditionFailure("a store is to be had") }
    made.memory[name] = content
    return (made, made.files)
  }

  private let memory: FuzzFileSystem
  private let device: SecretBytes
  private let store: [UInt8]

  private var files: KeybagFiles { KeybagFiles(directory: "", files: memory) }

  private init() throws {
    memory = FuzzFileSystem()
    device = SecretBytes(copying: [UInt8](repeating: 9, count: 32))
    memory["device.key"] = [UInt8](repeating: 9, count: 32)
    let files = KeybagFiles(directory: "", files: memory)
    let randomness = FuzzRandomness()
    let keybag = try files.save(files.create(randomness: randomness).with(state: .complete))
    store = keybag.image.store.bytes
    _ = try files.setPasscode(
      Passcode(SecretBytes(copying: [0x31])),
      KeybagFiles.PasscodeChange(
        cost: PasscodeCost(PasscodeCost.limits.lowerBound), lastWrite: 0,
        limit: UnlockLimit(seconds: nil), randomness: randomness))
  }

  /// Returns the content with its code appended.
  ///
  /// Only an owner of the device key can make this code.
  func authenticated(_ content: [UInt8], _ info: String) -> [UInt8]? {
    func derived(_ key: SecretBytes, _ salt: [UInt8], _ info: String) throws -> SecretBytes {
      try KeyDerivation.hkdf(key: key, salt: salt, info: Array(info.utf8), count: 32)
    }
    let unlock = try? derived(device, store, "latchkey 1 unlock key")
    guard let unlock, let key = try? derived(unlock, [], info),
      let code = try? HMACSHA256(key: key).code(content.span)
    else { return nil }
    return content + code.bytes
  }

  /// Replaces the content of a file of the store.
  func put(_ name: String, _ content: [UInt8]) { memory[name] = content }

  func content(_ name: String) -> [UInt8] { memory[name] ?? [] }
}

/// Files that exist only in memory.
private final class FuzzFileSystem: FileSystem {
  private let content = Lock<[String: [UInt8]]>([:])
  let owner: UInt32 = 1

  subscript(name: String) -> [UInt8]? {
    get { content.withLock { $0["/" + name] } }
    set { content.withLock { $0["/" + name] = newValue } }
  }

  func read(_ path: String, limit: Int) throws(FileError) -> FileContent {
    guard let bytes = content.withLock({ $0[path] }) else { throw .absent }
    guard bytes.count <= limit else { throw .tooLarge }
    return FileContent(bytes: SecretBytes(copying: bytes), owner: owner, mode: 0o600)
  }

  func create(_ path: String, _ bytes: Span<UInt8>) throws(FileError) {
    let copy = bytes.indices.map { bytes[$0] }
    content.withLock { $0[path] = copy }
  }

  func rename(_ path: String, to target: String, replacing: Bool) throws(FileError) {
    content.withLock { $0[target] = $0.removeValue(forKey: path) }
  }

  func remove(_ path: String) throws(FileError) {
    guard content.withLock({ $0.removeValue(forKey: path) }) != nil else { throw .absent }
  }

  func synchronize(directory: String) throws(FileError) {}
}
