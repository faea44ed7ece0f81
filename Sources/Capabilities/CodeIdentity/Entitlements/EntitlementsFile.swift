// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import KeychainTypes

/// Reads entitlements files: property lists, XML or binary, as Apple's tools write them.
///
/// One wrong entitlement voids the whole file, with a reason: half a file would give a program
/// a default group that its author never meant.
package enum EntitlementsFile {
  /// Larger files are void: entitlements are a few lines, and whoever can write the file could
  /// otherwise make each start of the program slow.
  package static let sizeLimit = 64 * 1024

  /// Reads and decodes the file at a path.
  ///
  /// Returns nil when there is no such file, throws what makes an existing one void. Never waits:
  /// a pipe or device of that name is refused.
  package static func read(at path: String) throws(EntitlementsError) -> Entitlements? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .unreadable(errno: errno)
    }
    defer { close(file) }
    return try decode(try contents(of: file))
  }

  /// The text of a file that is a property list in XML; nil for any other, and for none.
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

  /// Elements within each other, as deep as an entitlement never is: a list in the dictionary.
  package static let depthLimit = 128

  /// Whether Foundation's parser takes bytes in proportion to their size, on a small stack too.
  package static func isBounded(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= sizeLimit else { return false }
    return isXML(bytes)
      ? XMLPropertyList.isBounded(bytes, depth: depthLimit)
      : BinaryPropertyList.isBounded(bytes, depth: depthLimit)
  }

  /// The bytes of a file that the parser may be given; nil for any other, and for none.
  package static func boundedBytes(at path: String) -> [UInt8]? {
    guard let bytes = bytes(at: path), isBounded(bytes) else { return nil }
    return bytes
  }

  /// Old-style property lists are not accepted; the parser would take them, so it is looked first.
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
    // One byte more than may be: a file that grows meanwhile is noticed.
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

/// Turns a decoded property list into `Entitlements`; the rules of spec code-identity 4.1 that
/// hold without a signature.
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

  /// Whatever is no text says nothing.
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

/// The entitlements that we read.
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

/// What an entitlements file holds, as far as anybody looks at it: two levels deep.
///
/// Decoded by `FoundationEssentials`: the whole of Foundation would bring its tables of languages
/// into every static program, two thirds of its size and two milliseconds of each start.
private enum PropertyListValue: Decodable {
  case text(String)
  case flag(Bool)
  /// Elements that are no text are nil.
  case list([String?])
  /// Numbers, dates, data, dictionaries: no entitlement that we read has one of them.
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

  /// Anything, not looked into: deep nesting costs nothing.
  private struct Skipped: Decodable {
    init(from decoder: any Decoder) throws {}
  }
}

/// The outermost value of a property list.
private struct PropertyListFile: Decodable {
  /// nil when it is no dictionary.
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
