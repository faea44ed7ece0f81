// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import KeychainTypes
import SecureMemory
import Security
import Testing

/// Tests of a device's reach, notifications, clocks and faults (Specification/access-control.md,
/// "API of KeychainTesting").
@Suite("Simulated device", .timeLimit(.minutes(10)))
struct DeviceTests {
  @Test("two devices have nothing in common, and run beside each other")
  func apart() async {
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          let device = SimulatedDevice.phone(seed: UInt64(number))
          await device.run {
            #expect(Items.add("a") == errSecSuccess)
            await Task.yield()
            #expect(Items.read("a") == errSecSuccess)
          }
          #expect(device.items.map(\.account) == ["a"])
        }
      }
    }
  }

  @Test("a lock tells with UIKit's names: before the keys go, and after they are back")
  func notifications() throws {
    let device = SimulatedDevice.phone()
    #expect(device.run { Items.add("told") } == errSecSuccess)
    let heard = Lock<[String]>([])
    let names = [
      "UIApplicationProtectedDataWillBecomeUnavailable",
      "UIApplicationProtectedDataDidBecomeAvailable",
    ]
    let observers = names.map { name in
      NotificationCenter.default.addObserver(
        forName: Notification.Name(name), object: nil, queue: nil
      ) { _ in
        // Other tests' devices also post notifications, but only this device has the item.
        let status = Items.read("told")
        guard [0, errSecInteractionNotAllowed].contains(status) else { return }
        heard.withLock { $0.append("\(name) \(status)") }
      }
    }
    defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    device.lock(grace: .seconds(10))
    try device.advance(by: .seconds(10))
    #expect(device.run { Items.read("told") } == errSecInteractionNotAllowed)
    #expect(heard.withLock { $0 } == [names[0] + " 0"])
    device.unlock()
    #expect(heard.withLock { $0 } == [names[0] + " 0", names[1] + " 0"])
  }

  @Test("dates of items are the device's")
  func dates() throws {
    let device = SimulatedDevice.phone()
    device.setWallClock(Date(timeIntervalSince1970: 1_000_000))
    try device.advance(by: .seconds(5))
    let date = device.run { () -> Date? in
      #expect(Items.add("a") == errSecSuccess)
      let query: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword, kSecReturnAttributes as String: true,
      ]
      var result: CFTypeRef?
      unsafe SecItemCopyMatching(query as CFDictionary, &result)
      return (result as? [String: Any])?[kSecAttrCreationDate as String] as? Date
    }
    #expect(date == Date(timeIntervalSince1970: 1_000_005))
  }

  @Test("the same seed and the same calls make the same device")
  func deterministic() throws {
    let run = { (seed: UInt64) in
      let device = SimulatedDevice.phone(seed: seed)
      try device.enrol("left thumb")
      device.run { _ = Items.add("a") }
      return (device.state, device.journal)
    }
    let (first, second, third) = try (run(5), run(5), run(6))
    #expect(first == second)
    #expect(first.0 != third.0)
  }

  @Test("a code of a device that is off, or of an app that is not there, is a mistake of the test")
  func mistakes() throws {
    let device = SimulatedDevice.phone()
    FailureRecord.silence()
    try device.powerOff()
    #expect(device.run { Items.read("a") } == errSecNotAvailable)
    try device.boot()
    device.delete(.main)
    #expect(device.run { Items.read("a") } == errSecNotAvailable)
    #expect(
      device.failures == [
        "main runs on a device that is off", "main runs but is not installed",
      ])
  }

  @Test("a refused write changes nothing, and the next one goes through")
  func refusedWrite() {
    let device = SimulatedDevice.phone()
    device.run {
      #expect(Items.add("a") == errSecSuccess)
      device.failNextWrite()
      #expect(Items.add("b") != errSecSuccess)
      #expect(Items.read("b") == errSecItemNotFound)
      #expect(Items.add("b") == errSecSuccess)
    }
    #expect(device.items.compactMap(\.account) == ["a", "b"])
  }

  @Test(
    "a device that stops dead keeps what was answered, and at most what was under way",
    arguments: 1...8)
  func crash(at number: Int) {
    let device = SimulatedDevice.phone()
    let answered = device.run { () -> Bool in
      #expect(Items.add("a") == errSecSuccess)
      device.crash(at: number)
      return Items.add("b") == errSecSuccess && Items.add("c") == errSecSuccess
    }
    device.reboot()
    device.unlock()
    device.run {
      #expect(Items.read("a") == errSecSuccess)
      if answered { #expect(Items.read("b") == errSecSuccess) }
      #expect([errSecSuccess, errSecItemNotFound].contains(Items.read("b")))
      #expect(Items.add("d") == errSecSuccess)
    }
  }

  @Test("the six states, each on a device of its own")
  func presets() {
    var seen: [String: OSStatus] = [:]
    SimulatedDevice.each(
      after: { device in
        #expect(device.run { Items.add("a") } == errSecSuccess)
      },
      { device, preset in
        seen[preset.rawValue] = device.run { Items.read("a") }
      })
    let locked = errSecInteractionNotAllowed
    #expect(
      seen == [
        "fresh": 0, "noPasscode": 0, "locked": locked, "beforeFirstUnlock": locked, "lockedOut": 0,
        "headless": 0,
      ])
  }

  @Test("a quirk: what only biometry opens goes with the last finger", arguments: [false, true])
  func itemsGoWithFinger(isLocked: Bool) throws {
    let device = SimulatedDevice(profile: .ios, quirks: [.losesBiometryAnyOnReset])
    try device.setPasscode("1234")
    try device.enrol("right index")
    let run = CaseRun(device: device)
    run.add(.biometryAny, named: "any")
    run.add([.biometryAny, .or, .devicePasscode], named: "or")
    run.addPlain("ak")
    if isLocked { device.lock() }
    try device.removeEnrolment("right index")
    if isLocked { #expect(device.items.count == 3) }
    device.unlock()
    #expect(device.items.compactMap(\.account) == ["or", "ak"])
  }

  @Test("a quirk: items go with the last app of their group")
  func itemsGoWithApp() throws {
    let shared = SimulatedDevice.Entitlements(groups: ["shared"])
    let main = SimulatedDevice.App("main", entitlements: shared)
    let device = SimulatedDevice(app: main, quirks: [.deletesItemsWithApp])
    let other = device.app("other", entitlements: shared)
    device.install(other)
    device.run {
      #expect(Items.add("own", group: "TEST.main") == errSecSuccess)
      #expect(Items.add("both", group: "shared") == errSecSuccess)
    }
    device.delete(main)
    #expect(device.items.compactMap(\.account) == ["both"])
    device.delete(other)
    #expect(device.items.isEmpty)
  }
}
