// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import KeychainTypes
import LocalAuthentication
import Security
import Testing

/// Tests where a call goes: to the task's device, to the process's device, or nowhere.
@Suite("Reach of a simulated device", .serialized, .timeLimit(.minutes(10)))
struct ReachTests {
  func onAnotherThread<R: Sendable>(_ body: @escaping @Sendable () -> R) async -> R {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }

  @Test("a call without a device is refused, and told with its call stack")
  func escape() async throws {
    let device = SimulatedDevice.phone()
    let before = device.escapes.count
    let status = await device.run { await onAnotherThread { Items.add("escaped") } }
    #expect(status == errSecNotAvailable)
    let escape = try #require(device.escapes.last)
    #expect(device.escapes.count > before)
    // A frame is a file and an offset, or a function's name if the file has it.
    #expect(escape.callStack.count > 4, "\(escape.callStack)")
    #expect(escape.callStack.contains { $0.contains("+0x") }, "\(escape.callStack)")
    #expect(device.items.isEmpty)
  }

  @Test("installed, it serves every thread, as its app is now; a second one is refused")
  func install() async throws {
    let device = SimulatedDevice.phone()
    let other = SimulatedDevice()
    try device.install()
    defer { device.uninstall() }
    #expect(throws: SimulatedDevice.Impossible.self) { try other.install() }
    other.uninstall()
    #expect(await onAnotherThread { Items.add("a") } == errSecSuccess)
    #expect(other.run { Items.read("a") } == errSecItemNotFound)
    device.lock()
    #expect(await onAnotherThread { Items.read("a") } == errSecInteractionNotAllowed)
    device.unlock()
    try device.upgrade(.main, .init(prefix: "OTHER"))
    #expect(CurrentInstallation.processWide?.caller?.identifier == "OTHER.main")
    #expect(await onAnotherThread { Items.read("a") } == errSecItemNotFound)
    device.uninstall()
    #expect(CurrentInstallation.processWide == nil)
  }

  @Test("a context remembers its device, and so does a query that carries it, on any thread")
  func objects() async throws {
    let device = SimulatedDevice.phone()
    let context = CaseRun(device: device).context()
    device.run { #expect(Items.add("a") == errSecSuccess) }
    device.answer(.biometry("right index"))
    nonisolated(unsafe) let held = context
    let found = await onAnotherThread { () -> OSStatus in
      unsafe Items.read("a", more: [kSecUseAuthenticationContext as String: held])
    }
    #expect(found == errSecSuccess)
    let reply = Reply()
    Thread.detachNewThread {
      unsafe held.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "to test") {
        reply.take($0, $1)
      }
    }
    #expect(await reply.code == 0)
    #expect(device.prompts.count == 1)
  }

  @Test("the guard ends with the last device, and the installation with its own")
  func ending() throws {
    do {
      let device = SimulatedDevice()
      try device.install()
      #expect(CurrentInstallation.processWide != nil)
      withExtendedLifetime(device) {}
    }
    #expect(CurrentInstallation.processWide == nil)
  }
}
