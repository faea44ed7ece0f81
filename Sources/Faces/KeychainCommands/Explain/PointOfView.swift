// SPDX-License-Identifier: Apache-2.0
import CodeIdentity
import Glibc
import KeychainComposition
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// Decides from whose point of view a command looks at the store: as `security` or as another
/// program.
///
/// `PointOfView` also decides whether the output shows values of attributes.
enum PointOfView {
  /// True if the output shows values of attributes, not only names (Specification/diagnostics.md,
  /// "Text of explanations").
  ///
  /// Values are shown if `--values` is given. Values are also shown if standard output is a
  /// terminal and `--names` is not given.
  static func showsValues(_ options: OptionReader, _ terminal: Terminal) -> Bool {
    options.contains(.long("values"))
      || terminal.outputIsTerminal && !options.contains(.long("names"))
  }

  /// True if the user has named a program by `--as`, `--app` or `LATCHKEY_EXPLAIN_AS`.
  static func isNamed(_ options: OptionReader) -> Bool {
    options.contains(.long("as")) || options.contains(.long("app"))
      || ProcessVariable.value(of: "LATCHKEY_EXPLAIN_AS")?.isEmpty == false
  }

  /// Returns the identity of the program that `--as`, `--app` or `LATCHKEY_EXPLAIN_AS` names.
  ///
  /// If the user has named no program, the result is the identity of `security` itself.
  static func caller(
    _ options: OptionReader, _ profile: Profile, _ store: StoreAccess
  ) throws(Stop) -> Caller {
    if let identifier = options.value(.long("app")) {
      return named(String(decoding: identifier, as: UTF8.self), store)
    }
    if let named = options.value(.long("as")) {
      return try caller(of: String(decoding: named, as: UTF8.self), by: "--as ", profile)
    }
    guard let path = ProcessVariable.value(of: "LATCHKEY_EXPLAIN_AS"), !path.isEmpty else {
      return SecurityCommand.caller
    }
    return try caller(of: path, by: "LATCHKEY_EXPLAIN_AS=", profile)
  }

  /// Returns the identity of the program with an identifier, as the store saw the program last.
  ///
  /// If the store does not remember the program, the identity has one access group, whose name is
  /// the identifier.
  private static func named(_ identifier: String, _ store: StoreAccess) -> Caller {
    let bare = Caller(identifier: identifier, groups: [identifier], origin: .named)
    let service = try? store.serviceIfMade(as: bare)
    guard let last = (try? (service as? any Remembering)?.ownHistory())?.generations.last else {
      return bare
    }
    return remembered(identifier, last)
  }

  /// Returns the identity of a program as an entry of its history describes it.
  ///
  /// - Parameter last: The last entry of the program's history.
  static func remembered(
    _ identifier: String, _ last: ApplicationHistory.Generation
  ) -> Caller {
    let file = last.executable.map { Caller.Origin.entitlementsFile(path: $0 + ".entitlements") }
    return Caller(
      identifier: identifier, groups: last.groups,
      origin: last.hasEntitlements ? file ?? .named : .adHoc, executable: last.executable,
      version: last.version)
  }

  /// Returns the identity that the program in a file would have if it were started now.
  ///
  /// - Parameter giver: The option or variable by which the user named the file, such as "--as ".
  ///   Messages show it in front of the path.
  static func caller(
    of path: String, by giver: String, _ profile: Profile
  ) throws(Stop) -> Caller {
    guard let whole = unsafe realpath(path, nil) else {
      throw .usage(message: "\(giver)\(Wording.visible(path)): there is no program at this path")
    }
    defer { unsafe free(whole) }
    let executable = ExecutablePath(unsafe String(cString: whole))
    return EmbeddedIdentity(of: executable, in: profile).caller
  }
}
