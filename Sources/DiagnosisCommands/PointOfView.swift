// SPDX-License-Identifier: Apache-2.0
import CodeIdentity
import Glibc
import KeychainCommands
import KeychainComposition
import KeychainTypes

/// As which program a command looks at the store, and who looks at what it says.
enum PointOfView {
  /// Whether values of attributes are shown: to a person, or where they are asked for
  /// (spec/diagnostics.md 7.1).
  static func showsValues(_ options: OptionReader, _ terminal: Terminal) -> Bool {
    options.contains(.long("values"))
      || terminal.outputIsTerminal && !options.contains(.long("names"))
  }

  /// The program that is meant: `--as`, `--app`, `LATCHKEY_EXPLAIN_AS`, else `security` itself.
  static func caller(_ options: OptionReader, _ profile: Profile) throws(Stop) -> Caller {
    if let identifier = options.value(.long("app")) {
      let name = String(decoding: identifier, as: UTF8.self)
      return Caller(identifier: name, groups: [name], origin: .simulated)
    }
    let named = options.value(.long("as")).map { String(decoding: $0, as: UTF8.self) }
    guard let path = named ?? ProcessVariable.value(of: "LATCHKEY_EXPLAIN_AS") else {
      return SecurityCommand.caller
    }
    return try caller(of: path, option: "--as", profile)
  }

  /// Who a program is, were it started now from a file.
  static func caller(
    of path: String, option: String, _ profile: Profile
  ) throws(Stop) -> Caller {
    guard let whole = unsafe realpath(path, nil) else {
      throw .usage(message: "\(option) \(path): there is no such program")
    }
    defer { unsafe free(whole) }
    let executable = ExecutablePath(unsafe String(cString: whole))
    return EmbeddedIdentity(of: executable, in: profile).caller
  }
}
