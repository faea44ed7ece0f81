// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Other password stores that a user could take, as far as they are installed.
final class Peers {
  /// The most items to fill them with: gnome-keyring keeps all in memory and rewrites its file at
  /// each store.
  static let mostItems = 10_000

  /// A command that prints one secret.
  struct Command {
    let name: String
    let title: String
    /// The environment of the command, or nil if it is not installed.
    let environment: [String]?
    let words: (Int) -> [String]
  }

  let keyring: Keyring?
  private let passDirectory: String?

  init(_ options: Options, _ scratch: Scratch) throws {
    if let client = options.keyringClient, Keyring.isInstalled(client) {
      try scratch.remove("keyring")
      keyring = try Keyring(client: client, home: scratch.path + "/keyring")
    } else {
      keyring = nil
    }
    passDirectory = options.passDirectory.flatMap { $0.isEmpty ? nil : $0 }
  }

  func close() { keyring?.close() }

  /// Fills each of the stores with this many items.
  func fill(_ items: Int) throws {
    try keyring?.fill(items)
    guard let passDirectory else { return }
    // `pass` has one file for each entry. All are encrypted to the same key, so links to one file
    // will do.
    for index in 0..<items {
      let folder = passDirectory + "/store/" + Names.service(index)
      mkdir(folder, 0o700)
      link(passDirectory + "/store/first.gpg", folder + "/" + Names.account(index) + ".gpg")
    }
  }

  var commands: [Command] {
    let bus = keyring?.environment.map { "\($0.key)=\($0.value)" }
    let secretTool = "/usr/bin/secret-tool"
    let hasTool = FileManager.default.isExecutableFile(atPath: secretTool)
    let pass = passDirectory.map {
      [
        "GNUPGHOME=\($0)/gnupg", "PASSWORD_STORE_DIR=\($0)/store", "PATH=/usr/bin:/bin",
        "HOME=\($0)",
      ]
    }
    return [
      Command(
        name: "secret-tool", title: "secret-tool lookup", environment: hasTool ? bus : nil,
        words: {
          [secretTool, "lookup", "service", Names.service($0), "account", Names.account($0)]
        }),
      Command(
        name: "pass", title: "pass show", environment: pass,
        words: { ["/usr/bin/pass", "show", Names.service($0) + "/" + Names.account($0)] }),
    ]
  }
}
