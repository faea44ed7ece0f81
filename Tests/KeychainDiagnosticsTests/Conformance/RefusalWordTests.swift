// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import Security
import Testing

/// Tests that the words of refusals contain the names and values of the call
/// (Specification/diagnostics.md, "Dictionary findings").
@Suite("diagnosis: words of refusals")
struct RefusalWordTests {
  private func check(_ rows: [(KeychainCall, String)], _ stage: Stage) {
    for (call, words) in rows {
      let texts = stage.explain(call, performs: false).findings.map(\.text)
      #expect(texts.contains(words), "\(words)\n\(texts)")
    }
  }

  @Test("kinds, keys and limits are named by the constants that programs write")
  func kinds() {
    let stage = Stage()
    stage.add(["svce": "a"])
    let rows: [(KeychainCall, String)] = [
      (stage.search(["class": 5]), "kSecClass is not text."),
      (stage.search(["class": "xxxx"]), "kSecClass is \"xxxx\", which is not a class."),
      (
        stage.search(["class": "kSecClassKey"]),
        "kSecClass is \"kSecClassKey\", which is not a class."
      ),
      (stage.search(["class": "My Bank"]), "kSecClass is not one of the five classes."),
      (
        stage.search(["acnt": "ann"]),
        "\"acnt\" is not an attribute of class genp. Nearest: kSecAttrAccount."
      ),
      (
        stage.search(["account": "ann"]),
        "\"account\" is not a key; -50. Nearest: kSecAttrAccount."
      ),
      (
        stage.search(["pdmn": "aky"]),
        "pdmn must be one of the constants kSecAttrAccessible…, got other text."
      ),
      (stage.search(["sync": 2]), "sync must be a Boolean, got another number."),
      (stage.search(["svce": "a", "data": 1]), "kSecValueData must be data, got a number."),
      (
        stage.adding([kSecUseItemList: [] as NSArray]),
        "kSecUseItemList means nothing when adding: refused."
      ),
      (.copyMatching([kSecAttrService: "a"] as NSDictionary), "kSecClass is absent."),
      (
        .copyMatching([kSecClass: kSecClassGenericPassword, "data": "x"] as NSDictionary),
        "\"data\" cannot be given in a dictionary."
      ),
      (stage.adding(["labl": true]), "labl must be text or data, got a Boolean."),
      (stage.adding(["data": "text"]), "kSecValueData must be data, got text."),
      (
        stage.search(["svce": "a", "r_Data": 1]), "kSecReturnData must be a Boolean, got a number."
      ),
      (
        stage.search(["u_AuthUi": 1]),
        "\"u_AuthUi\" is not a key; -50. Nearest: kSecUseAuthenticationUI."
      ),
      (
        stage.search(["m_Limits": 1]),
        "\"m_Limits\" is not a key; it is ignored, as every unknown match key is. Nearest: kSecMatchLimit."
      ),
      (
        stage.adding(["svce": "b", "limit": 1]),
        "kSecMatchLimit means nothing when adding: refused."
      ),
      (stage.search(["limit": true]), "kSecMatchLimit is a Boolean."),
      (stage.search(["limit": 1.9]), "kSecMatchLimit is 1.9."),
    ]
    check(rows, stage)
  }

  @Test("contradictions, references, changes, filters")
  func contradictions() throws {
    let stage = Stage()
    stage.add(["svce": "a"])
    let bare = try control([], kSecAttrAccessibleWhenUnlocked)
    let rows: [(KeychainCall, String)] = [
      (
        stage.adding(["pdmn": kSecAttrAccessibleWhenUnlocked, "accc": bare]),
        "kSecAttrAccessible and kSecAttrAccessControl describe different protections; an access control made with no flags counts as different."
      ),
      (stage.search(["ref": Data([1, 2, 3])]), "Persistent reference malformed."),
      (
        .update(Stage.password(["svce": "a"]), setting: [kSecClass: "genp"] as NSDictionary),
        "Changes may hold attributes and kSecValueData only; kSecClass is neither."
      ),
      (
        stage.search([kSecMatchIssuers: [Data([0x30, 0])]]),
        "kSecMatchIssuers works on certificates and identities only (-4)."
      ),
      (
        .update(
          Stage.password(["svce": "a", "ui": kSecUseAuthenticationUISkip]),
          setting: [kSecAttrLabel: "L"] as NSDictionary),
        "kSecUseAuthenticationUISkip is refused in update."
      ),
    ]
    check(rows, stage)
  }
}
