// SPDX-License-Identifier: Apache-2.0
import CodeIdentity
import Glibc
import KeychainComposition
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// As which program a command looks at the store, and who looks at what it says.
enum PointOfView {
  /// Whether values of attributes are shown: to a person, or where they are asked for
  /// (spec/diagnostics.md 7.1).
  static func showsValues(_ options: OptionReader, _ terminal: Terminal) -> Bool {
    options.contains(.long("values"))
      || terminal.outputIsTerminal && !options.contains(.long("names"))
  }

  /// Whether a program is named to explain for: `--as`, `--app`, `LATCHKEY_EXPLAIN_AS`.
  static func isNamed(_ options: OptionReader) -> Bool {
    options.contains(.long("as")) || options.contains(.long("app"))
      || ProcessVariable.value(of: "LATCHKEY_EXPLAIN_AS")?.isEmpty == false
  }

  /// The program that is meant: `--as`, `--app`, `LATCHKEY_EXPLAIN_AS`, else `security` itself.
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

  /// A program by its identifier: as the store saw it last, which knows its groups; else with the
  /// group of its own alone.
  private static func named(_ identifier: String, _ store: StoreAccess) -> Caller {
    let bare = Caller(identifier: identifier, groups: [identifier], origin: .named)
    let service = try? store.serviceIfMade(as: bare)
    guard let last = (try? (service as? any Remembering)?.ownHistory())?.generations.last else {
      return bare
    }
    return remembered(identifier, last)
  }

  /// A program as the store saw it last.
  static func remembered(
    _ identifier: String, _ last: ApplicationHistory.Generation
  ) -> Caller {
    let file = last.executable.map { Caller.Origin.entitlementsFile(path: $0 + ".entitlements") }
    return Caller(
      identifier: identifier, groups: last.groups,
      origin: last.hasEntitlements ? file ?? .named : .adHoc, executable: last.executable,
      version: last.version)
  }

  /// Who a program is, were it started now from a file.
  ///
  /// - Parameter giver: what names the file, as it stands before the path.
  static func caller(
    of path: String, by giver: String, _ profile: Profile
  ) throws(Stop) -> Caller {
    guard let whole = unsafe realpath(path, nil) else {
      throw .usage(message: "\(giver)\(Wording.visible(path)): there is no such program")
    }
    defer { unsafe free(whole) }
    let executable = ExecutablePath(unsafe String(cString: whole))
    return EmbeddedIdentity(of: executable, in: profile).caller
  }
}
