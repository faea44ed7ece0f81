// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The location of the store of this process (Specification/design.md, "Embedded or daemon").
package struct StoreLocation: Hashable, Sendable {
  /// The absolute path of the store's directory.
  package let directory: String
  /// The directory that must already exist when a new store is made.
  ///
  /// The directory is a home directory or, if `$XDG_DATA_HOME` is outside the home directory, the
  /// parent of `$XDG_DATA_HOME`. No directory is created above it. Nil if `LATCHKEY_HOME` names the
  /// store's directory itself.
  package let home: String?

  package init(directory: String) {
    self.directory = directory
    home = nil
  }

  /// The facts about the process that decide the location of its store.
  ///
  /// Tests supply their own facts.
  package struct Surroundings: Sendable {
    /// Returns the value of an environment variable, or nil if the variable is not set.
    package var variable: @Sendable (String) -> String?
    /// Returns the home directory in the user's passwd entry, or nil if the user has no passwd
    /// entry.
    package var passwdHome: @Sendable () -> String?
    /// The name of an environment variable that would change the location of the store, but that
    /// must not be trusted.
    ///
    /// A variable is not trusted if the program has rights that its caller lacks, such as
    /// capabilities. The caller may then have set the variable to misuse these rights. Nil if no
    /// untrusted variable is set.
    package var dropped: String?
    /// True if the program has more or other rights than the user who started it, as a set-user-ID
    /// program has.
    ///
    /// Environment variables are then ignored.
    package var isSetID: Bool

    package init(
      variable: @escaping @Sendable (String) -> String?,
      passwdHome: @escaping @Sendable () -> String?, dropped: String? = nil,
      isSetID: Bool = false
    ) {
      self.dropped = dropped
      self.variable = variable
      self.passwdHome = passwdHome
      self.isSetID = isSetID
    }

    /// Returns the value of an environment variable that may be trusted.
    ///
    /// Nil if the variable is not set or is empty, or if `isSetID` is true.
    package func believedVariable(_ name: String) -> String? {
      guard !isSetID, let value = variable(name), !value.isEmpty else { return nil }
      return value
    }
  }

  /// Finds the store's directory from environment variables and the passwd entry.
  ///
  /// The first path that is set is used: `$LATCHKEY_HOME`, then `$XDG_DATA_HOME/latchkey`, then
  /// `.local/share/latchkey` in the home directory. The home directory is HOME or, if HOME is not
  /// set, the directory in the passwd entry. A relative path in XDG_DATA_HOME is ignored.
  ///
  /// - Throws: -25291 if there is no home directory, or if LATCHKEY_HOME or the home directory is
  ///   not an absolute path. Also -25291 if an untrusted variable would move the store, or if the
  ///   path is not UTF-8.
  package init(_ surroundings: Surroundings) throws(KeychainError) {
    (directory, home) = try Self.directory(surroundings)
    // Bytes that are not UTF-8 were replaced before, and would name another place.
    guard !directory.unicodeScalars.contains("\u{FFFD}") else {
      throw KeychainError(
        .notAvailable, "the path of the store is not UTF-8", context: .path(directory),
        advice: "set LATCHKEY_HOME to a path in UTF-8")
    }
  }

  private static func directory(
    _ surroundings: Surroundings
  ) throws(KeychainError) -> (String, home: String?) {
    // Using another store silently would be worse than failing.
    guard surroundings.dropped == nil else {
      throw KeychainError(
        .notAvailable,
        "the program has special rights, so variables may not name its store",
        advice: "unset LATCHKEY_HOME and XDG_DATA_HOME, or remove the program's capabilities")
    }
    let variable = surroundings.believedVariable
    if let home = variable("LATCHKEY_HOME") {
      guard home.hasPrefix("/") else {
        throw KeychainError(
          .notAvailable, "LATCHKEY_HOME is not an absolute path", context: .path(home),
          advice: "set it to a path that begins with /")
      }
      return (home, nil)
    }
    let home = (variable("HOME") ?? surroundings.passwdHome()).map(Self.withoutEnd)
    // The XDG base directory specification asks to ignore relative paths.
    if let base = variable("XDG_DATA_HOME"), base.hasPrefix("/") {
      let isInHome = home.map { base.hasPrefix($0 == "/" ? $0 : $0 + "/") } ?? false
      return (base + "/latchkey", isInHome ? home : Self.parent(of: base))
    }
    guard let home, home.hasPrefix("/") else {
      throw KeychainError(
        .notAvailable, "there is no home directory to keep a store in",
        advice: "set LATCHKEY_HOME or HOME to an absolute path")
    }
    return ((home == "/" ? "" : home) + "/.local/share/latchkey", home)
  }

  /// Returns a path without the slashes at its end.
  private static func withoutEnd(_ path: String) -> String {
    var path = path
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  private static func parent(of path: String) -> String {
    let path = withoutEnd(path)
    let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    return parent.isEmpty ? "/" : parent
  }
}
