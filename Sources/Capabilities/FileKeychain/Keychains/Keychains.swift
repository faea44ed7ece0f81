// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes
package import SecureMemory
import UserFiles

/// The keychains of a user: finds them by name, and has the search list and the default keychain
/// (Specification/file-keychain.md, "Default keychain, search list, preferences").
package final class Keychains: Sendable {
  package let surroundings: KeychainSurroundings
  private let opened = Lock<[String: Keychain]>([:])
  private let preferred = Lock(PreferenceDomain.user)

  package init(_ surroundings: KeychainSurroundings) { self.surroundings = surroundings }

  package var places: KeychainPlaces { surroundings.places }

  /// The preference domain that the program has chosen; the user's domain at first.
  package var preferenceDomain: PreferenceDomain {
    get { preferred.withLock { $0 } }
    set { preferred.withLock { $0 = newValue } }
  }

  /// A member of a list of keychains: the store (`store.db`), the Linux distribution's trusted
  /// certificates, or a keychain file.
  package enum Member: Sendable {
    case store
    case authorities(path: String)
    case file(Keychain)
  }

  /// Returns the keychain that a name means.
  ///
  /// Two names of one file give the same `Keychain` object. No file is opened, with one exception:
  /// if a `KeychainWatch` runs, it reads each file that is named for the first time.
  ///
  /// - Parameter isCreating: true if the caller will create the file (`KeychainPlaces.target`).
  package func member(named name: String, creating isCreating: Bool = false) -> Member {
    switch places.target(of: name, creating: isCreating) {
    case .store: .store
    case .authorities(let path): .authorities(path: path)
    case .file(let path): .file(keychain(at: path))
    }
  }

  private func keychain(at path: String) -> Keychain {
    let (keychain, isNew) = opened.withLock { opened in
      if let known = opened[path] { return (known, false) }
      let keychain = Keychain(path, surroundings)
      opened[path] = keychain
      return (keychain, true)
    }
    if isNew { surroundings.watch.beginWatching(path) }
    return keychain
  }

  /// Returns the keychain at a path; nil if the program has not used the keychain by name.
  package func watched(_ path: String) -> Keychain? { opened.withLock { $0[path] } }

  /// The paths of the keychains that the program has opened by name.
  var openedPaths: [String] { opened.withLock { $0.keys.sorted() } }

  /// Creates a keychain file.
  ///
  /// The new keychain joins the search list only if it is a login keychain
  /// (Specification/file-keychain.md, "Keychain functions").
  ///
  /// - Throws: -25296 if the file exists, or if the name means the store, one of the store's files
  ///   or the distribution's certificates.
  package func create(_ name: String, password: SecretBytes) throws(KeychainError) -> Keychain {
    let keychain: Keychain
    switch member(named: name, creating: true) {
    case .file(let file): keychain = file
    case .store: throw .taken("this name means the embedded store", name)
    case .authorities: throw .taken("this name means the certificates of the distribution", name)
    }
    try keychain.create(password: password)
    guard keychain.path.contains("/login.keychain"), places.absence == nil else { return keychain }
    let stored = places.storedName(of: keychain.path)
    try change(.user) { preferences in
      let list = preferences.search ?? []
      preferences.search = list.contains(stored) ? list : list + [stored]
      preferences.standard = preferences.standard ?? stored
    }
    return keychain
  }

  /// Deletes a keychain, and removes it from the user's search list.
  ///
  /// If the keychain is the user's default, the login keychain becomes the default. If the name
  /// leads to the file by symbolic links, the links are deleted too
  /// (Documentation/Decisions/keychain-homes.md).
  ///
  /// - Parameter name: the name by which the user means the keychain; nil if no name is known.
  /// - Throws: -25294 if the file does not exist. The user's preferences are changed in this case
  ///   too. If the preferences or the links cannot be changed, nothing is deleted.
  package func remove(
    _ keychain: Keychain, named name: String? = nil
  ) throws(KeychainError) {
    // A list that cannot be read does not hide that the file is missing.
    if keychain.isMissing, places.absence == nil, (try? saved(.user)) == nil {
      _ = try keychain.image()
    }
    let lists = places.absence == nil ? try saved(.user) : KeychainPreferences()
    let stored = places.storedName(of: keychain.path)
    // A home that cannot be written is no obstacle if its lists do not name the keychain.
    let isNamed = lists.standard == stored || lists.search?.contains(stored) == true
    if isNamed { try requireChangeable(preferenceFile(of: .user)) }
    let links = keychain.exists ? name.map { places.links(from: $0) } ?? [] : []
    for link in links where !Self.isChangeable(link) {
      throw KeychainError(FileFailure(errno: errno), link)
    }
    var missing: KeychainError?
    do throws(KeychainError) { try keychain.remove() } catch {
      guard error.code == .noSuchKeychain else { throw error }
      missing = error
    }
    for link in links where surroundings.calls.remove(link, .keychain) != 0 {
      throw KeychainError(FileFailure(errno: errno), link)
    }
    opened.withLock { _ = $0.removeValue(forKey: keychain.path) }
    if isNamed {
      try change(.user) { preferences in
        preferences.search?.removeAll { $0 == stored }
        if preferences.standard == stored { preferences.standard = nil }
      }
    }
    if let missing { throw missing }
  }

  /// Locks every keychain file of this user that is unlocked.
  ///
  /// The master keys of these keychains are removed from the key holder (`HeldMaster`).
  package func lockAll() {
    var known: [(Keychain, HeldMaster)] = []
    if surroundings.watch.isActive {
      for case .file(let keychain) in (try? searchList()) ?? [] {
        guard let held = try? keychain.held(keychain.database()) else { continue }
        known.append((keychain, held))
      }
    }
    surroundings.watch.lockingAll(known) { HeldMaster.dropAll(surroundings.holder) }
  }
}

extension Keychains {
  /// Returns the search list that calls use: the user's list, then the list for all users.
  ///
  /// The list for all users belongs to the domain `common`. A keychain of both lists occurs once.
  /// Keychains whose files are missing are in the list too. Without a home, the user's list counts
  /// as empty. If the list for all users cannot be read, the user's list stands alone.
  package func searchList() throws(KeychainError) -> [Member] {
    let lists = searchLists()
    if let failure = lists.ofUser { throw failure }
    return lists.members
  }

  /// Returns the search list as far as its files can be read, and the errors of the others.
  ///
  /// Without a home, the user's list counts as empty.
  package func searchLists() -> SearchLists {
    var lists = SearchLists()
    do throws(KeychainError) {
      lists.members = places.absence == nil ? try domainList(.user) : []
    } catch {
      lists.ofUser = error
    }
    do throws(KeychainError) {
      for member in try domainList(.common) {
        guard !lists.members.contains(where: { same($0, member) }) else { continue }
        lists.members.append(member)
      }
    } catch {
      lists.ofAll = error
    }
    return lists
  }

  /// Returns the search list of a domain.
  ///
  /// Without a saved list, the user's domain has the login keychain and the default keychain. The
  /// domains `system` and `common` have Apple's system keychain
  /// (Documentation/Decisions/search-list.md). The domain `dynamic` has an empty list.
  ///
  /// - Throws: `KeychainPlaces.absence` for the user's domain, if there is no home.
  package func domainList(_ domain: PreferenceDomain) throws(KeychainError) -> [Member] {
    guard domain != .dynamic else { return [] }
    let saved = try saved(domain)
    if let names = saved.search, !names.isEmpty {
      return names.map { member(named: places.path(ofStored: $0)) }
    }
    guard domain == .user else { return [.ofSystem] }
    let login = login()
    guard let name = saved.standard else { return [login] }
    let standard = member(named: places.path(ofStored: name))
    return same(standard, login) ? [login] : [login, standard]
  }

  /// Replaces the search list of a domain.
  ///
  /// The order of the members stays, and repeated members are left out. The user's list leaves out
  /// members of the list for all users (`common`). An empty list removes the domain's saved list.
  ///
  /// - Returns: true if the list has changed.
  /// - Throws: -25319 for the dynamic domain, -61 if the preferences cannot be written.
  @discardableResult
  package func setList(
    _ members: [Member], of domain: PreferenceDomain = .user
  ) throws(KeychainError) -> Bool {
    guard domain != .dynamic else { throw .invalidDomain }
    // A list for all users that cannot be read does not keep a user from setting a list.
    let shared = domain == .user ? (try? domainList(.common)) ?? [] : []
    var names: [String] = []
    for member in members where !shared.contains(where: { same($0, member) }) {
      let name = storedName(of: member, in: domain)
      if !names.contains(name) { names.append(name) }
    }
    guard try saved(domain).search ?? [] != names else { return false }
    try change(domain) { $0.search = names.isEmpty ? nil : names }
    return true
  }

  /// Returns the default keychain of a domain; nil if the domain has no default.
  ///
  /// - Throws: -25319 for the dynamic domain.
  package func standard(_ domain: PreferenceDomain = .user) throws(KeychainError) -> Member? {
    guard domain != .dynamic else { throw .invalidDomain }
    if let name = try saved(domain).standard { return member(named: places.path(ofStored: name)) }
    return domain == .user ? login() : nil
  }

  /// Makes a keychain the default of a domain.
  ///
  /// - Throws: -25319 for the dynamic domain. -61 if the keychain is read-only, or if its file is
  ///   missing, belongs to another user or has a mode without the owner's access.
  package func setStandard(
    _ member: Member, of domain: PreferenceDomain = .user
  ) throws(KeychainError) {
    guard domain != .dynamic else { throw .invalidDomain }
    switch member {
    case .store: break
    case .authorities: throw .notDefault("this keychain is read-only")
    case .file(let keychain): try requireWritable(keychain)
    }
    let name = storedName(of: member, in: domain)
    guard try saved(domain).standard != name else { return }
    try change(domain) { $0.standard = name }
  }

  /// The keychain with the name `login.keychain`: the store, or a keychain file if a file has this
  /// name.
  package func login() -> Member { member(named: places.loginPath) }

  /// Returns the keychains that a command works on.
  ///
  /// These are the keychains with the given names, or the search list if no names are given.
  package func members(named names: [String]) throws(KeychainError) -> [Member] {
    names.isEmpty ? try searchList() : names.map { member(named: $0) }
  }

  private func same(_ left: Member, _ right: Member) -> Bool {
    guard left.isAuthorities == right.isAuthorities else { return false }
    return storedName(of: left) == storedName(of: right)
  }

  /// Returns the name of a keychain in the list of a domain.
  ///
  /// The lists of other domains than the user's are read by all users.
  private func storedName(of member: Member, in domain: PreferenceDomain = .user) -> String {
    let isShared = domain != .user
    return switch member {
    case .store: places.storedName(of: places.loginPath, shared: isShared)
    case .authorities(let path): path
    case .file(let keychain): places.storedName(of: keychain.path, shared: isShared)
    }
  }

  private func requireWritable(_ keychain: Keychain) throws(KeychainError) {
    let status: stat
    do throws(KeychainError) { status = try keychain.properties() } catch {
      throw .notDefault(error.reason)
    }
    guard status.st_uid == geteuid() else { throw .notDefault("the file belongs to another user") }
    guard status.st_mode & 0o600 == 0o600 else {
      throw .notDefault("the owner may not read and write the file")
    }
  }

  /// Returns the path of the preference file that has the lists of a domain.
  ///
  /// - Throws: `KeychainPlaces.absence` for the user's domain, if there is no home.
  func preferenceFile(of domain: PreferenceDomain) throws(KeychainError) -> String {
    switch domain {
    case .user, .dynamic:
      guard let folder = places.preferences else { throw places.absence ?? .invalidDomain }
      return folder + "/com.apple.security.plist"
    case .system: return places.systemPreferences + "/com.apple.security.plist"
    case .common: return places.systemPreferences + "/com.apple.security-common.plist"
    }
  }

  /// Returns true if the file at a path has a search list or names a default keychain.
  package func isList(_ path: String) -> Bool {
    PreferenceDomain.allCases.contains { (try? preferenceFile(of: $0)) == path }
  }

  private func saved(_ domain: PreferenceDomain) throws(KeychainError) -> KeychainPreferences {
    let path = try preferenceFile(of: domain)
    do throws(FileFailure) { return try KeychainPreferences(at: path) } catch {
      throw KeychainError(list: error, path, isRead: true)
    }
  }

  /// Throws if this process may not replace the list at a path.
  private func requireChangeable(_ path: String) throws(KeychainError) {
    guard Self.isChangeable(path) else {
      throw KeychainError(list: FileFailure(errno: errno), path)
    }
  }

  /// Returns true if this process may replace or remove the file at a path; sets `errno` if not.
  private static func isChangeable(_ path: String) -> Bool {
    let directory = WholeFile.directory(of: path)
    guard unsafe faccessat(AT_FDCWD, directory, W_OK | X_OK, AT_EACCESS) == 0 else { return false }
    var (above, own) = (stat(), stat())
    guard geteuid() != 0, unsafe stat(directory, &above) == 0, above.st_mode & S_ISVTX != 0,
      unsafe lstat(path, &own) == 0
    else { return true }
    // In a directory such as /tmp, users may remove their own files only.
    errno = EPERM
    return [above.st_uid, own.st_uid].contains(geteuid())
  }

  /// Changes the preference file of a domain while holding a lock that other processes respect.
  private func change(
    _ domain: PreferenceDomain, _ change: (inout KeychainPreferences) -> Void
  ) throws(KeychainError) {
    let path = try preferenceFile(of: domain)
    do throws(FileFailure) {
      let isOfMachine = domain == .system || domain == .common
      try KeychainPreferences.makeDirectory(
        of: path, mode: isOfMachine ? 0o755 : 0o700, surroundings.calls)
      let lock = try FileLock(of: path, surroundings.calls, surroundings.clock)
      defer { lock.release() }
      let isCounted = surroundings.watch.begin(path)
      var lists: (before: WatchedLists, after: WatchedLists)?
      defer { surroundings.watch.end(path, isCounted: isCounted, domain, lists) }
      var preferences = try KeychainPreferences(at: path)
      let before = WatchedLists(preferences)
      change(&preferences)
      try preferences.write(to: path)
      lists = (before, WatchedLists(preferences))
    } catch {
      throw KeychainError(list: error, path)
    }
  }
}

extension KeychainError {
  static let invalidDomain = KeychainError(
    .invalidPreferenceDomain,
    "the dynamic domain has no default keychain, and its list cannot be changed")

  /// The error for the name of a new keychain that means something else already.
  static func taken(_ reason: StaticString, _ name: String) -> KeychainError {
    KeychainError(
      .duplicateKeychain, reason, context: .path(name), advice: "give the keychain another name")
  }

  static func notDefault(_ reason: StaticString) -> KeychainError {
    KeychainError(
      .writePermission, reason,
      advice: "name a keychain whose file exists, and which its owner may write")
  }
}
