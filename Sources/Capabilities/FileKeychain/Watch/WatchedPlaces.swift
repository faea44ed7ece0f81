// SPDX-License-Identifier: Apache-2.0
import UserFiles

/// The files and directories that a watch observes.
extension Keychains {
  /// The preference domains that have a preference file.
  static let listedDomains: [PreferenceDomain] = [.user, .common, .system]
  /// The greatest number of paths in each of the two results of `watchedPaths`.
  private static let mostFiles = 256

  /// Returns the paths of the keychain files whose changes are reported.
  ///
  /// - Returns: two lists. `listed` has the files that the lists of all domains name, and the files
  ///   that the program has used by name. `inFolder` has the files in the user's folder of
  ///   keychains.
  func watchedPaths() -> (listed: [String], inFolder: [String]) {
    var listed: [String] = []
    func add(_ path: String?) {
      guard let path, !listed.contains(path), listed.count < Self.mostFiles else { return }
      listed.append(path)
    }
    for domain in Self.listedDomains {
      guard let file = try? preferenceFile(of: domain),
        let preferences = try? KeychainPreferences(at: file)
      else { continue }
      for name in preferences.search ?? [] { add(path(ofListed: name)) }
      if let name = preferences.standard { add(path(ofListed: name)) }
    }
    for path in openedPaths { add(path) }
    let folder = Set(pathsInFolder().compactMap { path(ofListed: $0) })
    return (listed, Array(folder.sorted().prefix(Self.mostFiles)))
  }

  /// Returns the keychain that a name in a preference file means.
  ///
  /// The call does not add the keychain to those that the program has used by name.
  func member(watchedAs name: String) -> Member {
    switch places.target(of: places.path(ofStored: name)) {
    case .store: .store
    case .authorities(let path): .authorities(path: path)
    case .file(let path): .file(watched(path) ?? Keychain(path, surroundings))
    }
  }

  /// Returns the path of the keychain file that a name in a preference file means.
  ///
  /// Nil if the name means the store or the Linux distribution's trusted certificates.
  func path(ofListed name: String) -> String? {
    guard case .file(let path) = places.target(of: places.path(ofStored: name)) else { return nil }
    return path
  }
}

extension KeychainWatch.Subject {
  /// The directories to watch: those of preference files, of trust settings and of the user's
  /// keychains.
  ///
  /// The value for each directory is the file names whose changes are reported.
  var places: [String: DirectoryWatch.Names] {
    var places: [String: DirectoryWatch.Names] = [:]
    if let folder = keychains.places.folder {
      places[folder] = DirectoryWatch.Names(endings: Set(Keychains.endings))
    }
    let files = Keychains.listedDomains.compactMap { try? keychains.preferenceFile(of: $0) } + trust
    for path in files {
      places[WholeFile.directory(of: path), default: DirectoryWatch.Names()]
        .formUnion(DirectoryWatch.Names([WholeFile.name(of: path)]))
    }
    return places
  }
}
