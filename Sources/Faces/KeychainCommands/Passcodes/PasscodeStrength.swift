// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
import SecureMemory

/// How many guesses a new passcode may take, for advice only (spec/access-control.md 4.1).
///
/// The length times the logarithm of the alphabet: small letters 26, large ones 26, digits 10,
/// other ASCII 33, all else 100. A character that repeats the one before it, or is its neighbour,
/// counts one bit. Words are not looked up: the estimate is rather too high.
enum PasscodeStrength {
  /// Fewer guesses than 2 to this power are few.
  private static let enough = 30.0

  /// After one was set: a line where guessing it takes few tries.
  ///
  /// - Parameters:
  ///   - word: what it is called.
  ///   - copied: what somebody copies who then tries it.
  static func advise(
    _ passcode: Passcode, called word: String = "passcode",
    copied: String = "this machine's files", _ terminal: Terminal
  ) {
    guard isWeak(passcode) else { return }
    terminal.error("This \(word) is weak: who copies \(copied) can guess it. Take a longer one.\n")
  }

  /// Whether there should be a word of advice; no more is said of the passcode, to nobody.
  static func isWeak(_ passcode: Passcode) -> Bool {
    passcode.bytes.withBytes { bytes in
      var kinds: Set<Kind> = []
      var (fresh, foreseen) = (0.0, 0.0)
      var (place, last) = (0, Int.max)
      while place < bytes.count {
        kinds.insert(Kind(bytes[place]))
        // A character of several bytes is one; neighbours differ by one in the last of them.
        var character = Int(bytes[place])
        place += 1
        while place < bytes.count, bytes[place] & 0xC0 == 0x80 {
          character = character << 8 | Int(bytes[place])
          place += 1
        }
        if abs(last - character) <= 1 { foreseen += 1 } else { fresh += 1 }
        last = character
      }
      let alphabet = kinds.reduce(0) { $0 + $1.count }
      return fresh * log2(Double(max(2, alphabet))) + foreseen < enough
    }
  }

  /// Which keys are pressed.
  private enum Kind: Hashable {
    case small, large, digit, sign, other

    /// How many there are.
    var count: Int {
      switch self {
      case .small, .large: 26
      case .digit: 10
      case .sign: 33
      case .other: 100
      }
    }

    init(_ byte: UInt8) {
      self =
        switch byte {
        case 0x30...0x39: .digit
        case 0x61...0x7A: .small
        case 0x41...0x5A: .large
        case 0x80...0xFF: .other
        default: .sign
        }
    }
  }
}
