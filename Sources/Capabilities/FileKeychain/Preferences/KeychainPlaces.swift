// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes
import UserFiles

/// The places of keychain files and of the preferences that name them
/// (Specification/file-keychain.md, "Path, naming, version rules").
package struct KeychainPlaces: Sendable {
  /// The user's folder of keychains, in place of `~/Library/Keychains` of Apple's systems.
  ///
  /// Nil if the process has no home (`absence`).
  package let folder: String?
  /// The folder of the user's preferences, in place of `~/Library/Preferences`; nil without a home.
  package let preferences: String?
  /// The folder of the preferences of the machine, in place of `/Library/Preferences`.
  package let systemPreferences: String
  /// The user's home directory; nil if the process has no home.
  package let home: String?
  /// The paths that mean the store (`store.db`) and no keychain file: its directory, its database
  /// file.
  package let store: [String]
  /// The names of the files in the store's directory that belong to the store.
  private let storeNames: [String]
  /// The reason why the process has no home, and so no folder of keychains and no search list.
  ///
  /// Keychain files with absolute paths can be used nevertheless. Nil if the process has a home.
  package let absence: KeychainError?

  package init(
    folder: String, preferences: String, systemPreferences: String = "/etc/latchkey",
    home: String?, store: [String], storeNames: [String] = []
  ) {
    (self.folder, self.preferences, self.home) = (folder, preferences, home)
    (self.systemPreferences, self.store) = (systemPreferences, store)
    (self.storeNames, absence) = (storeNames, nil)
  }

  /// Makes the places of keychain files beside a store, in its directory.
  ///
  /// - Parameters:
  ///   - directory: the store's directory.
  ///   - database: the path of the store's database.
  ///   - names: the names of the store's files, which no new keychain may have.
  package init(beside directory: String, database: String, names: [String], home: String?) {
    self.init(
      folder: directory + "/keychains", preferences: directory + "/preferences", home: home,
      store: [directory, database], storeNames: names)
  }

  /// Makes the places of a process without a home.
  ///
  /// - Parameter absence: the reason, which calls throw that need the home.
  package init(absence: KeychainError, systemPreferences: String = "/etc/latchkey") {
    (folder, preferences, home, store, storeNames) = (nil, nil, nil, [], [])
    (self.systemPreferences, self.absence) = (systemPreferences, absence)
  }

  /// The target of a keychain's name: the store, the distribution's certificates, or a keychain
  /// file.
  package enum Target: Hashable, Sendable {
    /// The user's store (`store.db`).
    ///
    /// The name `login.keychain` means the store until a user makes a keychain file of that name.
    case store
    /// The certificates of the authorities that the Linux distribution trusts, read-only.
    case authorities(path: String)
    /// A keychain file, which need not exist.
    case file(path: String)
  }

  /// The path of Apple's system keychain, which is in the search list of every user.
  ///
  /// In this library, the path means the certificates that the Linux distribution trusts.
  static let ofSystem = "/Library/Keychains/System.keychain"
  /// Two paths on Apple's systems that stand for the Linux distribution's trusted certificates
  /// here.
  private static let authorities = [
    ofSystem, "/System/Library/Keychains/SystemRootCertificates.keychain",
  ]
  private static let applesFolder = "/Library/Keychains/"
  private static let suffix = "-db"
  private static let login = "login.keychain"

  /// Returns the keychain that a name means.
  ///
  /// - Parameter isCreating: true if the caller will create a file. The name `login.keychain` then
  ///   means a file, and not the store.
  package func target(of name: String, creating isCreating: Bool = false) -> Target {
    let path = absolute(name)
    // Without a home, a relative name means no file. The store's error then says why.
    guard folder != nil || path.hasPrefix("/") else { return .store }
    if Self.authorities.contains(path) { return .authorities(path: path) }
    if store.contains(path) || store.contains(Self.resolved(path)) { return .store }
    let file = munged(path, isCreating)
    if !isCreating, Self.withoutSuffix(file) == loginPath, !Self.exists(file) {
      return .store
    }
    return .file(path: Self.resolved(file))
  }

  /// Returns the absolute path that a name means.
  ///
  /// A name without "/" at its beginning is in the user's folder of keychains. A path in the user's
  /// `~/Library/Keychains` means the path in `folder`. Without a home, the name stays as it is.
  package func absolute(_ name: String) -> String {
    guard let folder else { return name }
    guard name.hasPrefix("/") else { return folder + "/" + name }
    if let home, home != "/", name.hasPrefix(home + Self.applesFolder) {
      return folder + "/" + name.dropFirst(home.count + Self.applesFolder.count)
    }
    return name
  }

  /// Returns true if a path is in a user's folder of keychains.
  ///
  /// New keychain files in these folders have version 0x200 and a name that ends in `-db`.
  package func isHome(_ path: String) -> Bool {
    if relative(path) != nil { return true }
    return path.contains("/Library/Keychains") && !path.hasPrefix("/Library/Keychains")
      && !path.hasPrefix("/System/Library/Keychains")
  }

  package func version(of path: String) -> BlobVersion { isHome(path) ? .partitioned : .plain }

  /// Returns the path of the file that has the content of a keychain
  /// (Specification/keychain-file-format.md, "Naming and version policy").
  ///
  /// In a user's folder, `-db` is added to the path. If only a file without this suffix exists, the
  /// path stays, unless the caller will create a file.
  private func munged(_ path: String, _ isCreating: Bool) -> String {
    guard isHome(path), !path.hasSuffix(Self.suffix) else { return path }
    let long = path + Self.suffix
    return Self.exists(long) || isCreating || !Self.exists(path) ? long : path
  }

  /// Returns the path of a keychain in the form that preference files store.
  ///
  /// In this form, `~` stands for the home directory. The path of a keychain in a user's folder is
  /// without `-db`.
  ///
  /// - Parameter isShared: true for a list that all users read. Each of them would take `~` for the
  ///   own home, so the path stays absolute.
  package func storedName(of path: String, shared isShared: Bool = false) -> String {
    let path = isHome(path) ? Self.withoutSuffix(path) : path
    return isShared ? path : homePath(of: path)
  }

  /// Returns the shortest name by which the commands of `security` accept a keychain.
  ///
  /// For a keychain in the user's folder, this is the file's name without `-db`; otherwise it is
  /// the path.
  package func commandName(of path: String) -> String {
    relative(path).map { Self.withoutSuffix(String($0)) } ?? path
  }

  /// Returns a path with `~` in place of the home directory.
  package func homePath(of name: String) -> String {
    if let inFolder = relative(name) { return "~" + Self.applesFolder + inFolder }
    guard let home, home != "/", name.hasPrefix(home + "/") else { return name }
    return "~" + name.dropFirst(home.count)
  }

  /// Returns the absolute path of a keychain that a preference file names.
  package func path(ofStored name: String) -> String {
    guard name.hasPrefix("~/") else { return absolute(name) }
    if let folder, name.hasPrefix("~" + Self.applesFolder) {
      return folder + "/" + name.dropFirst(1 + Self.applesFolder.count)
    }
    return home.map { $0 + name.dropFirst() } ?? name
  }

  /// The path of the login keychain, without the suffix `-db`; its name if there is no home.
  package var loginPath: String { folder.map { $0 + "/" + Self.login } ?? Self.login }

  /// The path by which programs know the store: the path of its database file.
  package var storePath: String { store.last ?? loginPath }

  /// Throws -25296 if a new keychain file at a path would have the name of a file of the store.
  func requireOwnName(_ path: String) throws(KeychainError) {
    let name = WholeFile.name(of: path)
    guard storeNames.contains(name) || storeNames.contains(Self.withoutSuffix(name)),
      let directory = store.first,
      Self.resolved(WholeFile.directory(of: path)) == Self.resolved(directory)
    else { return }
    throw .taken("a file of the embedded store has this name", path)
  }

  /// The most symbolic links that are followed one after the other, as in the kernel.
  private static let mostLinks = 40

  /// Returns the symbolic links by which a name leads to its keychain file, the first link first.
  ///
  /// Only links in place of files count, and not links in place of directories above them.
  func links(from name: String) -> [String] {
    var links: [String] = []
    var path = munged(absolute(name), false)
    while links.count < Self.mostLinks, let target = Self.target(ofLink: path) {
      links.append(path)
      path = target.hasPrefix("/") ? target : WholeFile.directory(of: path) + "/" + target
    }
    return links
  }

  /// Returns the content of a symbolic link; nil if the path leads to no link.
  private static func target(ofLink path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe bytes.withUnsafeMutableBufferPointer { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
        unsafe bytes.baseAddress.map { unsafe readlink(path, $0, bytes.count) } ?? -1
      }
    }
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }

  private static func withoutSuffix(_ path: String) -> String {
    path.hasSuffix(suffix) ? String(path.dropLast(suffix.count)) : path
  }

  /// Returns the part of a path after the user's folder; nil if the path is not in the folder.
  ///
  /// The folder's path can have symbolic links. Paths that begin with the resolved path count too.
  private func relative(_ path: String) -> Substring? {
    guard let folder else { return nil }
    for start in [folder, Self.resolved(folder)] where path.hasPrefix(start + "/") {
      return path.dropFirst(start.count + 1)
    }
    return nil
  }

  private static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Returns the path without symbolic links.
  ///
  /// If no file has the path, the links of the nearest directory above it that exists are resolved.
  /// So a file has one path before and after it is made, also if directories are made for it.
  private static func resolved(_ path: String) -> String {
    if let real = real(path) { return real }
    let slash = UInt8(ascii: "/")
    // Every command comes here, so bytes are used: functions of characters would cost much.
    let bytes = Array(path.utf8)
    guard bytes.first == slash else { return path }
    var end = bytes.count
    while let last = bytes[..<end].lastIndex(of: slash) {
      let parent = last == 0 ? "/" : String(decoding: bytes[..<last], as: UTF8.self)
      if let real = real(parent) { return joined(real, bytes[last...]) }
      end = last
    }
    return path
  }

  /// Returns the path of a file below an existing directory, without the names `.` and `..`.
  ///
  /// - Parameter rest: the names below the directory, each after a slash. The first name does not
  ///   exist, so the names can be joined without a look at symbolic links.
  private static func joined(_ directory: String, _ rest: ArraySlice<UInt8>) -> String {
    let slash = UInt8(ascii: "/")
    var path = directory == "/" ? [] : Array(directory.utf8)
    for name in rest.split(separator: slash) {
      switch name.count {
      case 1 where name.first == UInt8(ascii: "."): break
      case 2 where name.allSatisfy({ $0 == UInt8(ascii: ".") }):
        path.removeSubrange((path.lastIndex(of: slash) ?? 0)...)
      default: path += [slash] + name
      }
    }
    return path.isEmpty ? "/" : String(decoding: path, as: UTF8.self)
  }

  private static func real(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }
}

/// Names that can mean no keychain. Every command and function refuses them, so that the unset
/// variable of a script chooses no keychain (Documentation/Decisions/keychain-names.md).
extension KeychainPlaces {
  /// Returns the name of a keychain that the given bytes contain.
  ///
  /// - Parameter needsHome: false if a relative name means a path below the current directory.
  /// - Throws: -50 for a name that can mean no keychain, `absence` for a relative name, if there is
  ///   no home.
  package func name(
    _ bytes: [UInt8], needsHome: Bool = true
  ) throws(KeychainError) -> String {
    guard let name = String(validating: bytes, as: UTF8.self) else {
      throw .parameter("the name of the keychain is not UTF-8")
    }
    try requireName(name, needsHome: needsHome)
    return name
  }

  /// Verifies that a name can mean a keychain.
  ///
  /// The path of the store's directory means the store also if it ends in a slash.
  ///
  /// - Throws: -50 for an empty name, for the name of a directory such as `.`, and for a name with
  ///   a zero byte. `absence` for a relative name, if there is no home.
  package func requireName(_ name: String, needsHome: Bool = true) throws(KeychainError) {
    guard !name.isEmpty else { throw .parameter("the name of the keychain is empty") }
    guard !name.utf8.contains(0) else {
      throw .parameter("the name of the keychain has a zero byte")
    }
    let slash = name.utf8.lastIndex(of: UInt8(ascii: "/"))
    let last = slash.map { name[name.utf8.index(after: $0)...] } ?? name[...]
    switch last {
    case "", ".", "..":
      if name.utf8.first == UInt8(ascii: "/"), target(of: name) == .store { return }
      throw .parameter("the name means a directory, and not a keychain", .path(name))
    case "-db": throw .parameter("the name of the keychain is only an ending", .path(name))
    default: break
    }
    if let absence, needsHome, name.utf8.first != UInt8(ascii: "/") { throw absence }
  }
}
