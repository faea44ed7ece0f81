// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import LocalAuthentication
import Security

/// A simulated phone that carries out the steps with the calls of an app.
final class PhoneRig {
  let phone: SimulatedDevice
  private var contexts: [LAContext] = []

  init(seed: UInt64) {
    phone = SimulatedDevice(seed: seed, profile: .ios)
    contexts = (0..<2).map { _ in phone.run { LAContext() } }
  }

  /// - Parameter model: the model after the step, which knows the acts of the user.
  func answer(_ step: PhoneStep, _ model: PhoneModel) throws -> PhoneAnswer {
    let before = phone.prompts.count
    for act in model.acts { phone.answer(deed(act, model)) }
    switch step.fault {
    case .fails(let number): phone.failNextWrite(at: number)
    case .crashes(let number): phone.crash(at: number)
    case nil: break
    }
    var answer = try phone.run { try carryOut(step.action, model) }
    answer.prompts = phone.prompts.count - before
    return answer
  }

  /// A description of a prompt that was not expected or did not come.
  ///
  /// Nil if there is no surprise.
  var surprise: String? {
    if !phone.failures.isEmpty { return "\(phone.failures)" }
    return phone.unusedSteps.isEmpty ? nil : "nobody asked for \(phone.unusedSteps)"
  }

  /// Restarts the phone with a working disk, and unlocks it.
  func restart() {
    phone.reboot()
    phone.unlock()
  }

  /// The parts of the items that are visible without a secret.
  var outlines: [String] {
    phone.items.filter { $0.account != nil }.map { item in
      "\(item.account ?? "") \(item.accessible) \(item.isConstrained) \(item.label ?? "-")"
    }
  }

  private func deed(_ act: PhoneAct, _ model: PhoneModel) -> SimulatedDevice.Step {
    switch act {
    case .finger: .biometry(model.fingers.first ?? "")
    case .noMatch: .noMatch
    case .fallback: .fallback
    case .passcode: .passcode(model.passcode ?? "")
    case .cancel: .cancel
    case .password: .applicationPassword(PhoneModel.password)
    case .otherPassword: .applicationPassword("other")
    }
  }

  private func carryOut(_ action: PhoneStep.Action, _ model: PhoneModel) throws -> PhoneAnswer {
    switch action {
    case .add(let item, let asking): return add(item, asking)
    case .read(let account, let asking): return read(account, asking)
    case .update(let account, let change, let asking): return update(account, change, asking)
    case .delete(let account):
      return PhoneAnswer(status: SecItemDelete(query(account, nil) as CFDictionary))
    case .lock: phone.lock()
    case .unlock: phone.unlock()
    case .unlockWithFinger: try phone.unlock(finger: model.fingers.first ?? "")
    case .reboot: phone.reboot()
    case .setPasscode(let text): try phone.setPasscode(text)
    case .changePasscode(let text):
      try phone.changePasscode(phone.state.passcode ?? "", text)
    case .removePasscode: try phone.removePasscode(phone.state.passcode ?? "")
    case .enrol(let name): try phone.enrol(name)
    case .removeEnrolment(let name): try phone.removeEnrolment(name)
    case .failBiometry: try phone.failBiometry(times: 5)
    case .advance(let minutes): try phone.advance(by: .seconds(60 * minutes))
    case .invalidate(let number):
      contexts[number].invalidate()
      contexts[number] = LAContext()
    }
    return PhoneAnswer()
  }
}

// The SecItem calls.
extension PhoneRig {
  private func add(_ item: PhoneItem, _ asking: PhoneAsking) -> PhoneAnswer {
    var dictionary = query(item.account, asking)
    dictionary[kSecValueData as String] = Data(item.secret.utf8)
    protect(&dictionary, item.protection, item.guarding)
    return PhoneAnswer(status: SecItemAdd(dictionary as CFDictionary, nil))
  }

  private func read(_ account: String?, _ asking: PhoneAsking) -> PhoneAnswer {
    var dictionary = query(account, asking)
    dictionary[kSecReturnData as String] = true
    dictionary[kSecMatchLimit as String] = kSecMatchLimitAll
    var result: CFTypeRef?
    let status = unsafe SecItemCopyMatching(dictionary as CFDictionary, &result)
    let secrets = (result as? [Data] ?? []).map { String(decoding: $0, as: UTF8.self) }
    return PhoneAnswer(status: status, secrets: secrets)
  }

  private func update(
    _ account: String?, _ change: PhoneChange, _ asking: PhoneAsking
  ) -> PhoneAnswer {
    var changes: [String: Any] = [:]
    switch change {
    case .label(let text): changes[kSecAttrLabel as String] = text
    case .secret(let text): changes[kSecValueData as String] = Data(text.utf8)
    case .protection(let name): protect(&changes, name, .none)
    case .guarding(let name, let guarding): protect(&changes, name, guarding)
    }
    return PhoneAnswer(
      status: SecItemUpdate(query(account, asking) as CFDictionary, changes as CFDictionary))
  }

  private func query(_ account: String?, _ asking: PhoneAsking?) -> [String: Any] {
    var query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "service",
    ]
    if let account { query[kSecAttrAccount as String] = account }
    if let number = asking?.context {
      query[kSecUseAuthenticationContext as String] = contexts[number]
    }
    switch asking?.interface {
    case .fail: query[kSecUseAuthenticationUI as String] = kSecUseAuthenticationUIFail
    case .skip: query[kSecUseAuthenticationUI as String] = kSecUseAuthenticationUISkip
    case .allow, nil: break
    }
    return query
  }

  private func protect(
    _ dictionary: inout [String: Any], _ protection: String, _ guarding: PhoneGuard
  ) {
    let accessible = Items.accessible(protection)
    guard guarding != .none else {
      dictionary[kSecAttrAccessible as String] = accessible
      return
    }
    dictionary[kSecAttrAccessControl as String] = SecAccessControlCreateWithFlags(
      nil, accessible, guarding.flags, nil)
  }
}

extension PhoneGuard {
  fileprivate var flags: SecAccessControlCreateFlags {
    switch self {
    case .none: []
    case .presence: .userPresence
    case .finger: .biometryAny
    case .boundFinger: .biometryCurrentSet
    case .passcode: .devicePasscode
    case .boundFingerOrPasscode: [.biometryCurrentSet, .or, .devicePasscode]
    case .password: .applicationPassword
    }
  }
}
