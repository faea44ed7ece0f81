// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// `item add|read ATTRIBUTE=VALUE...`: makes one call with exactly these pairs, and prints its
/// status.
///
/// The value `x:0a0b` is data. `accc=FLAG` is an access control of items that need a passcode.
/// `add` passes a secret, and `read` asks for it.
enum ItemTask {
  static func run(_ words: [String]) -> Int32 {
    var pairs: [CFString: Any] = [kSecClass: kSecClassGenericPassword]
    for word in words.dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let value = value(parts[1], of: parts[0]) else { return 2 }
      pairs[parts[0] as CFString] = value
    }
    switch words.first {
    case "add":
      pairs[kSecValueData] = Data("secret".utf8)
      EvidenceTask.say("add \(SecItemAdd(pairs as CFDictionary, nil))")
    case "read":
      pairs[kSecReturnData] = true
      var result: CFTypeRef?
      let status = unsafe SecItemCopyMatching(pairs as CFDictionary, &result)
      EvidenceTask.say("read \(status)")
    default: return 2
    }
    return 0
  }

  private static func value(_ text: String, of name: String) -> Any? {
    if name == "sync" { return text == "1" }
    if name == "accc" {
      let flags: SecAccessControlCreateFlags =
        text == "biometryCurrentSet" ? .biometryCurrentSet : .userPresence
      return SecAccessControlCreateWithFlags(
        nil, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, flags, nil)
    }
    guard text.hasPrefix("x:") else { return text }
    let digits = Array(text.dropFirst(2))
    guard digits.count.isMultiple(of: 2) else { return nil }
    return Data(
      stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(digits[$0...$0 + 1]), radix: 16)
      })
  }
}
