// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainTypes
import SecureMemory
import Testing

/// Names, search lists and defaults (Specification/file-keychain.md, "Path, naming, version rules",
/// "Default keychain, search list, preferences").
@Suite("lists of keychains") struct KeychainListTests {
  private let world: KeychainWorld

  init() throws { world = try KeychainWorld() }

  private func shown(_ members: [Keychains.Member]) -> [String] {
    members.map { member in
      switch member {
      case .store: "store"
      case .authorities(let path): path
      case .file(let keychain): keychain.path.replacing(world.directory, with: "")
      }
    }
  }

  private func code(_ body: () throws -> Void) -> Int32? {
    do {
      try body()
      return 0
    } catch let error as KeychainError {
      return error.code.rawValue
    } catch {
      return nil
    }
  }

  @Test(
    "a name means",
    arguments: [
      ("login.keychain", "store"), ("login.keychain-db", "store"),
      ("HOME/Library/Keychains/login.keychain-db", "store"), ("HERE/store.db", "store"),
      ("HERE/keychains/login.keychain", "store"),
      ("build.keychain", "/keychains/build.keychain-db"),
      ("build.keychain-db", "/keychains/build.keychain-db"),
      ("HOME/Library/Keychains/build.keychain", "/keychains/build.keychain-db"),
      ("HERE/tmp/app.keychain-db", "/tmp/app.keychain-db"),
      ("HERE/tmp/app.keychain", "/tmp/app.keychain"),
      ("/Library/Keychains/System.keychain", "/Library/Keychains/System.keychain"),
      (
        "/mnt/Users/me/Library/Keychains/a.keychain",
        "/mnt/Users/me/Library/Keychains/a.keychain-db"
      ),
    ])
  func names(_ name: String, _ expected: String) {
    let name = name.replacing("HOME", with: world.places.home ?? "")
      .replacing("HERE", with: world.directory)
    #expect(shown([world.keychains().member(named: name)]) == [expected])
  }

  @Test("a path has one name in preferences, which leads back", arguments: ["/h/me", "/h/jürgen"])
  func stored(_ home: String) {
    let folder = home + "/data/keychains"
    let places = KeychainPlaces(
      folder: folder, preferences: home + "/data/preferences", home: home, store: [])
    for name in ["a.keychain", "ab.keychain", "ü.keychain"] {
      let stored = "~/Library/Keychains/" + name
      #expect(places.storedName(of: "\(folder)/\(name)-db") == stored)
      #expect(places.path(ofStored: stored) == "\(folder)/\(name)")
      #expect(places.absolute("\(home)/Library/Keychains/\(name)") == "\(folder)/\(name)")
      #expect(places.storedName(of: "\(home)/\(name)") == "~/" + name)
      #expect(places.path(ofStored: "~/" + name) == "\(home)/\(name)")
    }
  }

  @Test("an old file without the suffix is used as long as there is no other")
  func suffixes() throws {
    _ = try world.create("old.keychain")
    let folder = try #require(world.places.folder)
    let (long, short) = (folder + "/old.keychain-db", folder + "/old.keychain")
    try FileManager.default.moveItem(atPath: long, toPath: short)
    #expect(shown([world.keychains().member(named: "old.keychain")]) == ["/keychains/old.keychain"])
    _ = try world.create("old.keychain")
    #expect(
      shown([world.keychains().member(named: "old.keychain")]) == ["/keychains/old.keychain-db"])
  }

  private static let system = "/Library/Keychains/System.keychain"

  @Test("the list of the machine is behind the user's, and the user's list drops what it has")
  func common() throws {
    let keychains = world.keychains()
    let own = keychains.member(named: "own.keychain")
    let system = keychains.member(named: Self.system)
    #expect(try keychains.setList([system, own]))
    #expect(shown(try keychains.domainList(.user)) == ["/keychains/own.keychain-db"])
    #expect(shown(try keychains.searchList()) == ["/keychains/own.keychain-db", Self.system])
    #expect(try keychains.setList([.file(#require(own.file))], of: .common))
    #expect(shown(try keychains.searchList()) == ["/keychains/own.keychain-db"])
    #expect(try keychains.setList([], of: .common))
    #expect(shown(try keychains.searchList()) == ["/keychains/own.keychain-db", Self.system])
  }

  @Test("a list for all users that cannot be read leaves the user's list as it is")
  func unreadCommon() throws {
    let keychains = world.keychains()
    try keychains.setList([keychains.member(named: "own.keychain")])
    let folder = world.places.systemPreferences
    let path = folder + "/com.apple.security-common.plist"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("no list".utf8).write(to: URL(filePath: path))
    #expect(shown(try keychains.searchList()) == ["/keychains/own.keychain-db"])
    let lists = keychains.searchLists()
    #expect(lists.ofUser == nil && lists.ofAll?.context == .path(path))
    #expect(lists.failures.map(\.code) == [.invalidKeychain])
    #expect(keychains.survey().listFailure?.context == .path(path))
    #expect(try keychains.setList([]))
  }

  @Test("a default keychain without a list is searched after the login keychain")
  func defaultAlone() throws {
    let keychains = world.keychains()
    let keychain = try keychains.create("work.keychain", password: .text("x"))
    try keychains.setStandard(.file(keychain))
    let both = ["store", "/keychains/work.keychain-db"]
    #expect(shown(try keychains.domainList(.user)) == both)
    #expect(keychains.survey().namesToKeep == ["login.keychain", "work.keychain"])
    try keychains.setStandard(.store)
    #expect(shown(try keychains.domainList(.user)) == ["store"])
    try keychains.setStandard(.file(keychain))
    #expect(try keychains.setList(keychains.searchList()))
    #expect(shown(try keychains.domainList(.user)) == both)
  }

  @Test("without preferences the store is the list, the default and the login keychain")
  func fresh() throws {
    let keychains = world.keychains()
    #expect(shown(try keychains.searchList()) == ["store", Self.system])
    #expect(shown([try #require(try keychains.standard())]) == ["store"])
    #expect(shown([keychains.login()]) == ["store"])
    #expect(shown(try keychains.domainList(.common)) == [Self.system])
    #expect(shown(try keychains.domainList(.system)) == [Self.system])
    #expect(try keychains.domainList(.dynamic).isEmpty)
    #expect(try keychains.standard(.system) == nil)
    #expect(code { _ = try keychains.standard(.dynamic) } == -25319)
  }

  @Test("a list keeps its order, drops doubles, keeps missing files, and an empty list clears it")
  func order() throws {
    let keychains = world.keychains()
    let names = [
      "b.keychain", "login.keychain", "a.keychain-db", "b.keychain-db", "/gone.keychain",
    ]
    let list = ["/keychains/b.keychain-db", "store", "/keychains/a.keychain-db", "/gone.keychain"]
    #expect(try keychains.setList(names.map { keychains.member(named: $0) }))
    #expect(shown(try world.keychains(of: "two").domainList(.user)) == list)
    #expect(try !keychains.setList(keychains.searchList()))
    #expect(try keychains.setList([]))
    #expect(shown(try keychains.domainList(.user)) == ["store"])
    #expect(
      !FileManager.default.fileExists(
        atPath: world.directory + "/preferences/com.apple.security.plist"))
  }

  @Test("a default must be a file that its owner can write, and goes with the file")
  func standard() throws {
    let keychains = world.keychains()
    #expect(code { try keychains.setStandard(keychains.member(named: "no.keychain")) } == -61)
    let keychain = try keychains.create("work.keychain", password: .text("x"))
    // Creating a keychain changes no list.
    #expect(shown(try keychains.domainList(.user)) == ["store"])
    try keychains.setStandard(.file(keychain))
    try keychains.setList([.file(keychain), .store])
    #expect(shown([try #require(try keychains.standard())]) == ["/keychains/work.keychain-db"])
    #expect(code { _ = try keychains.create("work.keychain", password: .text("x")) } == -25296)
    try keychains.remove(keychain)
    #expect(shown([try #require(try keychains.standard())]) == ["store"])
    #expect(shown(try keychains.domainList(.user)) == ["store"])
    #expect(code { try keychains.remove(keychain) } == -25294)
  }

  @Test("a file of the login keychain's name takes the name over")
  func login() throws {
    let keychains = world.keychains()
    _ = try keychains.create("login.keychain", password: .text("x"))
    #expect(shown([keychains.login()]) == ["/keychains/login.keychain-db"])
    #expect(shown(try keychains.domainList(.user)) == ["/keychains/login.keychain-db"])
    #expect(shown([keychains.member(named: world.directory + "/store.db")]) == ["store"])
  }

  @Test("damaged preferences are an error, and are not overwritten")
  func damaged() throws {
    let folder = try #require(world.places.preferences)
    let path = folder + "/com.apple.security.plist"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "no property list".write(toFile: path, atomically: false, encoding: .utf8)
    let keychains = world.keychains()
    #expect(code { _ = try keychains.searchList() } == -25295)
    #expect(code { try keychains.setList([]) } == -25295)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "no property list")
  }

  @Test(
    "a list that all users read has absolute paths", arguments: [PreferenceDomain.common, .system])
  func shared(_ domain: PreferenceDomain) throws {
    let keychains = world.keychains()
    let home = try #require(world.places.home)
    let list = [keychains.member(named: home + "/k.keychain"), keychains.member(named: "own")]
    try keychains.setList(list, of: domain)
    try keychains.setList(list)
    let name = domain == .common ? "security-common" : "security"
    let shared = try String(
      contentsOfFile: world.directory + "/system/com.apple.\(name).plist", encoding: .utf8)
    #expect(shared.contains(">\(home)/k.keychain<") && !shared.contains("~"), "\(shared)")
    #expect(shared.contains(">\(world.directory)/keychains/own<"), "\(shared)")
    #expect(shown(try keychains.domainList(domain)) == shown(list))
  }

  @Test("without a home, absolute names work, and relative names and the user's list do not")
  func withoutHome() throws {
    let absence = KeychainError(.notAvailable, "no home")
    let surroundings = KeychainSurroundings(
      places: KeychainPlaces(absence: absence, systemPreferences: world.directory + "/system"),
      clock: world.clock, randomness: SystemRandomness(), holder: world.holder,
      client: KeychainWorld.client("one"))
    let keychains = Keychains(surroundings)
    for name in ["a.keychain", "login.keychain", "x/../a.keychain", "~/a.keychain"] {
      #expect(code { try keychains.places.requireName(name) } == -25291, "\(name)")
      #expect(keychains.member(named: name).file == nil, "\(name)")
    }
    for name in ["", ".", "/", "/a/.."] {
      #expect(code { try keychains.places.requireName(name) } == -50, "\(name)")
    }
    let path = world.directory + "/a.keychain"
    try keychains.places.requireName(path)
    let keychain = try keychains.create(path, password: .text("x"))
    let login = try keychains.create(world.directory + "/login.keychain", password: .text("x"))
    #expect(keychain.path == path && keychain.exists && login.exists)
    #expect(shown(try keychains.searchList()) == [Self.system])
    #expect(code { _ = try keychains.domainList(.user) } == -25291)
    #expect(code { _ = try keychains.standard() } == -25291)
    #expect(code { try keychains.setList([.file(keychain)]) } == -25291)
    #expect(code { try keychains.setStandard(.file(keychain)) } == -25291)
    #expect(keychains.survey().isEmpty && keychains.inFolder().isEmpty)
    #expect(try keychains.setList([.file(keychain)], of: .common))
    #expect(shown(try keychains.searchList()) == ["/a.keychain"])
    try keychains.remove(keychain)
    try keychains.remove(login)
    #expect(!keychain.exists && !login.exists)
  }
}
