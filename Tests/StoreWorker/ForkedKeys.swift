// SPDX-License-Identifier: Apache-2.0
import Glibc
import SecureMemory
import Security

/// Forks while other threads make and use keys.
///
/// No child inherits a lock of libcrypto or secret memory in the locked state.
///
/// Without the fork barrier about one child in 200 hung.
enum ForkedKeys {
  /// Returns 0 if every child signed and made a key.
  static func run(rounds: Int) -> Int32 {
    guard let key = make() else { return 11 }
    nonisolated(unsafe) let shared = key
    let isOver = Lock(false)
    let threads = (0..<2).map { number in
      Threads.start {
        while !isOver.withLock({ $0 }) {
          if number == 0 { _ = unsafe sign(shared) } else { _ = make() }
        }
      }
    }
    var answers: Set<Int32> = []
    for _ in 0..<rounds {
      let process = Fork.call()
      if process == 0 {
        alarm(200)
        guard sign(key), make() != nil else { _exit(1) }
        _exit(0)
      }
      answers.insert(Fork.wait(process))
    }
    isOver.withLock { $0 = true }
    for thread in threads { Threads.join(thread) }
    guard answers == [0] else {
      print("children \(answers)")
      return 12
    }
    return 0
  }

  private static func make() -> SecKey? {
    let parameters = NSMutableDictionary()
    parameters[kSecAttrKeyType] = kSecAttrKeyTypeEC
    parameters[kSecAttrKeySizeInBits] = NSNumber(value: 256)
    return SecKeyCreateRandomKey(parameters, nil)
  }

  private static func sign(_ key: SecKey) -> Bool {
    SecKeyCreateSignature(key, .ecdsaSignatureMessageX962SHA256, NSData(), nil) != nil
  }
}
