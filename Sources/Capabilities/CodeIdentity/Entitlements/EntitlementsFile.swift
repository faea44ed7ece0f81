// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes

/// Reads entitlements files, which are XML or binary property lists, as Apple's tools write them.
///
/// An error in a single entitlement makes the whole file void. If the other entitlements stayed
/// valid, a program could get a default group that its author never meant.
package enum EntitlementsFile {
  /// The largest size of an entitlements file in bytes.
  ///
  /// A larger file is void. Entitlements are a few lines, and anyone who can write the file could
  /// otherwise slow down each start of the program.
  package static let sizeLimit = 64 * 1024

  /// Reads and decodes the entitlements file at a path.
  ///
  /// Nil if the file does not exist. Never waits: a pipe or device at that path is refused.
  ///
  /// - Throws: the reason why an existing file is void.
  package static func read(at path: String) throws(EntitlementsError) -> Entitlements? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .unreadable(errno: errno)
    }
    defer { close(file) }
    return try decode(try contents(of: file))
  }

  /// Returns the text of an entitlements file, if the file is an XML property list.
  ///
  /// Nil if the file does not exist, cannot be read, is too large, or has another format.
  package static func text(at path: String) -> String? {
    guard let bytes = bytes(at: path), bytes.count <= sizeLimit, isXML(bytes) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func bytes(at path: String) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return try? contents(of: file)
  }

  /// Decodes the bytes of an entitlements file.
  ///
  /// - Throws: the reason why the file is void.
  package static func decode(_ bytes: [UInt8]) throws(EntitlementsError) -> Entitlements {
    guard bytes.count <= sizeLimit else { throw .tooLarge }
    guard let list = PropertyListValue(bytes) else { throw .notAPropertyList }
    guard let entries = list.dictionary else { throw .notADictionary }
    return try EntitlementsReader(entries: entries).entitlements()
  }

  /// Returns the property list in an entitlements file.
  ///
  /// Nil if the file does not exist, cannot be read, is too large, or is not a property list.
  package static func list(at path: String) -> PropertyListValue? {
    guard let bytes = bytes(at: path), bytes.count <= sizeLimit else { return nil }
    return PropertyListValue(bytes)
  }

  /// True if the bytes begin like an XML file.
  private static func isXML(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    let first = rest.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
    return first == UInt8(ascii: "<")
  }

  private static func contents(of file: Int32) throws(EntitlementsError) -> [UInt8] {
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw .unreadable(errno: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    guard status.st_size <= sizeLimit else { throw .tooLarge }
    // One byte more than allowed, to notice a file that grows meanwhile.
    var bytes = [UInt8](repeating: 0, count: sizeLimit + 1)
    var length = 0
    while length < bytes.count {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(
          file, buffer.baseAddress?.advanced(by: length), buffer.count - length)
      }
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        throw .unreadable(errno: errno)
      }
      length += count
    }
    return Array(bytes[..<length])
  }
}

/// Makes `Entitlements` from a decoded property list, and throws the first error in an entitlement.
///
/// The reader follows those rules of Specification/code-identity.md, "Composition of the list" that
/// do not need a signature.
private struct EntitlementsReader {
  let entries: [String: PropertyListValue]

  func entitlements() throws(EntitlementsError) -> Entitlements {
    let reserved = entries.keys.filter { $0.hasPrefix("com.apple.private.") }.min()
    if let reserved { throw .reserved(key: reserved) }
    return Entitlements(
      keychainAccessGroups: try names(EntitlementKey.keychainAccessGroups),
      associatedApplicationIdentifiers: try oneOrMoreNames(
        EntitlementKey.associatedApplicationIdentifier),
      applicationIdentifier: try applicationIdentifier(),
      applicationGroups: try names(EntitlementKey.applicationGroups),
      isAppClip: try flag(EntitlementKey.onDemandInstallCapable),
      version: version)
  }

  private func applicationIdentifier() throws(EntitlementsError) -> String? {
    let phone = try name(EntitlementKey.applicationIdentifier)
    let mac = try name(EntitlementKey.macApplicationIdentifier)
    if let phone, let mac, !phone.hasSameBytes(as: mac) { throw .conflictingIdentifiers }
    return phone ?? mac
  }

  /// The version of the program, from the key `CFBundleShortVersionString`.
  ///
  /// Nil if the value is missing or is not a text.
  private var version: String? {
    entries[EntitlementKey.shortVersion]?.text
  }

  private func name(_ key: String) throws(EntitlementsError) -> String? {
    guard let value = entries[key] else { return nil }
    guard let name = value.text else { throw .wrongType(key: key) }
    return try checked(name, of: key)
  }

  private func names(_ key: String) throws(EntitlementsError) -> [String] {
    guard let value = entries[key] else { return [] }
    guard let list = value.array else { throw .wrongType(key: key) }
    var names: [String] = []
    for element in list {
      guard let name = element.text else { throw .wrongType(key: key) }
      names.append(try checked(name, of: key))
    }
    return names
  }

  private func oneOrMoreNames(_ key: String) throws(EntitlementsError) -> [String] {
    if case .text(let single)? = entries[key] { return [try checked(single, of: key)] }
    return try names(key)
  }

  private func flag(_ key: String) throws(EntitlementsError) -> Bool {
    guard let value = entries[key] else { return false }
    guard case .truth(let flag) = value else { throw .wrongType(key: key) }
    return flag
  }

  private func checked(_ name: String, of key: String) throws(EntitlementsError) -> String {
    if name.isEmpty { throw .emptyName(key: key) }
    if name.utf8.contains(UInt8(ascii: "*")) { throw .wildcard(key: key) }
    return name
  }
}

/// The keys in an entitlements file that Latchkey reads.
private enum EntitlementKey {
  static let keychainAccessGroups = "keychain-access-groups"
  static let associatedApplicationIdentifier =
    "com.apple.developer.associated-application-identifier"
  static let applicationIdentifier = "application-identifier"
  static let macApplicationIdentifier = "com.apple.application-identifier"
  static let applicationGroups = "com.apple.security.application-groups"
  static let shortVersion = "CFBundleShortVersionString"
  static let onDemandInstallCapable = "com.apple.developer.on-demand-install-capable"
}
