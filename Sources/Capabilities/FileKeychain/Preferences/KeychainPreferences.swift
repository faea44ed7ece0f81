// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
import SecureMemory
import UserFiles

/// The contents of a preference file in Apple's format: the search list, the default and the login
/// keychain.
struct KeychainPreferences: Sendable {
  private static let guid = "{87191ca3-0fc9-11d4-849a-000502b52122}"
  private static let searchKey = "DLDBSearchList"
  private static let defaultKey = "DefaultKeychain"
  private static let loginKey = "LoginKeychain"
  /// Apple's number for modules that have keychains.
  ///
  /// A preference file has this number beside the name of each keychain.
  private static let subserviceType: Int64 = 6
  /// The size of the largest preference file that is read, in bytes.
  private static let largest = 1 << 20

  /// The names of the search list as the file has them; nil if the file has no search list.
  var search: [String]?
  var standard: String?
  var login: String?
  /// The file's pairs of key and value that are not about keychains; `write` keeps them.
  private var others: [String: PropertyListValue] = [:]

  init() {}

  /// Reads a preference file.
  ///
  /// Without a file, the preferences are empty.
  ///
  /// - Throws: `damaged` if the file is no property list.
  init(at path: String) throws(FileFailure) {
    guard let bytes = try Self.bytes(at: path) else { return }
    guard var pairs = PropertyListValue(bytes)?.dictionary else {
      throw .damaged(FileDamage("the preferences of keychains are no property list"))
    }
    search = pairs.removeValue(forKey: Self.searchKey).map(Self.names)
    standard = pairs.removeValue(forKey: Self.defaultKey).map(Self.names)?.first
    login = pairs.removeValue(forKey: Self.loginKey).map(Self.names)?.first
    others = pairs
  }

  /// Writes the preference file, whose directory must exist.
  ///
  /// If the preferences are empty, the file is removed.
  func write(to path: String, mode: mode_t = 0o644) throws(FileFailure) {
    var pairs = others
    let lists: [(String, [String]?)] = [
      (Self.searchKey, search), (Self.defaultKey, standard.map { [$0] }),
      (Self.loginKey, login.map { [$0] }),
    ]
    for (key, names) in lists {
      guard let names, !names.isEmpty else { continue }
      pairs[key] = .array(names.map(Self.entry))
    }
    guard !pairs.isEmpty else {
      guard unsafe unlink(path) == 0 || errno == ENOENT else { throw FileFailure(errno: errno) }
      return
    }
    let bytes = PropertyListValue.dictionary(pairs).xml
    let failure = unsafe bytes.withUnsafeBytes { bytes in
      unsafe WholeFile.write(bytes, to: path, replacing: true)
    }
    if let failure { throw FileFailure(errno: failure) }
    _ = unsafe chmod(path, mode)
  }

  private static func names(_ value: PropertyListValue) -> [String] {
    (value.array ?? []).compactMap { $0["DbName"]?.text }
  }

  private static func entry(_ name: String) -> PropertyListValue {
    .dictionary([
      "DbName": .text(name), "GUID": .text(guid), "SubserviceType": .integer(subserviceType),
    ])
  }

  private static func bytes(at path: String) throws(FileFailure) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw FileFailure(errno: errno)
    }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .notOrdinary
    }
    guard status.st_size <= largest else { throw .tooLarge }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeMutableBytes { bytes in
        unsafe read(file, bytes.baseAddress?.advanced(by: done), bytes.count - done)
      }
      guard count > 0 else { break }
      done += count
    }
    return Array(bytes.prefix(done))
  }

  /// Makes the directory of a preference file, and missing directories above it.
  ///
  /// - Parameter mode: the mode of new directories; every user reads the machine's preferences.
  static func makeDirectory(
    of path: String, mode: mode_t, _ calls: FileCalls
  ) throws(FileFailure) {
    let directory = WholeFile.directory(of: path)
    guard unsafe access(directory, F_OK) != 0 else { return }
    let above = WholeFile.directory(of: directory)
    if above != directory { try makeDirectory(of: directory, mode: mode, calls) }
    guard calls.makeDirectory(directory, mode: mode) == 0 else {
      guard errno == EEXIST else { throw FileFailure(errno: errno) }
      return
    }
    // A umask can take away rights.
    _ = unsafe chmod(directory, mode)
  }
}
