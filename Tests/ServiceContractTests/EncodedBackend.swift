// SPDX-License-Identifier: Apache-2.0

import KeychainContract
import KeychainTypes
import Testing

/// The embedded engine, whose requests, answers and refusals cross as bytes, as over a socket
/// (Documentation/Formats/requests.md).
final class EncodedBackend: ContractBackend {
  private let backend: EmbeddedBackend

  init() throws { backend = try EmbeddedBackend() }

  func service(as caller: Caller) throws -> any KeychainService & Administration {
    let service = try backend.service(as: caller)
    return EncodedSession(
      service: EncodedService(service: service), administration: service)
  }

  func service(
    as caller: Caller, asking person: any Authenticator, in context: AuthenticationContext?
  ) throws(KeychainError) -> any KeychainService {
    EncodedService(service: try backend.service(as: caller, asking: person, in: context))
  }

  func reopen() throws { try backend.reopen() }
  func restart() throws { try backend.restart() }
}

/// A service behind the encoding of its requests, answers and refusals.
struct EncodedService: KeychainService {
  let service: any KeychainService

  func answer(_ request: Request) throws(KeychainError) -> Answer {
    let result: Result<Answer, KeychainError>
    do throws(KeychainError) {
      result = .success(try service.answer(try crossing(request)))
    } catch {
      result = .failure(error)
    }
    switch result {
    case .success(let answer): return try crossing(answer)
    // Evidence and the demand for it stay in the process that has the keys.
    case .failure(let error) where error.challenge != nil: throw error
    case .failure(let error):
      guard let crossed = try? KeychainError(decoding: error.encoded()) else {
        throw KeychainError(.internalError, "a refusal does not cross")
      }
      // A sentence that the table lacks would be lost on its way.
      #expect("\(crossed.reason)" == "\(error.reason)", "run Scripts/reasons.py")
      #expect("\(crossed.advice)" == "\(error.advice)", "run Scripts/reasons.py")
      throw crossed
    }
  }

  private func crossing(_ request: Request) throws(KeychainError) -> Request {
    guard let crossed = try? Request(decoding: request.encoded()) else {
      throw KeychainError(.internalError, "a request does not cross")
    }
    // Evidence is the service's own: it does not cross.
    return crossed.bringing(request.evidence)
  }

  private func crossing(_ answer: Answer) throws(KeychainError) -> Answer {
    guard let crossed = try? Answer(decoding: answer.encoded()) else {
      throw KeychainError(.internalError, "an answer does not cross")
    }
    return crossed
  }
}

/// A session whose verbs cross as bytes; administration has no encoding yet and is called directly.
struct EncodedSession: KeychainService, Administration {
  let service: EncodedService
  let administration: any Administration

  func answer(_ request: Request) throws(KeychainError) -> Answer { try service.answer(request) }

  func describeStore() throws(KeychainError) -> StoreDescription {
    try administration.describeStore()
  }
  func damagedParts() throws(KeychainError) -> [String] { try administration.damagedParts() }
  func check() throws(KeychainError) -> CheckReport { try administration.check() }
  func rotateKeys() throws(KeychainError) -> RotationReport { try administration.rotateKeys() }
  func copyStore(to directory: String) throws(KeychainError) -> CheckReport {
    try administration.copyStore(to: directory)
  }
  func requireBackup() throws(KeychainError) { try administration.requireBackup() }
  func backup(under wrapping: BackupWrapping) throws(KeychainError) -> Backup {
    try administration.backup(under: wrapping)
  }
  func restore(
    _ content: [UInt8], under wrapping: BackupWrapping, _ terms: RestoreTerms
  ) throws(KeychainError) -> RestoreReport {
    try administration.restore(content, under: wrapping, terms)
  }
  func undoRestore(_ terms: RestoreTerms) throws(KeychainError) -> RestoreReport {
    try administration.undoRestore(terms)
  }
  func forgetBeforeRestore() throws(KeychainError) -> Bool {
    try administration.forgetBeforeRestore()
  }
  func lockStatus() throws(KeychainError) -> LockStatus { try administration.lockStatus() }
  func setPasscode(
    _ passcode: Passcode, for limit: UnlockLimit
  ) throws(KeychainError) -> RotationReport {
    try administration.setPasscode(passcode, for: limit)
  }
  func requirePasscode(_ passcode: Passcode, at door: PasscodeDoor) throws(KeychainError) {
    try administration.requirePasscode(passcode, at: door)
  }
  func changePasscode(
    from old: Passcode, to new: Passcode, at door: PasscodeDoor, for limit: UnlockLimit
  ) throws(KeychainError) {
    try administration.changePasscode(from: old, to: new, at: door, for: limit)
  }
  func removePasscode(_ passcode: Passcode, at door: PasscodeDoor) throws(KeychainError) {
    try administration.removePasscode(passcode, at: door)
  }
  func unlockStore(
    _ passcode: Passcode, at door: PasscodeDoor, for limit: UnlockLimit
  ) throws(KeychainError) {
    try administration.unlockStore(passcode, at: door, for: limit)
  }
  func lockStore(all: Bool) throws(KeychainError) { try administration.lockStore(all: all) }
  func listItems(_ classes: [ItemClass]) throws(KeychainError) -> [ItemSummary] {
    try administration.listItems(classes)
  }
}

@Suite("Service contract: requests and answers as bytes")
struct EncodedBackendTests {
  @Test("demand", arguments: ServiceContract.cases)
  func demand(_ demand: ContractCase) throws {
    for failure in demand.run(on: try EncodedBackend()) {
      Issue.record("\(failure)")
    }
  }
}
