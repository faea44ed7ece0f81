// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
import SecureMemory

/// Estimates the number of guesses that an attacker needs for a new passcode, for advice only
/// (Specification/access-control.md, "Derivation").
///
/// The estimate in bits is the length times the logarithm of the size of the alphabet. The sizes
/// are: small letters 26, capital letters 26, digits 10, other ASCII characters 33, all other
/// characters 100. A character that equals the character before it, or is next to it in Unicode
/// (as in `ab` and `21`), adds a single bit. Words are not looked up, so the estimate is rather too
/// high.
enum PasscodeStrength {
  /// The number of bits below which a passcode is weak: an attacker then needs less than 2 to the
  /// power of 30 guesses.
  private static let enough = 30.0

  /// Prints a line of advice if a new passcode is weak; otherwise does nothing.
  ///
  /// - Parameters:
  ///   - word: The noun for the secret in the message.
  ///   - copied: The files that an attacker would copy in order to guess the passcode.
  static func advise(
    _ passcode: Passcode, called word: String = "passcode",
    copied: String = "this machine's files", _ terminal: Terminal
  ) {
    guard isWeak(passcode) else { return }
    terminal.error(
      "This \(word) is weak: anyone who copies \(copied) can guess it. Use a longer one.\n")
  }

  /// True if the estimate for the passcode is below the limit for weak passcodes.
  ///
  /// The function reveals no other fact about the passcode.
  static func isWeak(_ passcode: Passcode) -> Bool {
    passcode.bytes.withBytes { bytes in
      var kinds: Set<Kind> = []
      var (fresh, foreseen) = (0.0, 0.0)
      var (place, last) = (0, Int.max)
      while place < bytes.count {
        kinds.insert(Kind(bytes[place]))
        // The bytes of one character count as a single character. Two characters are neighbours if
        // their last bytes differ by 1.
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

  /// A kind of character, such as small letters or digits.
  ///
  /// If a passcode contains a character of a kind, all characters of this kind belong to its
  /// alphabet.
  private enum Kind: Hashable {
    case small, large, digit, sign, other

    /// The number of different characters of this kind, by which the alphabet of a passcode grows.
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
