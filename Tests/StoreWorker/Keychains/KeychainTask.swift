// SPDX-License-Identifier: Apache-2.0
import Glibc
import Security
import TestPatience

/// `keychain read|settings|forked KEYCHAIN SERVICE [silent]`: a program that uses a keychain file by
/// Apple's functions, and prints the status and the secret.
///
/// `settings` reads the settings, which needs an unlocked keychain. `forked` reads the secret while
/// the program forks. With `silent` the program forbids questions to the user.
enum KeychainTask {
  static func run(_ words: [String]) -> Int32 {
    guard words.count >= 3 else { return 2 }
    if words.contains("silent") { SecKeychainSetUserInteractionAllowed(false) }
    var keychain: SecKeychain?
    guard unsafe SecKeychainOpen(words[1], &keychain) == errSecSuccess, let keychain else {
      return 2
    }
    switch words[0] {
    case "read": read(keychain, words[2])
    case "forked": readForking(keychain, words[2])
    case "settings":
      var settings = SecKeychainSettings()
      settings.version = 1
      EvidenceTask.say("settings \(unsafe SecKeychainCopySettings(keychain, &settings))")
    default: return 2
    }
    return 0
  }

  /// Forks when the pinentry has made its file `here`, and lets the pinentry go on afterwards.
  ///
  /// The child finds the item without its secret, so that it needs no user.
  private static func readForking(_ keychain: SecKeychain, _ service: String) {
    let home = unsafe getenv("HOME").map { unsafe String(cString: $0) } ?? ""
    let reader = WorkerThread { read(keychain, service) }
    Patience.waitOrExit(for: "the question") { unsafe access(home + "/here", F_OK) == 0 }
    let stopwatch = Stopwatch()
    let child = Fork.call()
    if child == 0 {
      let status = unsafe SecKeychainFindGenericPassword(
        keychain, UInt32(service.utf8.count), service, 0, nil, nil, nil, nil)
      _exit(status == errSecSuccess ? 0 : 1)
    }
    let isQuick = stopwatch.elapsed < .seconds(1)
    EvidenceTask.say("child \(Fork.wait(child)), \(isQuick ? "at once" : "late")")
    close(unsafe open(home + "/go", O_WRONLY | O_CREAT, 0o600))
    reader.join()
  }

  private static func read(_ keychain: SecKeychain, _ service: String) {
    var (length, data): (UInt32, UnsafeMutableRawPointer?) = (0, nil)
    let status = unsafe SecKeychainFindGenericPassword(
      keychain, UInt32(service.utf8.count), service, 0, nil, &length, &data, nil)
    var secret = ""
    if let data = unsafe data {
      let bytes = unsafe UnsafeRawBufferPointer(start: data, count: Int(length))
      secret = unsafe String(decoding: bytes, as: UTF8.self)
      unsafe SecKeychainItemFreeContent(nil, data)
    }
    EvidenceTask.say("read \(status) \(secret)")
  }
}
