// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import Foundation
import KeychainTypes
import Testing

/// Tests of the files of trust settings on disk: safe, whole, and shared by processes.
@Suite("trust settings on disk") struct TrustSettingsFileTests {
  private static let moment = TrustFixtures.moment

  private func code(_ body: () throws(KeychainError) -> Void) -> Int32 {
    do throws(KeychainError) {
      try body()
      return 0
    } catch {
      return error.code.rawValue
    }
  }

  private func mode(_ path: String) throws -> Int {
    let found = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    return try #require(found)
  }

  @Test("set, read, remove in both domains, with modes 0600 and 0644")
  func domains() throws {
    let fixture = try SettingsFixture()
    defer { fixture.remove() }
    let places = fixture.places
    let root = try TrustFixtures.certificate("R")
    // swift-format-ignore
    for (domain, file, mode) in [
      (TrustDomain.user, fixture.userFile, 0o600), (.admin, fixture.path("admin/Admin.plist"), 0o644),
    ] {
      #expect(try places.settings(of: domain, anchors: { [] }).isEmpty)
      #expect(code { () throws(KeychainError) in try places.remove(root, from: domain) } == -25300)
      #expect(!FileManager.default.fileExists(atPath: file))
      try places.set([SettingsFixture.result(.deny)], of: root, in: domain, at: Self.moment)
      #expect(try self.mode(file) == mode)
      let settings = try places.settings(of: domain, anchors: { [] })
      #expect(try settings.record(of: root)?.settings == [SettingsFixture.result(.deny)])
      try places.set(nil, of: root, in: domain, at: Self.moment)
      #expect(try places.settings(of: domain, anchors: { [] }).record(of: root)?.settings == nil)
      try places.remove(root, from: domain)
      #expect(try places.settings(of: domain, anchors: { [] }).isEmpty)
    }
    #expect(try mode(fixture.path("user")) == 0o700)
  }

  @Test("refusals: the system's domain, the administrator's, results that do not fit")
  func refusals() throws {
    let fixture = try SettingsFixture()
    defer { fixture.remove() }
    let places = fixture.places
    let nobody = TrustSettingsPlaces(
      user: fixture.path("user"), admin: fixture.path("admin"), isAdministrator: false,
      application: { nil })
    let (root, leaf) = (try TrustFixtures.certificate("R"), try TrustFixtures.certificate("L"))
    func set(
      _ places: TrustSettingsPlaces, _ domain: TrustDomain, _ certificate: Certificate,
      _ settings: [TrustSetting]?
    ) -> Int32 {
      code { () throws(KeychainError) in
        try places.set(settings, of: certificate, in: domain, at: Self.moment)
      }
    }
    let result = SettingsFixture.result
    #expect(set(places, .system, root, nil) == -25317)
    #expect(set(nobody, .admin, root, nil) == -61)
    #expect(set(nobody, .admin, leaf, nil) == -61)
    #expect(set(places, .user, leaf, nil) == -50)
    #expect(set(places, .user, leaf, []) == -50)
    #expect(set(places, .user, leaf, [result(.trustRoot)]) == -50)
    #expect(set(places, .user, leaf, [result(.trustAsRoot)]) == 0)
    #expect(set(places, .user, leaf, [result(.deny)]) == 0)
    #expect(set(places, .user, root, [result(.trustAsRoot)]) == -50)
    #expect(set(places, .user, root, [result(.deny), TrustSetting()]) == 0)
    #expect(set(.nowhere, .user, root, nil) == -25291)
    #expect(code { () throws(KeychainError) in try nobody.enableUserSettings(false) } == -61)
    #expect(
      code { () throws(KeychainError) in try places.replaceAll(of: .user, by: [1]) } == -25262)
    #expect(
      code { () throws(KeychainError) in try places.replaceAll(of: .system, by: [1]) } == -25317)
    #expect(code { () throws(KeychainError) in try nobody.replaceAll(of: .admin, by: [1]) } == -61)
    #expect(try places.settings(of: .user, anchors: { [] }).records.count == 2)
  }

  @Test("files that are not read: evaluations are refused, and no change replaces them")
  func unsafe() throws {
    let fixture = try SettingsFixture()
    defer { fixture.remove() }
    let places = fixture.places
    let root = try TrustFixtures.certificate("R")
    try places.set(nil, of: root, in: .user, at: Self.moment)
    let good = try Data(contentsOf: URL(fileURLWithPath: fixture.userFile))
    let file = URL(fileURLWithPath: fixture.userFile)
    func attempts(_ title: String, _ spoil: () throws -> Void) throws {
      try? FileManager.default.removeItem(at: file)
      try good.write(to: file)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: fixture.userFile)
      #expect(code { () throws(KeychainError) in _ = try TrustDomains(at: places) } == 0)
      try spoil()
      let before = try? Data(contentsOf: file)
      #expect(
        code { () throws(KeychainError) in _ = try TrustDomains(at: places) } == -25262, "\(title)")
      #expect(
        code { () throws(KeychainError) in
          try places.set(nil, of: root, in: .user, at: Self.moment)
        } == -25262, "\(title)")
      #expect((try? Data(contentsOf: file)) == before, "\(title)")
    }
    try attempts("cut") { try good.prefix(good.count / 2).write(to: file) }
    try attempts("empty") { try Data().write(to: file) }
    try attempts("too large") { try Data(count: 5 << 20).write(to: file) }
    try attempts("writable by others") {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o620], ofItemAtPath: fixture.userFile)
    }
    try attempts("a link") {
      try FileManager.default.moveItem(atPath: fixture.userFile, toPath: fixture.path("moved"))
      try FileManager.default.createSymbolicLink(
        atPath: fixture.userFile, withDestinationPath: fixture.path("moved"))
    }
    try attempts("a directory") {
      try FileManager.default.removeItem(at: file)
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    }
    try FileManager.default.removeItem(at: file)
    let status = unsafe mkfifo(fixture.userFile, 0o600)
    #expect(status == 0)
    #expect(code { () throws(KeychainError) in _ = try TrustDomains(at: places) } == -25262)
  }

  @Test("a file of another user", .enabled(if: geteuid() == 0))
  func foreign() throws {
    let fixture = try SettingsFixture()
    defer { fixture.remove() }
    let root = try TrustFixtures.certificate("R")
    try fixture.places.set(nil, of: root, in: .user, at: Self.moment)
    try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: fixture.userFile)
    #expect(code { () throws(KeychainError) in _ = try TrustDomains(at: fixture.places) } == -25262)
  }

  @Test("a directory that may not be written", .enabled(if: geteuid() != 0))
  func readOnly() throws {
    let fixture = try SettingsFixture()
    defer { fixture.remove() }
    let root = try TrustFixtures.certificate("R")
    try FileManager.default.createDirectory(
      atPath: fixture.path("user"), withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o500])
    #expect(
      code { () throws(KeychainError) in
        try fixture.places.set(nil, of: root, in: .user, at: Self.moment)
      } == -61)
  }

  @Test("directories that are not made or not used")
  func directories() throws {
    let fixture = try SettingsFixture()
    defer { fixture.remove() }
    let root = try TrustFixtures.certificate("R")
    func set(_ user: String, home: String?) -> Int32 {
      code { () throws(KeychainError) in
        try TrustSettingsPlaces(
          user: user, home: home, admin: nil, isAdministrator: false, application: { nil }
        ).set(nil, of: root, in: .user, at: Self.moment)
      }
    }
    let absent = fixture.path("absent")
    #expect(set(absent + "/.local/share/latchkey", home: absent) == -36)
    #expect(!FileManager.default.fileExists(atPath: absent))
    #expect(set(fixture.path("home/a/b"), home: fixture.folder.path) == 0)
    try FileManager.default.createDirectory(
      atPath: fixture.path("open"), withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o777])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o777], ofItemAtPath: fixture.path("open"))
    #expect(set(fixture.path("open"), home: nil) == -61)
    try Data().write(to: URL(fileURLWithPath: fixture.path("file")))
    #expect(set(fixture.path("file"), home: nil) == -36)
  }

  @Test("many writers at once lose nothing")
  func writers() throws {
    let fixture = try SettingsFixture()
    defer { fixture.remove() }
    let names = ["R", "other root", "RA", "RB", "RR", "R0", "R of first version"]
    let certificates = try TrustFixtures.certificates(names)
    let places = fixture.places
    for round in 0..<10 {
      DispatchQueue.concurrentPerform(iterations: certificates.count) { place in
        if round % 2 == 0 {
          try? places.set(
            [SettingsFixture.result(.deny)], of: certificates[place], in: .user, at: Self.moment)
        } else {
          try? places.remove(certificates[place], from: .user)
        }
      }
      let count = try places.settings(of: .user, anchors: { [] }).records.count
      #expect(count == (round % 2 == 0 ? certificates.count : 0))
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: fixture.path("user"))
    #expect(Set(left) == TrustSettingsFile.names)
  }

  @Test("a change is seen at once, and disabled settings of users do not count")
  func changes() throws {
    let fixture = try SettingsFixture()
    defer { fixture.remove() }
    let places = fixture.places
    let root = try TrustFixtures.certificate("R")
    var seen: Set<Bool> = []
    for round in 0..<40 {
      let isDenied = round % 2 == 0
      try places.set(
        [SettingsFixture.result(isDenied ? .deny : .unspecified)], of: root, in: .user,
        at: Self.moment)
      let domains = try TrustDomains(at: places)
      let expected = try TrustDomains(
        user: places.settings(of: .user, anchors: { [] }), admin: nil, application: { nil })
      #expect(domains == expected)
      seen.insert(isDenied)
    }
    #expect(seen.count == 2)
    let mark = try #require(places.mark)
    #expect(try mark.isEnabled())
    try places.enableUserSettings(false)
    #expect(try !mark.isEnabled())
    #expect(try TrustDomains(at: places).isEmpty)
    try places.enableUserSettings(false)
    try places.enableUserSettings(true)
    try places.enableUserSettings(true)
    #expect(try !TrustDomains(at: places).isEmpty)
  }
}
