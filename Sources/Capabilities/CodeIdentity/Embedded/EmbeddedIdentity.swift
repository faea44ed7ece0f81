// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
import SecureMemory

/// The identity of a program in embedded mode, where no daemon identifies callers
/// (Specification/design.md, "Embedded or daemon").
///
/// The identity comes from an entitlements file beside the executable or in its bundle. A program
/// without that file has an identity made from its name (`AdHocIdentity`). Signatures are not
/// verified: a library cannot enforce them against the program in whose process it runs.
package struct EmbeddedIdentity: Sendable {
  /// The program as a caller of the keychain, with its identifier and access groups.
  ///
  /// If the entitlements file has an error, the caller has no access group and every call is
  /// refused.
  package let caller: Caller
  /// The error in the program's entitlements file, which makes the whole file void.
  ///
  /// Nil if the file is valid or does not exist.
  package let flaw: Flaw?

  /// The path of a void entitlements file, and the error that makes the file void.
  package struct Flaw: Hashable, Sendable {
    package let path: String
    package let error: EntitlementsError
  }

  /// Returns the identity of the running program, with the access groups that `profile` gives it.
  ///
  /// The program's files are read once for each profile.
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

  /// The identities that `ofThisProcess` has returned, for each profile.
  ///
  /// The identities are a list, because a dictionary costs a tenth of a millisecond at the first
  /// call of a process. The Swift runtime searches all conformances of the program when a
  /// dictionary type is first used.
  private static let known = Lock<[Known]>([])

  private typealias Known = (profile: Profile, identity: EmbeddedIdentity)

  /// Returns the path of the running program's entitlements file.
  ///
  /// If the file does not exist, returns the path where it is looked for first. Nil if the path of
  /// the executable is unknown.
  package static func fileOfThisProcess(in profile: Profile) -> String? {
    let identity = ofThisProcess(in: profile)
    if case .entitlementsFile(let path) = identity.caller.origin { return path }
    return ExecutablePath.ofThisProcess().flatMap { candidates(for: $0).first }
  }

  /// Finds the identity of the program with this executable, from its entitlements file or its
  /// name.
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

  /// The identity of the command `security`, which may read and change the items of all access
  /// groups.
  ///
  /// The command may do that because the user who runs it owns the store's file
  /// (Specification/design.md, "Embedded or daemon"). New items of the command have the access
  /// group `com.apple.security`.
  package static let tool = Caller(
    identifier: "com.apple.security", groups: ["com.apple.security"], seesAllGroups: true,
    origin: .tool)

  /// Returns the paths at which an entitlements file is looked for, in order.
  ///
  /// The first path is beside the executable. For an executable `App/Contents/Linux/NAME`, the
  /// second path is `App/Contents/NAME.entitlements`.
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
  /// Makes the error that every call of a program throws if the program's entitlements file is
  /// void.
  ///
  /// The status is -34018. The error names the file and the reason.
  package init(_ flaw: EmbeddedIdentity.Flaw) {
    self.init(
      .missingEntitlement, flaw.error.reason, context: .path(flaw.path),
      advice: "correct the entitlements file", cause: .invalidIdentity)
    if let key = flaw.error.key { self = about(key) }
  }
}
