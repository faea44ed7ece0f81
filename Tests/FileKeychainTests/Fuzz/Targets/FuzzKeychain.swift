// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import SecureMemory

/// Reads keychain files and their parts, changes each file that can be read, and reads it again.
///
/// The first byte of an input chooses: a whole file, changes of bytes of a sound file, an access
/// list, a property list, or a blob.
enum FuzzKeychain {
  private static let bases = [BlobVersion.plain, .partitioned].compactMap { version in
    try? SmallKeychain(version, items: 2, changed: version == .plain)
  }

  static func run(_ bytes: [UInt8]) {
    guard let mode = bytes.first else { return }
    let rest = Array(bytes.dropFirst())
    switch mode % 8 {
    case 0: file(rest, Int(mode >> 3))
    case 1, 2, 3: patched(rest, Int(mode >> 3))
    case 4, 5: access(rest)
    case 6: properties(rest)
    default: blobs(rest)
    }
  }

  /// - Parameter choice: chooses the change.
  private static func file(_ bytes: [UInt8], _ choice: Int) {
    guard let image = try? KeychainImage(decoding: bytes) else { return }
    let keychain = try? SmallKeychain.unlocked(image)
    let reading = WholeReading(image, keychain)
    precondition(reading.records >= 0)
    let check = KeychainCheck(image, keychain?.keys)
    precondition(check.findings.count <= KeychainCheck.mostFindings)
    guard let keys = bases.last?.keys, let database = try? image.database() else { return }
    // The change is of a writer that has the keys, whatever the blob says.
    let writer = keychain ?? UnlockedKeychain(image, database, keys)
    for bytes in WholeReading.changes(writer, kind: choice % WholeReading.kinds) {
      precondition((try? KeychainImage(decoding: bytes)) != nil, "a written file can be read")
    }
  }

  /// Changes bytes of a sound file: each change has a place of two bytes, and one byte to write,
  /// or a number of bytes to take out or to repeat.
  private static func patched(_ input: [UInt8], _ choice: Int) {
    guard let which = input.first, !bases.isEmpty else { return }
    var bytes = bases[Int(which) % bases.count].bytes
    for step in stride(from: 1, to: min(input.count - 3, 1 + 4 * 64), by: 4) {
      let place = (Int(input[step]) << 8 | Int(input[step + 1])) % bytes.count
      let value = input[step + 3]
      switch input[step + 2] % 4 {
      case 0, 1: bytes[place] = value
      case 2: bytes[place] ^= value
      default:
        let end = min(bytes.count, place + Int(value))
        bytes.replaceSubrange(place..<end, with: repeatElement(value, count: end - place))
      }
    }
    file(bytes, choice)
  }

  private static func access(_ bytes: [UInt8]) {
    guard let list = try? AccessList(decoding: bytes) else { return }
    let again = try? AccessList(decoding: list.encode())
    precondition(again?.encode() == list.encode(), "an access list is written as it was read")
    for entry in list.entries {
      _ = entry.subject.simple
      _ = entry.authorizes(.decrypt)
    }
    var changed = list
    changed.partitions = PartitionList(["apple:"])
    changed.integrity = [1, 2, 3]
    precondition(changed.partitions?.identifiers == ["apple:"])
    precondition((try? AccessList(decoding: changed.encode()))?.integrity == [1, 2, 3])
  }

  private static func properties(_ bytes: [UInt8]) {
    _ = PartitionList(decoding: bytes)
    guard let list = PropertyListValue(bytes) else { return }
    precondition(PropertyListValue(list.xml) == list, "a property list is written as it was read")
  }

  private static func blobs(_ bytes: [UInt8]) {
    guard let keys = bases.last?.keys else { return }
    if let blob = try? DatabaseBlob(decoding: bytes) {
      _ = try? blob.keys(master: SmallKeychain.master.get())
      precondition((try? DatabaseBlob(decoding: blob.encode())) != nil)
    }
    if let blob = try? KeyBlob(decoding: bytes) {
      _ = try? blob.key(under: keys)
      precondition((try? KeyBlob(decoding: blob.encode()))?.encode() == blob.encode())
    }
    if let blob = PasswordBlob(decoding: bytes) {
      _ = try? blob.secret(key: SecretBytes(copying: [UInt8](repeating: 3, count: 24)))
      precondition(blob.encode() == bytes)
    }
  }
}
