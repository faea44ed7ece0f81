// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes

/// The keychain files of a user as they are now: which are listed, locked, missing or damaged.
///
/// The survey has the files of the search list, the default keychain, and every keychain in the
/// user's folder. Making it asks no question, unlocks nothing and changes no file.
package struct KeychainSurvey: Sendable {
  package enum State: Sendable {
    case unlocked
    case locked
    case missing
    /// The file is there and is no keychain that can be read.
    case unusable(KeychainError)
  }

  /// One keychain file.
  package struct Entry: Sendable {
    package let keychain: Keychain
    /// The name by which commands accept the keychain.
    package let name: String
    package let state: State
    package let isListed: Bool
    package let isDefault: Bool
    /// The nine permission bits of the file; nil if the file is missing.
    package let mode: UInt32?
    /// The user who owns the file; nil if the file is missing.
    package let owner: UInt32?
  }

  /// The files: first those of the search list in its order, then the others by their paths.
  package let entries: [Entry]
  /// The names of the user's search list without those whose files are missing.
  package let namesToKeep: [String]
  /// The error with which reading the lists failed; nil if they could be read.
  package let listFailure: KeychainError?

  /// The files that are there.
  package var present: [Entry] {
    entries.filter { if case .missing = $0.state { false } else { true } }
  }
}

extension Keychains {
  /// Looks at every keychain file that the user has.
  package func survey() -> KeychainSurvey {
    var failure: KeychainError?
    var listed: [Keychain] = []
    var standard: Keychain?
    do throws(KeychainError) {
      listed = try searchList().compactMap(\.file)
      standard = try self.standard()?.file
    } catch {
      failure = error
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
      namesToKeep: namesToKeep, listFailure: failure)
  }

  /// The names of the user's search list without those whose files are missing.
  var namesToKeep: [String] {
    ((try? domainList(.user)) ?? []).compactMap(nameToKeep)
  }

  /// Returns the name by which commands accept a keychain, or nil if its file is missing.
  private func nameToKeep(_ member: Member) -> String? {
    switch member {
    case .store: places.commandName(of: places.loginPath)
    case .authorities(let path): path
    case .file(let keychain): keychain.exists ? places.commandName(of: keychain.path) : nil
    }
  }

  /// Returns the keychains whose files are in the user's folder, by their names.
  package func inFolder() -> [Keychain] {
    guard let stream = unsafe opendir(places.folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      // Lock files and drafts begin with a dot.
      if !name.hasPrefix("."), Self.endings.contains(where: name.hasSuffix) { names.append(name) }
    }
    return names.sorted().compactMap { member(named: places.folder + "/" + $0).file }
  }

  /// The endings of the names of keychain files.
  private static let endings = ["-db", ".keychain"]

  private func entry(
    _ keychain: Keychain, _ isListed: Bool, _ isDefault: Bool
  ) -> KeychainSurvey.Entry {
    var status = stat()
    let isThere = unsafe stat(keychain.path, &status) == 0
    return KeychainSurvey.Entry(
      keychain: keychain, name: places.commandName(of: keychain.path), state: keychain.surveyed,
      isListed: isListed, isDefault: isDefault,
      mode: isThere ? status.st_mode & 0o777 : nil, owner: isThere ? status.st_uid : nil)
  }
}

extension Keychains.Member {
  /// The keychain, if it is a file.
  package var file: Keychain? {
    if case .file(let keychain) = self { keychain } else { nil }
  }
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

/// Looks at access lists without the keys of the keychain.
///
/// The lists stand in the clear. Their codes are not checked, so the result is for people, and
/// decides about no secret.
extension Keychain {
  /// Returns the verdict of an item's access list about a program, or nil if the item has no list.
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

  /// Returns the access list of an item as it stands in the file; nil without a list.
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
