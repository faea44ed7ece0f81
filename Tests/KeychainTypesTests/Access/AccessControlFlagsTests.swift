// SPDX-License-Identifier: Apache-2.0

import KeychainTypes
import Testing

/// Returns a set of flags from letters.
///
/// P presence, B any biometry, C current set, K passcode, W watch, O or, A and, U private-key
/// usage, S application password, X a bit without meaning.
func flags(_ letters: String) -> AccessControl.Flags {
  var result: AccessControl.Flags = []
  for letter in letters {
    switch letter {
    case "P": result.insert(.userPresence)
    case "B": result.insert(.biometryAny)
    case "C": result.insert(.biometryCurrentSet)
    case "K": result.insert(.devicePasscode)
    case "W": result.insert(.watch)
    case "O": result.insert(.or)
    case "A": result.insert(.and)
    case "U": result.insert(.privateKeyUsage)
    case "S": result.insert(.applicationPassword)
    default: result.insert(AccessControl.Flags(rawValue: 1 << 2))
    }
  }
  return result
}

/// All combinations of the ten letters.
let everyCombination: [String] = {
  let letters = Array("PBCKWOAUSX")
  return (0..<1 << letters.count).map { number in
    String(letters.indices.filter { number & 1 << $0 != 0 }.map { letters[$0] })
  }
}()

@Suite("Access control: validity (spec 11.2)")
struct AccessControlFlagsTests {
  @Test("bits")
  func bits() {
    let values: [(String, UInt64)] = [
      ("P", 0x1), ("B", 0x2), ("C", 0x8), ("K", 0x10), ("W", 0x20), ("O", 0x4000), ("A", 0x8000),
      ("U", 0x4000_0000), ("S", 0x8000_0000),
    ]
    for (letters, value) in values { #expect(flags(letters).rawValue == value) }
  }

  @Test("all 1,024 combinations")
  func combinations() {
    var refused = 0
    for letters in everyCombination {
      let has = { (letter: Character) in letters.contains(letter) }
      let isContradiction =
        has("O") && has("A") || has("B") && has("C")
        || has("P") && "BCKWOAX".contains(where: has)
      let made = try? AccessControl(protectionName: "ak", flags: flags(letters))
      #expect((made == nil) == isContradiction, "\(letters)")
      if made == nil { refused += 1 }
    }
    // Without P: 2^9 combinations, of which 9 in 16 have neither O and A nor B and C. With P: only
    // U and S may be added.
    #expect(refused == 1_024 - 512 * 9 / 16 - 4)
  }

  @Test("case 59, the refusals", arguments: ["OA", "BC", "PO", "PK", "PA", "PB", "PC", "PW", "PX"])
  func case59(_ letters: String) {
    let error = #expect(throws: KeychainError.self) {
      try AccessControl(protectionName: "ak", flags: flags(letters))
    }
    #expect(error?.code == .parameter)
  }

  @Test("protections", arguments: ["ak", "ck", "dk", "aku", "cku", "dku", "akpu", "f"])
  func protections(_ name: String) throws {
    for letters in ["", "P", "U", "S", "BK"] {
      let made = try AccessControl(protectionName: name, flags: flags(letters))
      #expect(made.protectionName == name)
      #expect(made.protection == Protection(name: name))
    }
  }

  @Test("what is no protection", arguments: ["zz", "", "AK", "ak ", "akp", "ff", "\u{FF41}k"])
  func noProtection(_ name: String) {
    let error = #expect(throws: KeychainError.self) {
      try AccessControl(protectionName: name, flags: [])
    }
    #expect(error?.code == .parameter)
  }
}
