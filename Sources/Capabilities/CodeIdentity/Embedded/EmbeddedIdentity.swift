// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
import SecureMemory

/// Who this process is while there is no daemon to ask (DESIGN section 5).
///
/// An entitlements file beside the executable or in its bundle, else ad hoc. Signatures count
/// only with a daemon: within one process nobody could enforce them.
package struct EmbeddedIdentity: Sendable {
  /// The caller; without any group, and refused every call, when the entitlements file is void.
  package let caller: Caller
  /// Why the entitlements file is void, and which file.
  package let flaw: Flaw?

  /// A void file and its reason.
  package struct Flaw: Hashable, Sendable {
    package let path: String
    package let error: EntitlementsError
  }

  /// Who the running program is, under the rules of a profile; its files are read once for each.
  package static func ofThisProcess(in profile: Profile) -> EmbeddedIdentity {
    known.withLock { (known: inout [Known]) -> EmbeddedIdentity in
      if let known = known.first(where: { $0.profile == profile }) { return known.identity }
      let executable = ExecutablePath.ofThisProcess()
      let identity =
        executable.map { EmbeddedIdentity(of: $0, in: profile) } ?? adHoc(executableName: "")
      known.append((profile, identity))
      return identity
    }
  }

  /// A list: a dictionary of a new type costs the first call of a process a tenth of a millisecond,
  /// in which the runtime looks through all conformances of the program.
  private static let known = Lock<[Known]>([])

  private typealias Known = (profile: Profile, identity: EmbeddedIdentity)

  /// Where the running program's entitlements file is, or the first place where it was looked for.
  package static func fileOfThisProcess(in profile: Profile) -> String? {
    let identity = ofThisProcess(in: profile)
    if case .entitlementsFile(let path) = identity.caller.origin { return path }
    return ExecutablePath.ofThisProcess().flatMap { candidates(for: $0).first }
  }

  /// Who a program is whose executable lies at a path.
  package init(of executable: ExecutablePath, in profile: Profile) {
    for path in Self.candidates(for: executable) {
      do {
        guard let entitlements = try EntitlementsFile.read(at: path) else { continue }
        self.init(entitlements, from: path, executable: executable, in: profile)
      } catch {
        self.init(flawed: Flaw(path: path, error: error), executable: executable)
      }
      return
    }
    self.init(
      adHoc: AdHocIdentity.identifier(executableName: executable.name), at: executable.path)
  }

  /// The caller for `security` itself: its own group, and as the owner at his own file every
  /// other group too.
  package static let tool = Caller(
    identifier: "com.apple.security", groups: ["com.apple.security"], seesAllGroups: true,
    origin: .tool)

  /// Where an entitlements file may lie, in the order of search.
  ///
  /// Beside the executable; then, for `App/Contents/Linux/NAME`, `App/Contents/NAME.entitlements`.
  package static func candidates(for executable: ExecutablePath) -> [String] {
    var paths = [executable.path + ".entitlements"]
    let folder = ExecutablePath(executable.directory)
    let contents = ExecutablePath(folder.directory)
    if folder.name == "Linux", contents.name == "Contents" {
      paths.append("\(contents.path)/\(executable.name).entitlements")
    }
    return paths
  }

  private init(
    _ entitlements: Entitlements, from path: String, executable: ExecutablePath,
    in profile: Profile
  ) {
    caller = Caller(
      identifier: entitlements.applicationIdentifier
        ?? AdHocIdentity.identifier(executableName: executable.name),
      groups: GroupComposition.groups(of: entitlements, in: profile),
      origin: .entitlementsFile(path: path), executable: executable.path,
      version: entitlements.version)
    flaw = nil
  }

  private init(flawed flaw: Flaw, executable: ExecutablePath) {
    caller = Caller(
      identifier: AdHocIdentity.identifier(executableName: executable.name), groups: [],
      origin: .entitlementsFile(path: flaw.path), executable: executable.path,
      refusal: KeychainError(flaw))
    self.flaw = flaw
  }

  private init(adHoc identifier: String, at path: String? = nil) {
    caller = Caller(
      identifier: identifier, groups: [identifier], origin: .adHoc, executable: path)
    flaw = nil
  }

  private static func adHoc(executableName: String) -> EmbeddedIdentity {
    EmbeddedIdentity(adHoc: AdHocIdentity.identifier(executableName: executableName))
  }
}

extension KeychainError {
  /// What every call of a program with a void entitlements file answers: -34018, with the file and
  /// what is wrong in it.
  package init(_ flaw: EmbeddedIdentity.Flaw) {
    self.init(
      .missingEntitlement, flaw.error.reason, context: .path(flaw.path),
      advice: "correct the file", cause: .invalidIdentity)
    if let key = flaw.error.key { self = about(key) }
  }
}
