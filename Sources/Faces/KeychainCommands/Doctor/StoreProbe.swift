// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainComposition
import KeychainExplaining
import KeychainStorage
import KeychainTypes
import SecureMemory
import UserFiles

/// Collects facts about the store, from which `doctor` makes its checks.
///
/// The directory is examined before the store is opened. The facts about the directory are thus
/// known even if opening the store fails.
enum StoreProbe {
  /// Examines the store and stores the facts about it in `facts`.
  ///
  /// - Parameter isOwner: True if the user has proved to be the owner of the store.
  static func look(_ invocation: Invocation, isOwner: Bool, _ facts: inout HealthFacts) {
    do throws(KeychainError) {
      let place = try invocation.store.place()
      facts.store = directory(place)
      if !place.isMade, !facts.store.isNoDirectory, facts.store.notWritable == nil,
        let obstacle = invocation.store.absence?.obstacle()
      {
        facts.store.notWritable = .other("\(obstacle.reason)")
      }
      facts.deviceKeyIsFile = exists(place.directory + "/device.key")
      if !place.isMade, !facts.caller.seesAllGroups {
        facts.otherStore = StoreList.other(
          than: nil, at: place.directory, of: facts.caller.identifier)
      }
      guard place.isMade, facts.daemon == nil else { return }
      let viewer = facts.caller.seesAllGroups ? nil : facts.caller
      guard let service = try invocation.store.serviceIfMade(as: viewer) else { return }
      facts.canPrompt = invocation.store.asked()?.factsWithoutReader.isInteractive ?? false
      do throws(KeychainError) {
        try read(service, isOwner: isOwner, &facts)
      } catch {
        facts.store.unreadable = error
      }
    } catch {
      facts.store.refusal = error
    }
  }

  /// Stores those facts in `facts` that can be read only from an open store.
  ///
  /// - Parameter isOwner: True if the user has proved to be the owner of the store.
  private static func read(
    _ service: StoreAccess.Service, isOwner: Bool, _ facts: inout HealthFacts
  ) throws(KeychainError) {
    facts.lock = try service.lockStatus()
    facts.items = try items(service)
    facts.store.aheadSeconds = ahead(facts.items)
    let description = try service.describeStore()
    facts.store.format = description.formatVersion
    facts.store.itemCount = description.itemCount
    facts.store.keybagFlaw = description.keybagFlaw
    facts.store.hasKeysFromBeforePasscode = description.hasKeysFromBeforePasscode
    facts.store.keybagsAside = description.filesAside.filter { $0.contains("keybag") }
    facts.store.damagedParts = try service.damagedParts()
    try remember(service, isOwner: isOwner, &facts)
  }

  /// Returns the items that the program examined by `doctor` may see.
  ///
  /// Empty if the program has no access group. The error of the store for this case is not thrown,
  /// because it does not mean that the store is damaged.
  private static func items(
    _ service: StoreAccess.Service
  ) throws(KeychainError) -> [ItemSummary] {
    do throws(KeychainError) {
      return try service.listItems(ItemClass.stored)
    } catch {
      guard error.code == .missingEntitlement else { throw error }
      return []
    }
  }

  private static func remember(
    _ service: StoreAccess.Service, isOwner: Bool, _ facts: inout HealthFacts
  ) throws(KeychainError) {
    // If the entitlements file is void, neither its groups nor the lost groups are known.
    guard facts.caller.refusal == nil, let remembering = service as? any Remembering else { return }
    if let explaining = service as? any Explaining {
      facts.otherStore = StoreList.other(than: explaining)
    }
    if facts.caller.seesAllGroups {
      let names = try remembering.histories().map(\.identifier)
      facts.rememberedCount = names.count
      if isOwner || facts.lock?.hasPasscode == false { facts.remembered = names }
    } else {
      facts.history = try remembering.ownHistory()
      facts.installation = try remembering.olderThanInstallation()
      let former = try remembering.leftBehind()
      facts.leftBehind = former.lost
      // A program that still exists keeps its items.
      facts.gone = former.others.filter(\.isGone)
    }
  }

  private static func directory(_ place: StoreAccess.Place) -> HealthFacts.Store {
    var store = HealthFacts.Store()
    store.path = place.directory
    store.chosenBy = ["LATCHKEY_HOME", "XDG_DATA_HOME"].first {
      ProcessVariable.value(of: $0).map { !$0.isEmpty && place.directory.hasPrefix($0) } ?? false
    }
    store.isMade = place.isMade
    store.missingFiles = ["device.key", "store.db"].contains {
      !exists(place.directory + "/" + $0)
    }
    var about = stat()
    if unsafe stat(place.directory, &about) != 0 {
      // If nothing exists at the path yet, a directory can be made there.
      if errno != ENOENT { store.notWritable = .other(unsafe String(cString: strerror(errno))) }
    } else if about.st_mode & S_IFMT != S_IFDIR {
      store.isNoDirectory = true
    } else {
      store.mode = about.st_mode & 0o777
      store.wrongModes = wrongModes(in: place.directory)
      if about.st_uid != geteuid() { store.otherOwner = name(of: about.st_uid) }
      store.notWritable = refusalToWrite(place.directory)
    }
    var (path, space) = (place.directory, statvfs())
    while unsafe statvfs(path, &space) != 0, let slash = path.lastIndex(of: "/"), path.count > 1 {
      path = slash == path.startIndex ? "/" : String(path[..<slash])
    }
    store.freeBytes = Int64(space.f_bavail) * Int64(space.f_frsize)
    store.fileSystem = FileSystemKind.mount(of: path)?.name
    store.temporary =
      ["tmpfs": "tmpfs", "ramfs": "ramfs", "overlay": "a container layer"][
        store.fileSystem ?? ""]
    store.others = others(than: place.directory)
    return store
  }

  /// Returns the files of the store with wrong permission bits.
  ///
  /// Other users may read or change these files, or the owner may not open them. Empty if all files
  /// have the right bits.
  private static func wrongModes(in directory: String) -> [HealthFacts.FileMode] {
    let rules: [(String, forbidden: UInt32, needed: UInt32)] = [
      ("device.key", 0o077, 0o400), ("keybag", 0o022, 0o400), ("keybag.copy", 0o022, 0o400),
      ("store.db", 0o022, 0o600), ("before-restore.db", 0o022, 0o400),
    ]
    return rules.compactMap { name, forbidden, needed in
      let path = directory + "/" + name
      var about = stat()
      guard unsafe stat(path, &about) == 0, about.st_mode & S_IFMT == S_IFREG,
        about.st_uid == geteuid()
      else { return nil }
      let mode = about.st_mode & 0o777
      guard mode & forbidden != 0 || mode & needed != needed else { return nil }
      return HealthFacts.FileMode(path: path, mode: mode)
    }
  }

  private static func refusalToWrite(_ directory: String) -> HealthFacts.Obstacle? {
    guard unsafe access(directory, W_OK | X_OK) != 0 else { return nil }
    switch errno {
    case EROFS: return .readOnlyDisk
    case EACCES, EPERM: return .mode
    default: return .other(unsafe String(cString: strerror(errno)))
    }
  }

  static func name(of user: uid_t) -> String {
    guard let entry = unsafe getpwuid(user), let name = unsafe entry.pointee.pw_name else {
      return "user \(user)"
    }
    return unsafe String(cString: name)
  }

  /// Returns the directories of other stores of this user, other than `directory`.
  ///
  /// Programs use these stores if other environment variables are set.
  private static func others(than directory: String) -> [String] {
    var places: [String] = []
    if let base = ProcessVariable.value(of: "XDG_DATA_HOME") { places.append(base + "/latchkey") }
    if let home = ProcessVariable.value(of: "HOME") {
      places.append((home == "/" ? "" : home) + "/.local/share/latchkey")
    }
    return places.filter { $0 != directory && exists($0 + "/store.db") }
  }

  private static func exists(_ path: String) -> Bool {
    var about = stat()
    return unsafe stat(path, &about) == 0
  }

  private static func ahead(_ items: [ItemSummary]) -> Int64 {
    let newest = items.compactMap { item -> Int64? in
      guard case .date(let time)? = item.attributes[.modificationDate] else { return nil }
      return time.microseconds
    }.max()
    return newest.map { ($0 - LocalDate.now.microseconds) / 1_000_000 } ?? 0
  }
}
