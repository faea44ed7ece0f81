// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// Where the store of this process is (DESIGN section 5).
package struct StoreLocation: Hashable, Sendable {
  /// The store directory, an absolute path.
  package let directory: String
  /// The directory that must be there before the store is made: a home directory, or that of all
  /// data of the user; nil where a variable names the store itself.
  ///
  /// Nothing is made above it.
  package let home: String?

  package init(directory: String) {
    self.directory = directory
    home = nil
  }

  /// What the decision needs from the process; given, so that tests can give their own.
  package struct Surroundings: Sendable {
    /// The value of an environment variable; nil when it is not set.
    package var variable: @Sendable (String) -> String?
    /// The home directory of the passwd entry; nil without an entry.
    package var passwdHome: @Sendable () -> String?
    /// A variable that would name another place, is not believed, and was set all the same by who
    /// gave the program its rights, as a service manager does.
    package var dropped: String?
    /// Whether the program runs with other rights than its caller: then variables do not count.
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

    /// The value of a variable that is set and may be believed.
    package func believedVariable(_ name: String) -> String? {
      guard !isSetID, let value = variable(name), !value.isEmpty else { return nil }
      return value
    }
  }

  /// `$LATCHKEY_HOME`, else `$XDG_DATA_HOME/latchkey`, else `.local/share/latchkey` in HOME or in
  /// the passwd entry's home.
  ///
  /// - Throws: -25291 when there is no home at all, or a variable names no absolute path or is no
  ///   UTF-8.
  package init(_ surroundings: Surroundings) throws(KeychainError) {
    (directory, home) = try Self.directory(surroundings)
    // Bytes that are no UTF-8 arrive here replaced, and would name another place.
    guard !directory.unicodeScalars.contains("\u{FFFD}") else {
      throw KeychainError(
        .notAvailable, "the path of the store is no text in UTF-8", context: .path(directory),
        advice: "set LATCHKEY_HOME to a path in UTF-8")
    }
  }

  private static func directory(
    _ surroundings: Surroundings
  ) throws(KeychainError) -> (String, home: String?) {
    // Another store, without a word, would be worse than none.
    guard surroundings.dropped == nil else {
      throw KeychainError(
        .notAvailable,
        "the program has rights with which variables that name its store are not believed",
        advice: "take LATCHKEY_HOME and XDG_DATA_HOME away, or the program's capabilities")
    }
    let variable = surroundings.believedVariable
    if let home = variable("LATCHKEY_HOME") {
      guard home.hasPrefix("/") else {
        throw KeychainError(
          .notAvailable, "LATCHKEY_HOME is no absolute path", context: .path(home),
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

  /// A path without the slashes at its end.
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
