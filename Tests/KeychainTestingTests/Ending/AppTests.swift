// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import KeychainTypes
import SecureMemory
import Security
import Testing

/// Tests of the app type for devices and temporary keychains, and of devices whose first app is not
/// "TEST.main".
@Suite("Apps of devices and keychains", .timeLimit(.minutes(10)))
struct AppTests {
  private static let shared = "TEAM1.org.example.shared"
  private static let wallet = SimulatedDevice.App("TEAM1.org.example.wallet", groups: [shared])

  /// Apps with their identifiers and access groups.
  private static let rows: [(TestApp, String, [String])] = [
    (.main, "TEST.main", ["TEST.main"]),
    (.standard, "test.application", ["test.application"]),
    (.unentitled, "test.application", []),
    (.withGroups(exactly: ["b", "a"]), "test.application", ["b", "a"]),
    (wallet, "TEAM1.org.example.wallet", [shared, "TEAM1.org.example.wallet"]),
    (TestApp("x"), "x", ["x"]),
    (TestApp("x", groups: ["x", "y"]), "x", ["x", "y"]),
    (TestApp("x", entitlements: .init(groups: ["y"])), "TEST.x", ["y", "TEST.x"]),
    (TestApp("x", entitlements: .init(prefix: "T")), "T.x", ["T.x"]),
    (TestApp("x", entitlements: .none), "x", []),
  ]

  @Test("an app is the same caller to a device and to a keychain", arguments: 0..<rows.count)
  func callers(_ number: Int) throws {
    let (app, identifier, groups) = Self.rows[number]
    let device = SimulatedDevice(app: app)
    let keychain = try TemporaryKeychain(as: app)
    let callers = [
      device.run { CurrentInstallation.installed?.caller },
      keychain.run { CurrentInstallation.installed?.caller },
    ]
    for caller in callers {
      #expect(caller?.identifier == identifier)
      #expect(caller?.groups == groups)
    }
    // A device with this app can be remade from its journal.
    #expect(try SimulatedDevice(replaying: device.journal).state.apps == device.state.apps)
  }

  @Test("a phone begins with an app: its groups, its prompts, in front")
  func phone() throws {
    let phone = SimulatedDevice.phone(app: Self.wallet)
    #expect(phone.mainApp == Self.wallet && phone.state.foreground == Self.wallet.name)
    #expect(phone.state.apps.keys.sorted() == [Self.wallet.name])
    phone.run {
      let control = SecAccessControlCreateWithFlags(
        nil, kSecAttrAccessibleWhenUnlocked, .userPresence, nil)
      let more: [String: Any] = [kSecAttrAccessControl as String: control as Any]
      #expect(Items.add("a", more: more) == errSecSuccess)
      phone.answer(.biometry("right index"))
      #expect(Items.read("a", group: Self.shared) == errSecSuccess)
    }
    #expect(phone.items.map(\.accessGroup) == [Self.shared])
    #expect(phone.prompts.map(\.caller) == ["TEAM1.org.example.wallet"])
  }

  @Test("every preset has the app")
  func presets() throws {
    try SimulatedDevice.each(app: Self.wallet) { phone, preset in
      #expect(phone.mainApp == Self.wallet, "\(preset)")
      #expect(phone.state.apps.keys.sorted() == [Self.wallet.name], "\(preset)")
    }
  }

  @Test("events without an app are about the device's first one")
  func events() throws {
    let phone = SimulatedDevice(profile: .ios, sensor: .face, app: Self.wallet)
    phone.enterBackground()
    try phone.enterForeground()
    #expect(phone.state.foreground == Self.wallet.name)
    try phone.refuseBiometry()
    #expect(phone.state.biometryRefused == [Self.wallet.name])
    try phone.allowBiometry()
    #expect(phone.state.biometryRefused == [])
    let newer = SimulatedDevice.App(Self.wallet.name, groups: ["TEAM1.more"], version: "2")
    try phone.upgrade(to: newer)
    let caller = phone.run { CurrentInstallation.installed?.caller }
    #expect(caller?.groups == ["TEAM1.more", Self.wallet.name] && caller?.version == "2")
  }

  @Test("observers of a lock run as the device's first app if none is in front")
  func observers() {
    FailureRecord.silence()
    let phone = SimulatedDevice.phone(app: Self.wallet)
    let statuses = Lock<[OSStatus]>([])
    let observer = NotificationCenter.default.addObserver(
      forName: Notification.Name("UIApplicationProtectedDataWillBecomeUnavailable"), object: nil,
      queue: nil
    ) { _ in
      // Other suites' devices lock too, so only this app counts.
      guard CurrentInstallation.installed?.caller?.identifier == Self.wallet.name else { return }
      statuses.withLock { $0.append(Items.read("a")) }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    phone.run { #expect(Items.add("a") == errSecSuccess) }
    phone.enterBackground()
    phone.lock(grace: .seconds(10))
    #expect(statuses.withLock { $0 }.contains(errSecSuccess))
    #expect(phone.failures == [])
  }

  @Test("the former name of the app type, and an app's version")
  func names() throws {
    let app: TemporaryKeychain.Application = SimulatedDevice.App("x", version: "7")
    let keychain = try TemporaryKeychain(as: app)
    #expect(keychain.run { CurrentInstallation.installed?.caller?.version } == "7")
  }
}
