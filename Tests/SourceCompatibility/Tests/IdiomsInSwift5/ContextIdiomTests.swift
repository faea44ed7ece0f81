// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import LocalAuthentication
import Testing

/// Tests of common uses of LocalAuthentication.
///
/// Most programs import nothing else.
@Suite("LocalAuthentication is used")
struct ContextIdiomTests {
  @Test("with a preflight and an error by reference")
  func preflight() throws {
    try TemporaryKeychain().run {
      let context = LAContext()
      var error: NSError?
      guard !context.canEvaluatePolicy(.deviceOwnerAuthentication, error: &error) else {
        Issue.record("nobody is there")
        return
      }
      switch error?.code {
      case LAError.passcodeNotSet.rawValue: break
      case kLAErrorBiometryNotAvailable.asInt, LAError.Code.biometryNotEnrolled.rawValue:
        Issue.record("another error")
      default: Issue.record("no error")
      }
      if let error = error as? LAError, case .passcodeNotSet = error.code {
      } else {
        Issue.record("no LAError")
      }
      #expect(!context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil))
      #expect(ContextIdiomTests.name(of: context.biometryType) == "none")
    }
  }

  static func name(of type: LABiometryType) -> String {
    switch type {
    case .none: return "none"
    case .touchID: return "Touch ID"
    case .faceID: return "Face ID"
    case .opticID: return "Optic ID"
    @unknown default: return "unknown"
    }
  }

  @Test("with a reply, and awaited")
  func replies() async throws {
    let keychain = try TemporaryKeychain()
    try await keychain.run {
      let context = LAContext()
      context.localizedFallbackTitle = ""
      context.localizedCancelTitle = "Cancel"
      context.touchIDAuthenticationAllowableReuseDuration =
        LATouchIDAuthenticationMaximumAllowableReuseDuration
      let code: Int = await withCheckedContinuation { continuation in
        context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "to log in") {
          success, error in
          continuation.resume(returning: success ? 0 : (error as NSError?)?.code ?? 1)
        }
      }
      #expect(code == kLAErrorPasscodeNotSet.asInt)
      do {
        try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "to log in")
      } catch LAError.passcodeNotSet {
      } catch let error as LAError {
        Issue.record("\(error.code)")
      }
      context.invalidate()
      do {
        _ = try await context.evaluatePolicy(
          .deviceOwnerAuthenticationWithBiometrics, localizedReason: "to log in")
      } catch {
        guard let error = error as? LAError else { throw error }
        #expect(error.code == .invalidContext)
      }
    }
  }

  @Test("through a protocol, with mocks that override")
  func mocks() async throws {
    let mock = MockContext()
    mock.answer = true
    #expect(try await Login(context: mock).begin())
    #expect(mock.biometryType == .faceID && mock.evaluations == 1)
    mock.answer = false
    await #expect(throws: LAError.self) { try await Login(context: mock).begin() }
    #expect(mock.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil))
  }

  @Test("in queries")
  func queries() throws {
    try TemporaryKeychain().run {
      let context = LAContext()
      context.interactionNotAllowed = true
      #expect(context.setCredential(Data([1]), type: .applicationPassword))
      var error: Unmanaged<CFError>?
      let access = SecAccessControlCreateWithFlags(
        kCFAllocatorDefault, kSecAttrAccessibleWhenUnlocked, [], &error)
      let item: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "a",
        kSecAttrAccessControl as String: access as Any, kSecValueData as String: Data("s".utf8),
        kSecUseAuthenticationContext as String: context,
      ]
      #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
      let query: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword, kSecReturnData as String: true,
        kSecUseAuthenticationContext as String: context,
        kSecUseOperationPrompt as String: "Show the password",
      ]
      var result: AnyObject?
      #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
      #expect(result as? Data == Data("s".utf8))
    }
  }

  @Test("for rights and the environment")
  func rights() async throws {
    let keychain = try TemporaryKeychain()
    try await keychain.run {
      let right = LARight(requirement: .biometry(fallback: .devicePasscode))
      do {
        try await right.checkCanAuthorize()
      } catch LAError.biometryNotAvailable {
      }
      await right.deauthorize()
      #expect(right.state == .notAuthorized)
      let environment = LAEnvironment.currentUser
      let observer = Observer()
      environment.addObserver(observer)
      #expect(environment.state.biometry == nil)
      #expect(environment.state.userPassword?.isSet == false)
      environment.removeObserver(observer)
    }
  }
}

/// A conformance that many existing sources declare.
extension LAContext: @retroactive @unchecked Sendable {}

extension Int32 {
  fileprivate var asInt: Int { Int(self) }
}

/// An observer without its optional methods.
final class Observer: NSObject, LAEnvironment.Observer {}

/// The part of a context that a client needs, so that tests can pass another object.
protocol Evaluating {
  func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool
  func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool
}

extension LAContext: Evaluating {}

struct Login {
  let context: Evaluating

  func begin() async throws -> Bool {
    guard context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil) else { return false }
    return try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "r")
  }
}

final class MockContext: LAContext, @unchecked Sendable {
  var answer = false
  var evaluations = 0

  override var biometryType: LABiometryType { .faceID }

  override func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool { true }

  override func evaluatePolicy(
    _ policy: LAPolicy, localizedReason: String, reply: @escaping (Bool, Error?) -> Void
  ) {
    evaluations += 1
    reply(answer, answer ? nil : LAError(.authenticationFailed))
  }
}
