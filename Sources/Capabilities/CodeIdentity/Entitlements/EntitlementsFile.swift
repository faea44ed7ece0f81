// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import KeychainTypes

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
    guard isBounded(bytes) else { throw .notAPropertyList }
    let file: PropertyListFile
    do {
      file = try PropertyListDecoder().decode(PropertyListFile.self, from: Data(bytes))
    } catch {
      throw .notAPropertyList
    }
    guard let entries = file.entries else { throw .notADictionary }
    return try EntitlementsReader(entries: entries).entitlements()
  }

  /// The largest number of containers that may be nested in an entitlements file.
  ///
  /// A valid file needs far less: its lists are directly in the outermost dictionary.
  package static let depthLimit = 128

  /// True if Foundation's parser can read the bytes safely.
  ///
  /// The parser then needs time in proportion to the size, and does not overflow a small stack.
  package static func isBounded(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= sizeLimit else { return false }
    return isXML(bytes)
      ? XMLPropertyList.isBounded(bytes, depth: depthLimit)
      : BinaryPropertyList.isBounded(bytes, depth: depthLimit)
  }

  /// Returns the bytes of a property list file, if Foundation's parser can read them safely.
  ///
  /// Nil if the file does not exist, cannot be read, or is not safe to parse.
  package static func boundedBytes(at path: String) -> [UInt8]? {
    guard let bytes = bytes(at: path), isBounded(bytes) else { return nil }
    return bytes
  }

  /// True if the bytes begin like an XML file.
  ///
  /// Old-style property lists are not accepted. Foundation's parser would accept them, so the
  /// format is checked before.
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
    guard case .text(let version)? = entries[EntitlementKey.shortVersion] else { return nil }
    return version
  }

  private func name(_ key: String) throws(EntitlementsError) -> String? {
    guard let value = entries[key] else { return nil }
    guard case .text(let name) = value else { throw .wrongType(key: key) }
    return try checked(name, of: key)
  }

  private func names(_ key: String) throws(EntitlementsError) -> [String] {
    guard let value = entries[key] else { return [] }
    guard case .list(let list) = value else { throw .wrongType(key: key) }
    var names: [String] = []
    for element in list {
      guard let name = element else { throw .wrongType(key: key) }
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
    guard case .flag(let flag) = value else { throw .wrongType(key: key) }
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

/// The value of an entitlement: a text, a Boolean, a list of texts, or any other value.
///
/// The value is decoded by `FoundationEssentials`. The whole of Foundation would bring its language
/// tables into every static program. The tables would be two thirds of the program's size, and cost
/// two milliseconds of each start.
private enum PropertyListValue: Decodable {
  case text(String)
  case flag(Bool)
  /// A list of texts; nil in place of each element that is not a text.
  case list([String?])
  /// A number, date, data or dictionary: no entitlement that Latchkey reads may have these types.
  case other

  init(from decoder: any Decoder) throws {
    let single = try decoder.singleValueContainer()
    if let text = try? single.decode(String.self) {
      self = .text(text)
    } else if let flag = try? single.decode(Bool.self) {
      self = .flag(flag)
    } else if var elements = try? decoder.unkeyedContainer() {
      var list: [String?] = []
      while !elements.isAtEnd {
        let text = try? elements.decode(String.self)
        if text == nil { _ = try elements.decode(Skipped.self) }
        list.append(text)
      }
      self = .list(list)
    } else {
      self = .other
    }
  }

  /// An element of a list that is not a text.
  ///
  /// Its content is not decoded, so that deep nesting costs nothing.
  private struct Skipped: Decodable {
    init(from decoder: any Decoder) throws {}
  }
}

/// The decoded property list of an entitlements file.
private struct PropertyListFile: Decodable {
  /// The entries of the outermost dictionary.
  ///
  /// Nil if the outermost value is not a dictionary.
  let entries: [String: PropertyListValue]?

  init(from decoder: any Decoder) throws {
    guard let container = try? decoder.container(keyedBy: Key.self) else {
      entries = nil
      return
    }
    var found: [String: PropertyListValue] = [:]
    for key in container.allKeys {
      found[key.stringValue] = try container.decode(PropertyListValue.self, forKey: key)
    }
    entries = found
  }

  private struct Key: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
