// SPDX-License-Identifier: Apache-2.0
package import FileKeychain
import Glibc
import KeychainExplaining
package import KeychainTypes
import SecureMemory

/// The facts about keychain files from which `doctor` makes its check 11
/// (Specification/diagnostics.md, "security doctor").
///
/// The examined program is the program that the user names, for example by `--as`, or `security`
/// itself.
package struct KeychainHealth: Sendable {
  /// One keychain file.
  package struct File: Sendable {
    /// The name by which commands accept the keychain.
    package let name: String
    package let path: String
    package let state: KeychainSurvey.State
    package var isListed = true
    package var isDefault = false
    /// The nine permission bits of the file; nil if the file is missing.
    package var mode: UInt32?
    /// The name of the other user who owns the file; nil if the user of this process owns it.
    package var otherOwner: String?
    /// The kind of file at the keychain's path.
    package var kind = KeychainSurvey.FileKind.ordinary
    /// The number of items that the program examined by `doctor` cannot use without a question to
    /// the user.
    package var closedItems = 0
    /// The damage that `check` finds in the file; empty if the file cannot be read at all.
    package var damage: [FileDamage] = []

    package init(_ name: String, at path: String, _ state: KeychainSurvey.State) {
      (self.name, self.path, self.state) = (name, path, state)
    }
  }

  package var files: [File] = []
  /// The names in the search list, without the names of keychains whose files are missing.
  ///
  /// `doctor` prints a command that sets the search list to these names.
  package var namesToKeep: [String] = []
  /// The error with which reading the lists of keychains failed; nil if they could be read.
  package var listFailure: KeychainError?
  /// The reason why a keychain that is unlocked now is unlocked within one process only.
  package var obstacle: KeySharingObstacle?
  /// True if a user can be asked for the password of a keychain.
  package var canAsk = false
  /// The identifier of the program examined by `doctor`.
  package var program = ""
  /// The option by which other commands examine this program too, with a blank before it; empty for
  /// `security` itself.
  package var viewpoint = ""
  /// True if the line of the check names every keychain, as with the option `--all`.
  package var showsAll = false
  /// The folders of keychains and lists whose mode keeps their owner from a change, or lets other
  /// users make one: their paths and permission bits.
  package var folders: [(path: String, mode: UInt32)] = []

  package init() {}

  /// Collects the facts about the keychain files of the user.
  ///
  /// - Parameter caller: The program whose access to the items is examined.
  init(_ invocation: Invocation, _ caller: Caller) {
    // If there is no place for a store, there is no place for keychain files. The check of the
    // store reports this.
    guard let keychains = try? invocation.placedKeychains() else { return }
    let survey = keychains.survey()
    folders = [keychains.places.folder, keychains.places.preferences].compactMap { folder in
      folder.flatMap(Self.wrong)
    }
    let client = KeychainClient(caller)
    (namesToKeep, listFailure) = (survey.namesToKeep, survey.listFailure)
    canAsk = keychains.surroundings.canAsk
    program = caller.identifier
    if caller.origin != .tool, let path = caller.executable {
      viewpoint = " --as \(Wording.shellWord(path))"
    }
    files = survey.entries.map { Self.file($0, client) }
    if !survey.present.isEmpty {
      obstacle = keychains.surroundings.holder.obstacle(toFurther: 1, startingAgent: false)
    }
  }

  /// Returns a folder with its permission bits, if they are wrong; nil if there is no folder.
  private static func wrong(_ folder: String) -> (path: String, mode: UInt32)? {
    var status = stat()
    guard unsafe stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    let mode = status.st_mode & 0o777
    return mode & 0o722 == 0o700 ? nil : (folder, mode)
  }

  private static func file(_ entry: KeychainSurvey.Entry, _ client: KeychainClient) -> File {
    var file = File(entry.name, at: entry.keychain.path, entry.state)
    (file.isListed, file.isDefault) = (entry.isListed, entry.isDefault)
    (file.mode, file.kind) = (entry.mode, entry.kind)
    if let owner = entry.owner, owner != geteuid() { file.otherOwner = StoreProbe.name(of: owner) }
    file.closedItems = closedItems(in: entry, client)
    file.damage = (try? entry.keychain.check())?.0.findings ?? []
    return file
  }

  /// The tables whose items are examined, each with the operation for which programs use its items.
  private static let operations: [(Relation, Authorization)] = [
    (.genericPasswords, .decrypt), (.internetPasswords, .decrypt), (.privateKeys, .sign),
  ]

  private static func closedItems(
    in entry: KeychainSurvey.Entry, _ client: KeychainClient
  ) -> Int {
    operations.reduce(0) { count, row in
      let items = (try? entry.keychain.items(in: row.0)) ?? []
      return count
        + items.count { item in
          guard (try? entry.keychain.verify(item)) != nil else { return false }
          let verdict = try? entry.keychain.verdict(on: item, row.1, for: client)
          return verdict.map { $0 != .allowed } ?? false
        }
    }
  }
}

extension KeychainHealth {
  /// The largest number of keychains that the line of the check names without `--all`.
  private static let named = 6

  static func check(_ facts: HealthFacts) -> HealthCheck {
    let health = facts.keychains
    let findings = health.findings
    guard !health.files.isEmpty else {
      return HealthCheck("keychains", "no keychain files", findings)
    }
    let names = health.files.prefix(health.showsAll ? .max : named).map(words)
    let more = health.files.count - names.count
    let rest = more > 0 ? "; \(more) more, which --all names" : ""
    return HealthCheck("keychains", names.joined(separator: ", ") + rest, findings)
  }

  private static func words(_ file: File) -> String {
    var words: [String] = []
    if file.isDefault { words.append("default") }
    if !file.isListed { words.append("not listed") }
    switch file.state {
    case _ where file.kind != .ordinary: words.append("unusable")
    case .unlocked: words.append("unlocked")
    case .locked: words.append("locked")
    case .missing: words.append("missing")
    case .unusable: words.append("unusable")
    }
    return "\(Wording.visible(file.name)) (\(words.joined(separator: ", ")))"
  }

  private var findings: [Finding] {
    var findings: [Finding] = []
    if let listFailure { findings.append(unreadable(listFailure)) }
    findings += folders.map { closed(folder: $0.path, $0.mode) }
    for file in files {
      guard file.kind == .ordinary else {
        findings.append(foreign(file))
        continue
      }
      switch file.state {
      case .missing: findings.append(missing(file))
      case .unusable(let error): findings.append(unusable(file, error))
      case .locked where file.isListed || file.isDefault: findings.append(locked(file))
      case .locked, .unlocked: break
      }
      findings += damaged(file) + permissions(file) + closed(file)
    }
    if let obstacle {
      let text = KeySharingText(obstacle)
      findings.append(
        text.fixing(
          Finding(
            .fileKeychainLocked.cause(cause: KeySharingText.capital(text.cause)), as: .warning)))
    }
    return findings
  }

  private func unreadable(_ error: KeychainError) -> Finding {
    var path = ""
    switch error.context {
    case .path(let name)?, .part(_, of: let name)?: path = name
    default: break
    }
    let finding = Finding(.damagedItems.lists(path: Wording.visible(path), reason: error.reason))
    guard error.code == .invalidKeychain else {
      return finding.fix(.advice(of: error) ?? .damagedItems.lookAtPath)
    }
    return finding.fix(
      .damagedItems.setListAnew,
      code: ["mv \(Wording.shellWord(path)) \(Wording.shellWord(path + ".old"))"])
  }

  /// The finding that the path of a keychain is a broken link, or leads to a directory, a device or
  /// the like.
  private func foreign(_ file: File) -> Finding {
    let finding = Finding(
      .damagedItems.foreign(
        keychain: Wording.visible(file.name), kind: Wording.visible(file.kind.words)))
    let path = Wording.shellWord(file.path)
    guard case .brokenLink = file.kind else {
      return finding.fix(
        .damagedItems.moveAside, code: ["mv \(path) \(Wording.shellWord(file.path + ".old"))"])
    }
    return finding.fix(.damagedItems.removeLink, code: ["rm \(path)"])
  }

  private func missing(_ file: File) -> Finding {
    let name = Wording.visible(file.name)
    guard !file.isDefault else {
      return Finding(
        .fileKeychainMissing.isDefault(keychain: name), as: .error
      ).fix(.fileKeychainMissing.chooseOther, code: ["security default-keychain -s login.keychain"])
    }
    return Finding(.fileKeychainMissing.listed(keychain: name)).fix(
      .fileKeychainMissing.takeMissing,
      code: SearchListCommand.setting(namesToKeep))
  }

  private func unusable(_ file: File, _ error: KeychainError) -> Finding {
    let place = if case .part(let part, _)? = error.context { "\(part)" } else { String?.none }
    let isAboutUse = [.invalidKeychain, .invalidDatabaseBlob].contains(error.code)
    return Finding(
      .damagedItems.unusable(
        keychain: Wording.visible(file.name), status: error.code.rawValue, place: place,
        reason: error.reason)
    ).fix(
      isAboutUse
        ? .damagedItems.bringFileBack(path: Wording.visible(file.path))
        : .advice(of: error) ?? .damagedItems.lookAtPath)
  }

  private func damaged(_ file: File) -> [Finding] {
    guard let first = file.damage.first else { return [] }
    return [
      Finding(
        .damagedItems.places(
          keychain: Wording.visible(file.name), n: file.damage.count, place: first.place,
          reason: first.reason)
      )
      .why(.damagedItems.sameDamage)
      .fix(
        .damagedItems.bringFileBackAndCheck(path: Wording.visible(file.path)),
        code: ["security check \(Wording.keychainWord(file.name))"])
    ]
  }

  private func locked(_ file: File) -> Finding {
    Finding(
      .fileKeychainLocked.needsPassword(keychain: Wording.visible(file.name), canAsk: canAsk),
      as: canAsk ? .info : .warning
    ).fix(
      .fileKeychainLocked.inShell,
      code: ["security unlock-keychain \(Wording.keychainWord(file.name))"])
  }

  private func permissions(_ file: File) -> [Finding] {
    let name = Wording.visible(file.name)
    if let owner = file.otherOwner {
      return [
        Finding(.storePermissions.owner(path: name, owner: Wording.visible(owner)), as: .warning)
          .fix(.storePermissions.makeKeychain)
      ]
    }
    guard let mode = file.mode, mode & 0o077 != 0 || mode & 0o600 != 0o600 else { return [] }
    let isOpen = mode & 0o077 != 0
    return [
      Finding(
        .storePermissions.keychain(keychain: name, isOpen: isOpen, mode: String(mode, radix: 8)),
        as: .warning
      ).changing(mode: "600", of: file.path)
    ]
  }

  private func closed(folder path: String, _ mode: UInt32) -> Finding {
    let isOpen = mode & 0o022 != 0
    return Finding(
      .storePermissions.folder(
        path: Wording.visible(path), isOpen: isOpen, mode: String(mode, radix: 8)),
      as: isOpen ? .danger : .warning
    ).changing(mode: "700", of: path)
  }

  private func closed(_ file: File) -> [Finding] {
    guard file.closedItems > 0, file.isListed || file.isDefault else { return [] }
    let count = file.closedItems
    return [
      Finding(
        .fileAclRefuses.items(
          n: count, keychain: Wording.visible(file.name), program: Wording.visible(program),
          canAsk: canAsk),
        as: canAsk ? .info : .warning
      )
      .fix(
        file.state.isLocked ? .fileAclRefuses.unlockAndSee : .fileAclRefuses.see,
        code: (file.state.isLocked
          ? ["security unlock-keychain \(Wording.keychainWord(file.name))"] : [])
          + ["security dump-items\(viewpoint) \(Wording.keychainWord(file.name))"])
    ]
  }

}

extension KeychainSurvey.State {
  /// True if the keychain can be read and is locked.
  fileprivate var isLocked: Bool {
    if case .locked = self { true } else { false }
  }
}
