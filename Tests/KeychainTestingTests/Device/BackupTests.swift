// SPDX-License-Identifier: Apache-2.0
import KeychainTesting
import Security
import Testing

/// Tests of backup, restore and migration beyond the tables of Specification/access-control.md,
/// "Effects on items".
@Suite("Backups of a simulated device", .timeLimit(.minutes(10)))
struct BackupTests {
  private typealias Impossible = SimulatedDevice.Impossible

  /// Makes a phone with an item of each protection.
  private static func phone(seed: UInt64 = 0) -> SimulatedDevice {
    let phone = SimulatedDevice.phone(seed: seed)
    for name in Items.protections { #expect(phone.run { Items.add(name, name) } == 0) }
    return phone
  }

  private static func readable(_ device: SimulatedDevice) -> [String] {
    Items.protections.filter { name in device.run { Items.read(name) } == 0 }
  }

  @Test("what one device refuses stays what it was there", arguments: [true, false])
  func refused(isLocked: Bool) throws {
    let (here, there) = (Self.phone(), Self.phone(seed: 1))
    let backup = try here.backup(encrypted: isLocked)
    if isLocked { there.lock() }
    let error = #expect(throws: Impossible.self) { try there.restore(backup) }
    #expect(error?.status == (isLocked ? errSecInteractionNotAllowed : errSecDecode))
    there.unlock()
    #expect(Self.readable(there) == Items.protections)
  }

  @Test("a backup needs the keys: none while locked or off, one within the grace")
  func states() throws {
    let phone = SimulatedDevice.phone()
    phone.lock(grace: .seconds(10))
    _ = try phone.backup(encrypted: true)
    try phone.advance(by: .seconds(10))
    // A locked device refuses a backup, whatever its items are.
    let locked = #expect(throws: Impossible.self) { try phone.backup(encrypted: true) }
    try phone.powerOff()
    let off = #expect(throws: Impossible.self) { try phone.backup(encrypted: false) }
    #expect([locked?.status, off?.status] == [-25308, -25308])
  }

  @Test("items move only between two devices that are unlocked")
  func migration() throws {
    let (here, there) = (Self.phone(), SimulatedDevice.phone(seed: 1))
    for device in [here, there] {
      device.lock()
      let error = #expect(throws: Impossible.self) { try here.migrate(to: there) }
      #expect(error == Impossible("the device is locked"))
      device.unlock()
    }
    #expect(there.items.isEmpty)
    try here.migrate(to: there)
    #expect(Self.readable(there) == ["ak", "ck", "dk"])
    #expect(Self.readable(here) == Items.protections)
  }

  @Test("other words make another phone; the same ones a twin, which takes no backup of the first")
  func twins() throws {
    let phone = Self.phone()
    let others = [
      SimulatedDevice.phone(passcode: "1235"), .phone(enrolled: []), .phone(seed: 1),
      .phone(enrolled: ["right", "index"]),
    ]
    #expect(Set(others.map(\.state.identity) + [phone.state.identity]).count == 5)
    let backup = try phone.backup(encrypted: true)
    for other in others {
      try other.restore(backup)
      #expect(Self.readable(other) == ["ak", "ck", "dk"])
    }
    let twin = SimulatedDevice.phone()
    #expect(twin.state == SimulatedDevice.phone().state)
    let error = #expect(throws: Impossible.self) { try twin.restore(backup) }
    #expect(error?.description.contains("another seed") == true && twin.items.isEmpty)
  }

  @Test("a journal has all of it, the other device's backup too")
  func replay() throws {
    let first = SimulatedDevice.phone(seed: 9)
    try first.restore(Self.phone().backup(encrypted: true))
    try first.restore(first.backup(encrypted: false))
    first.lock()
    #expect(throws: Impossible.self) { try first.backup(encrypted: true) }
    #expect(first.run { Items.read("ck") } == 0)
    let second = try SimulatedDevice(replaying: first.journal)
    #expect(second.run { Items.read("ck") } == 0)
    #expect(second.state == first.state && second.journal == first.journal)
    #expect(second.items == first.items && second.items.count == 3 && second.failures.isEmpty)
  }

  @Test("a device that stops dead in a restore has the items of before, or those of the backup")
  func crash() throws {
    let backup = try Self.phone().backup(encrypted: true)
    var found: Set<[String]> = []
    for number in 1... {
      let phone = SimulatedDevice.phone(seed: 1)
      for name in ["aku", "ck"] { #expect(phone.run { Items.add(name, name) } == 0) }
      phone.crash(at: number)
      try? phone.restore(backup)
      guard phone.hasCrashed else { break }
      phone.reboot()
      phone.unlock()
      found.insert(Self.readable(phone))
      #expect(phone.items.count == Self.readable(phone).count && phone.failures.isEmpty)
    }
    #expect(found == [["ck", "aku"], ["ak", "ck", "dk"]])
  }
}
