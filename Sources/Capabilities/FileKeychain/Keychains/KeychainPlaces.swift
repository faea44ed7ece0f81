// SPDX-License-Identifier: Apache-2.0
import Glibc
import UserFiles

/// The places of keychain files and of the preferences that name them
/// (Specification/file-keychain.md, "Path, naming, version rules").
package struct KeychainPlaces: Hashable, Sendable {
  /// The user's folder of keychains, in place of `~/Library/Keychains` of Apple's systems.
  package let folder: String
  /// The folder of the user's preferences, in place of `~/Library/Preferences`.
  package let preferences: String
  /// The folder of the preferences of the machine, in place of `/Library/Preferences`.
  package let systemPreferences: String
  /// The user's home directory; nil if the process has no home.
  package let home: String?
  /// The paths that mean the embedded store: its directory, then its database file.
  package let store: [String]

  package init(
    folder: String, preferences: String, systemPreferences: String = "/etc/latchkey",
    home: String?, store: [String]
  ) {
    (self.folder, self.preferences, self.home) = (folder, preferences, home)
    (self.systemPreferences, self.store) = (systemPreferences, store)
  }

  /// A keychain as a name leads to it.
  package enum Target: Hashable, Sendable {
    /// The embedded store, whose name is `login.keychain` until a user makes a file of that name.
    case store
    /// The certificates of authorities of the distribution, read-only.
    case authorities(path: String)
    /// A keychain file, which need not exist.
    case file(path: String)
  }

  /// The names of keychains of Apple's systems that mean the distribution's authorities.
  private static let authorities = [
    "/Library/Keychains/System.keychain",
    "/System/Library/Keychains/SystemRootCertificates.keychain",
  ]
  private static let applesFolder = "/Library/Keychains/"
  private static let suffix = "-db"
  private static let login = "login.keychain"

  /// Returns the keychain that a name means.
  ///
  /// - Parameter isCreating: true if the caller will create the file.
  package func target(of name: String, creating isCreating: Bool = false) -> Target {
    let path = absolute(name)
    if Self.authorities.contains(path) { return .authorities(path: path) }
    if store.contains(path) || store.contains(Self.resolved(path)) { return .store }
    let file = munged(path, isCreating)
    if !isCreating, Self.withoutSuffix(file) == folder + "/" + Self.login, !Self.exists(file) {
      return .store
    }
    return .file(path: Self.resolved(file))
  }

  /// Returns the absolute path that a name means, in the user's folder unless it begins with "/".
  ///
  /// The folder of Apple's systems in the user's home directory means the folder here.
  package func absolute(_ name: String) -> String {
    guard name.hasPrefix("/") else { return folder + "/" + name }
    if let home, home != "/", name.hasPrefix(home + Self.applesFolder) {
      return folder + "/" + name.dropFirst(home.count + Self.applesFolder.count)
    }
    return name
  }

  /// Returns true if a path is in a user's folder of keychains.
  ///
  /// New files there have version 0x200 and a name that ends in `-db`.
  package func isHome(_ path: String) -> Bool {
    if relative(path) != nil { return true }
    return path.contains("/Library/Keychains") && !path.hasPrefix("/Library/Keychains")
      && !path.hasPrefix("/System/Library/Keychains")
  }

  package func version(of path: String) -> BlobVersion { isHome(path) ? .partitioned : .plain }

  /// Returns the name of the file that stands for a path (Specification/keychain-file-format.md,
  /// "Naming and version policy").
  private func munged(_ path: String, _ isCreating: Bool) -> String {
    guard isHome(path), !path.hasSuffix(Self.suffix) else { return path }
    let long = path + Self.suffix
    return Self.exists(long) || isCreating || !Self.exists(path) ? long : path
  }

  /// Returns the name of a keychain as preferences store it: without `-db` for a keychain in a
  /// user's folder.
  package func storedName(of path: String) -> String {
    homePath(of: isHome(path) ? Self.withoutSuffix(path) : path)
  }

  /// Returns the shortest name by which commands accept a keychain: without the user's folder and
  /// without `-db`.
  package func commandName(of path: String) -> String {
    relative(path).map { Self.withoutSuffix(String($0)) } ?? path
  }

  /// Returns a path with `~` in place of the home directory.
  package func homePath(of name: String) -> String {
    if let inFolder = relative(name) { return "~" + Self.applesFolder + inFolder }
    guard let home, home != "/", name.hasPrefix(home + "/") else { return name }
    return "~" + name.dropFirst(home.count)
  }

  /// Returns the path that a name in preferences means.
  package func path(ofStored name: String) -> String {
    guard name.hasPrefix("~/") else { return absolute(name) }
    if name.hasPrefix("~" + Self.applesFolder) {
      return folder + "/" + name.dropFirst(1 + Self.applesFolder.count)
    }
    return (home ?? "") + name.dropFirst()
  }

  /// The name of the login keychain, without the suffix.
  package var loginPath: String { folder + "/" + Self.login }

  /// The path of the embedded store's database file, as programs see the path of its keychain.
  package var storePath: String { store.last ?? loginPath }

  private static func withoutSuffix(_ path: String) -> String {
    path.hasSuffix(suffix) ? String(path.dropLast(suffix.count)) : path
  }

  /// Returns the part of a path below the user's folder; nil if the path is not below it.
  ///
  /// A link can lead to the folder, so its path without links counts too.
  private func relative(_ path: String) -> Substring? {
    for start in [folder, Self.resolved(folder)] where path.hasPrefix(start + "/") {
      return path.dropFirst(start.count + 1)
    }
    return nil
  }

  private static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Returns the path without symbolic links.
  ///
  /// If no file has the path, the links of its directory are resolved, so that a file has one path
  /// before and after it is made. The result is the path as it is if there is no directory either.
  private static func resolved(_ path: String) -> String {
    if let real = real(path) { return real }
    let parent = WholeFile.directory(of: path)
    guard let directory = real(parent) else { return path }
    let name = String(path.dropFirst(parent == "/" ? 1 : parent.count + 1))
    return (directory == "/" ? "/" : directory + "/") + name
  }

  private static func real(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }
}
