// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import LocalAuthentication
import Security
import Testing

/// Story 3: a wrapper searches by service, account and label, then adds
/// (Specification/diagnostics.md, "Stories on the simulated device").
@Suite("story 3: the wrapper's upsert")
struct WrapperUpsertTests {
  /// Saves as the wrapper does, under a label that changes with the version of the app.
  private func save(_ stage: Stage, label: String, by key: [NSString: Any]) -> OSStatus {
    stage.phone.run {
      var result: CFTypeRef?
      let search = Stage.password(key)
      if unsafe SecItemCopyMatching(search, &result) == errSecSuccess {
        return SecItemUpdate(search, [kSecValueData: Data("new".utf8)] as NSDictionary)
      }
      let item: [NSString: Any] = [
        "svce": "a", "acct": "b", "labl": label, "data": Data("new".utf8),
      ]
      return SecItemAdd(Stage.password(item), nil)
    }
  }

  @Test("with the label among the conditions the second save fails; without, it does not")
  func upsert() {
    let stage = Stage()
    let wrong: [NSString: Any] = ["svce": "a", "acct": "b", "labl": "Account of b"]
    #expect(save(stage, label: "Sign-in", by: wrong) == errSecSuccess)
    let (status, calls) = recordingKeychainCalls { save(stage, label: "Account of b", by: wrong) }
    #expect(status == errSecDuplicateItem)
    #expect(calls.map(\.status) == [errSecItemNotFound, errSecDuplicateItem])
    #expect(calls.first?.telling == ["K204"])
    #expect(calls.last?.telling == ["K101", "K804"])
    let key: [NSString: Any] = ["svce": "a", "acct": "b"]
    let (right, rightCalls) = recordingKeychainCalls { save(stage, label: "Account of b", by: key) }
    #expect(right == errSecSuccess)
    #expect(rightCalls.allSatisfy { $0.status == errSecSuccess })
    #expect(stage.count(key) == 1 && stage.secret(key) == "new")
  }
}
