// SPDX-License-Identifier: Apache-2.0

/// AES-256 on one block, as in FIPS 197.
///
/// This code is slow and simple. It computes the bytes that a memory dump must not contain.
struct TextbookAES {
  private static let box: [UInt8] = {
    var box = [UInt8](repeating: 0, count: 256)
    var power: UInt8 = 1
    var inverse: UInt8 = 1
    repeat {
      power = power ^ double(power)  // times 3
      // Divided by 3.
      inverse ^= inverse << 1
      inverse ^= inverse << 2
      inverse ^= inverse << 4
      if inverse & 0x80 != 0 { inverse ^= 0x09 }
      let turned =
        inverse ^ rotate(inverse, 1) ^ rotate(inverse, 2) ^ rotate(inverse, 3)
        ^ rotate(inverse, 4)
      box[Int(power)] = turned ^ 0x63
    } while power != 1
    box[0] = 0x63
    return box
  }()

  private var words: [[UInt8]] = []

  init(key: [UInt8]) {
    precondition(key.count == 32, "a key of AES-256")
    for place in 0..<8 { words.append(Array(key[4 * place..<4 * place + 4])) }
    var constant: UInt8 = 1
    for place in 8..<60 {
      var word = words[place - 1]
      if place % 8 == 0 {
        word = [word[1], word[2], word[3], word[0]].map { Self.box[Int($0)] }
        word[0] ^= constant
        constant = Self.double(constant)
      } else if place % 8 == 4 {
        word = word.map { Self.box[Int($0)] }
      }
      words.append((0..<4).map { word[$0] ^ words[place - 8][$0] })
    }
  }

  func encrypt(_ block: [UInt8]) -> [UInt8] {
    var state = added(block, round: 0)
    for round in 1...14 {
      state = (0..<16).map { Self.box[Int(state[($0 + 4 * ($0 % 4)) % 16])] }
      if round < 14 { state = Self.mixed(state) }
      state = added(state, round: round)
    }
    return state
  }

  private func added(_ state: [UInt8], round: Int) -> [UInt8] {
    (0..<16).map { state[$0] ^ words[4 * round + $0 / 4][$0 % 4] }
  }

  private static func mixed(_ state: [UInt8]) -> [UInt8] {
    (0..<16).map { place in
      let column = place / 4 * 4
      let bytes = (0..<4).map { state[column + (place + $0) % 4] }
      return double(bytes[0]) ^ double(bytes[1]) ^ bytes[1] ^ bytes[2] ^ bytes[3]
    }
  }

  private static func double(_ byte: UInt8) -> UInt8 {
    byte << 1 ^ (byte & 0x80 != 0 ? 0x1B : 0)
  }

  private static func rotate(_ byte: UInt8, _ count: UInt8) -> UInt8 {
    byte << count | byte >> (8 - count)
  }
}
