// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes
import UserFiles

/// The keychain files of a user as they are now: which are listed, locked, missing or damaged.
///
/// The survey has the files of the search list, the default keychain, and every keychain in the
/// user's folder. Making a survey asks no question, unlocks nothing and changes no file.
package struct KeychainSurvey: Sendable {
  package enum State: Sendable {
    case unlocked
    case locked
    case missing
    /// The file exists, but cannot be read as a keychain.
    case unusable(KeychainError)
  }

  /// One keychain file in the survey, with its state.
  package struct Entry: Sendable {
    package let keychain: Keychain
    /// The name by which the commands of `security` accept the keychain.
    package let name: String
    package let state: State
    package let isListed: Bool
    package let isDefault: Bool
    /// The nine permission bits of the file; nil if the file is missing.
    package let mode: UInt32?
    /// The number of the user who owns the file; nil if the file is missing.
    package let owner: UInt32?
    /// The kind of file at the keychain's path.
    package let kind: FileKind
  }

  /// The kind of file at a path, after symbolic links are followed.
  package enum FileKind: Hashable, Sendable {
    /// A regular file, or no file at all.
    case ordinary
    case directory, pipe, socket, device
    /// A symbolic link that leads to no file.
    case brokenLink(to: String)
    /// A symbolic link whose path leads back to the link, through other links or directly.
    case circle

    package init(at path: String) {
      var status = stat()
      guard unsafe stat(path, &status) == 0 else {
        self =
          errno == ELOOP ? .circle : Self.target(of: path).map { .brokenLink(to: $0) } ?? .ordinary
        return
      }
      self =
        switch status.st_mode & S_IFMT {
        case S_IFDIR: .directory
        case S_IFIFO: .pipe
        case S_IFSOCK: .socket
        case S_IFBLK, S_IFCHR: .device
        default: .ordinary
        }
    }

    private static func target(of path: String) -> String? {
      var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
        unsafe buffer.baseAddress.map { unsafe readlink(path, $0, buffer.count) } ?? -1
      }
      return count < 0
        ? nil : String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The kind in words, for example "a directory".
    package var words: String {
      switch self {
      case .ordinary: "an ordinary file"
      case .directory: "a directory"
      case .pipe: "a pipe"
      case .socket: "a socket"
      case .device: "a device"
      case .brokenLink(let path): "a link to \(path), which does not exist"
      case .circle: "a link that leads back to itself"
      }
    }

    /// The reason why a file of this kind is refused as a keychain.
    var reason: StaticString {
      switch self {
      case .directory: "the path leads to a directory, and not to a keychain file"
      case .pipe: "the path leads to a pipe, and not to a keychain file"
      case .socket: "the path leads to a socket, and not to a keychain file"
      case .device: "the path leads to a device, and not to a keychain file"
      case .circle: "the links of the path lead back to themselves"
      case .ordinary, .brokenLink: "the keychain is not an ordinary file"
      }
    }
  }

  /// The keychain files of the user: the search list in its order, then the default keychain, then
  /// others.
  ///
  /// The others are the keychains of the user's folder, in the order of their names.
  package let entries: [Entry]
  /// The names in the user's search list, except those of missing files.
  ///
  /// A message can propose them as the new list.
  package let namesToKeep: [String]
  /// The error with which reading the search list or the default keychain failed.
  ///
  /// Nil if both could be read.
  package let listFailure: KeychainError?

  /// True if there is nothing to tell: no keychain file, and no list that cannot be read.
  package var isEmpty: Bool { entries.isEmpty && listFailure == nil }

  /// The entries whose files exist and are regular files.
  package var present: [Entry] {
    entries.filter { entry in
      if case .missing = entry.state { return false }
      return entry.kind == .ordinary
    }
  }
}

extension Keychains {
  /// Looks at every keychain file that the user has.
  package func survey() -> KeychainSurvey {
    let lists = searchLists()
    let listed = lists.members.compactMap(\.file)
    var failure = lists.failures.first
    var standard: Keychain?
    do throws(KeychainError) {
      // Without a home there is no default keychain. The check of the store reports the reason.
      standard = try places.absence == nil ? self.standard()?.file : nil
    } catch {
      failure = failure ?? error
    }
    var all = listed
    for keychain in [standard].compactMap({ $0 }) + inFolder()
    where !all.contains(where: { $0 === keychain }) {
      all.append(keychain)
    }
    let names = Set(listed.map(\.path))
    return KeychainSurvey(
      entries: all.map { keychain in
        entry(keychain, names.contains(keychain.path), keychain === standard)
      },
      namesToKeep: userList.filter { $0.file?.isMissing != true }.map(commandName),
      listFailure: failure)
  }

  /// The names of the user's search list, in its order, by which commands accept the keychains.
  var listedNames: [String] { userList.map(commandName) }

  private var userList: [Member] { (try? domainList(.user)) ?? [] }

  private func commandName(of member: Member) -> String {
    switch member {
    case .store: places.commandName(of: places.loginPath)
    case .authorities(let path): path
    case .file(let keychain): places.commandName(of: keychain.path)
    }
  }

  /// Returns the survey's entries for given keychains, in their order.
  package func survey(of keychains: [Keychain]) -> [KeychainSurvey.Entry] {
    let listed = ((try? searchList()) ?? []).compactMap(\.file)
    let standard = (try? self.standard())?.file
    return keychains.map { keychain in
      entry(keychain, listed.contains { $0 === keychain }, keychain === standard)
    }
  }

  /// Returns the keychains whose files are in the user's folder, in the order of their names.
  package func inFolder() -> [Keychain] {
    pathsInFolder().compactMap { member(named: $0).file }
  }

  /// Returns the paths of the keychain files in the user's folder, sorted by their names.
  func pathsInFolder() -> [String] {
    guard let folder = places.folder else { return [] }
    return FolderNames.withoutDrafts(in: folder).filter {
      Self.endings.contains(where: $0.hasSuffix)
    }
    .map { folder + "/" + $0 }
  }

  /// The two endings by which a file in the user's folder is recognised as a keychain.
  static let endings = ["-db", ".keychain"]

  private func entry(
    _ keychain: Keychain, _ isListed: Bool, _ isDefault: Bool
  ) -> KeychainSurvey.Entry {
    var status = stat()
    let isThere = unsafe stat(keychain.path, &status) == 0
    return KeychainSurvey.Entry(
      keychain: keychain, name: places.commandName(of: keychain.path), state: keychain.surveyed,
      isListed: isListed, isDefault: isDefault,
      mode: isThere ? status.st_mode & 0o777 : nil, owner: isThere ? status.st_uid : nil,
      kind: KeychainSurvey.FileKind(at: keychain.path))
  }
}

extension Keychains.Member {
  /// The keychain file; nil if this member is the store or the distribution's certificates.
  package var file: Keychain? {
    if case .file(let keychain) = self { keychain } else { nil }
  }

  /// True if this member is the certificates of authorities that the Linux distribution trusts.
  package var isAuthorities: Bool { if case .authorities = self { true } else { false } }

  /// The member for Apple's system keychain: the Linux distribution's trusted certificates.
  static let ofSystem = Keychains.Member.authorities(path: KeychainPlaces.ofSystem)
}

extension Keychain {
  fileprivate var surveyed: KeychainSurvey.State {
    do throws(KeychainError) {
      return try status().contains(.unlocked) ? .unlocked : .locked
    } catch {
      return error.code == .noSuchKeychain ? .missing : .unusable(error)
    }
  }
}

/// Reads access lists without the keys of the keychain.
///
/// The lists are not encrypted. Their authentication codes are not checked, so the result is shown
/// to people only, and gives out no secret.
extension Keychain {
  /// Returns the verdict of an item's access list on an operation; nil if the item has no list.
  ///
  /// - Parameters:
  ///   - operation: the operation that the program wants.
  ///   - client: the program.
  package func verdict(
    on item: KeychainItem, _ operation: Authorization, for client: KeychainClient
  ) throws(KeychainError) -> AccessJudge.Verdict? {
    guard let list = try readableAccess(of: item) else { return nil }
    let judge = AccessJudge(list, client, try database().version)
    let first = judge.entries(operation)
    return first == .allowed ? judge.partition(operation) : first
  }

  /// Returns the access list of an item as the file has it; nil if the item has no access list.
  package func readableAccess(of item: KeychainItem) throws(KeychainError) -> AccessList? {
    let image = try image()
    return try onItems { () throws(EditFailure) in
      let record = try item.record(in: image)
      let label = record.isKey ? nil : PasswordBlob(decoding: record.content)?.label
      guard let key = record.isKey ? record : label.flatMap(image.groupKey) else { return nil }
      return try editing { () throws(BlobFailure) in
        try AccessList(decoding: KeyBlob(decoding: key.content).access)
      }
    }
  }
}
