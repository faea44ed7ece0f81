// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTypes
import LocalAuthentication
import Testing

/// Tests of `evaluateAccessControl` (Specification/access-control.md, "Evaluation").
@Suite("LAContext: access controls", .timeLimit(.minutes(10)))
struct AccessControlTests {
  private let phone = Phone()
  private var device: ScriptedAuthenticator { phone.device }

  private func accessControl(_ flags: SecAccessControlCreateFlags) throws -> SecAccessControl {
    let made = SecAccessControlCreateWithFlags(
      nil, kSecAttrAccessibleWhenUnlocked, flags, nil)
    return try #require(made)
  }

  private func evaluate(
    _ flags: SecAccessControlCreateFlags, _ operation: LAAccessControlOperation,
    in context: LAContext? = nil
  ) async throws -> Int {
    let outcome = Outcome()
    let context = context ?? phone.context()
    defer { withExtendedLifetime(context) {} }
    context.evaluateAccessControl(
      try accessControl(flags), operation: operation, localizedReason: "test"
    ) { outcome.take($0, $1) }
    return await outcome.code
  }

  @Test("nothing is asked where nothing is constrained")
  func unconstrained() async throws {
    #expect(try await evaluate([], .useItem) == 0)
    #expect(try await evaluate(.privateKeyUsage, .useKeySign) == 0)
    #expect(device.prompts.isEmpty)
  }

  @Test("an operation without an entry is refused with -1009")
  func noEntry() async throws {
    #expect(try await evaluate(.userPresence, .useKeySign) == -1009)
    #expect(try await evaluate([.privateKeyUsage, .userPresence], .useItem) == -1009)
  }

  @Test("two factors are one prompt with two stages")
  func twoStages() async throws {
    device.answer(.match, .wrongPasscode, .rightPasscode)
    #expect(try await evaluate([.biometryAny, .and, .devicePasscode], .useItem) == 0)
    #expect(device.prompts.map(\.stages) == [[.biometry, .passcode, .passcode]])
  }

  @Test("a finger is no passcode")
  func passcodeOnly() async throws {
    device.answer(.match, .rightPasscode)
    #expect(try await evaluate(.devicePasscode, .useItem) == 0)
    #expect(device.prompts.map(\.stages) == [[.passcode, .passcode]])
  }

  @Test("what is proved for the stronger rule serves the weaker, not the other way round")
  func covered() async throws {
    device.answer(.match)
    let context = phone.context()
    #expect(try await evaluate(.biometryCurrentSet, .useItem, in: context) == 0)
    #expect(try await evaluate(.userPresence, .useItem, in: context) == 0)
    #expect(device.prompts.count == 1)
    device.answer(.cancel)
    #expect(try await evaluate(.devicePasscode, .useItem, in: context) == -2)
  }

  @Test("making something asks nobody, but needs what will be asked to be there")
  func creation() async throws {
    for operation in [LAAccessControlOperation.createItem, .createKey] {
      #expect(try await evaluate(.biometryAny, operation) == 0)
      #expect(try await evaluate(.companion, operation) == 0)
    }
    device.failBiometry(times: 5)
    #expect(try await evaluate(.biometryAny, .createItem) == 0)
    #expect(try await evaluate(.biometryAny, .useItem) == -8)
    device.enrol([])
    #expect(try await evaluate(.biometryAny, .createItem) == -7)
    device.change { $0.hasPasscode = false }
    #expect(try await evaluate(.userPresence, .createItem) == -5)
    #expect(device.prompts.isEmpty)
  }

  @Test("an application password is typed where the context has none")
  func password() async throws {
    device.answer(.applicationPassword([1, 2]))
    let context = phone.context()
    #expect(try await evaluate(.applicationPassword, .createItem, in: context) == 0)
    #expect(context.isCredentialSet(.applicationPassword) && device.prompts.count == 1)
    #expect(try await evaluate(.applicationPassword, .useItem, in: context) == 0)
    #expect(device.prompts.count == 1)
    #expect(context.setCredential(nil, type: .applicationPassword))
    device.change { $0.isInteractive = false }
    #expect(try await evaluate(.applicationPassword, .useItem, in: context) == -1004)
    #expect(context.setCredential(Data([3]), type: .applicationPassword))
    #expect(try await evaluate(.applicationPassword, .useItem, in: context) == 0)
  }

  @Test("a companion out of reach is known without a prompt")
  func companion() async throws {
    #expect(try await evaluate(.companion, .useItem) == -11)
    let pairing = Identifier16(high: 0, low: 9)
    device.change { $0.companions[.watch] = .init(isInReach: false, pairing: pairing) }
    #expect(try await evaluate(.companion, .useItem) == -11 && device.prompts.isEmpty)
    device.change { $0.companions[.watch] = .init(isInReach: true, pairing: pairing) }
    device.answer(.companionConfirms)
    #expect(try await evaluate(.companion, .useItem) == 0)
  }

  @Test("credentials come and go; a PIN is kept apart")
  func credentials() {
    let context = phone.context()
    #expect(!context.isCredentialSet(.applicationPassword))
    #expect(context.setCredential(Data(), type: .applicationPassword))
    #expect(context.isCredentialSet(.applicationPassword))
    #expect(!context.isCredentialSet(.smartCardPIN))
    #expect(context.setCredential(Data([1]), type: .smartCardPIN))
    #expect(context.setCredential(nil, type: .applicationPassword))
    #expect(!context.isCredentialSet(.applicationPassword))
    #expect(context.isCredentialSet(.smartCardPIN))
    context.invalidate()
    #expect(!context.isCredentialSet(.smartCardPIN))
  }
}
