// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainTypes
import SecureMemory
import TestVectors
import Testing

/// Replays messages that fuzzing found.
///
/// The process must survive each of them.
@Suite("Fuzz corpus of messages")
struct MessageReplayTests {
  @Test("every input, and every input cut short")
  func replay() throws {
    let inputs = try FuzzCorpus.inputs("message")
    #expect(inputs.count >= 20)
    for input in inputs {
      FuzzMessage.run(input)
      for count in stride(from: 1, to: input.count, by: 5) {
        FuzzMessage.run(Array(input[..<count]))
        var changed = input
        changed[count] ^= 0x81
        FuzzMessage.run(changed)
      }
    }
  }

  @Test("the way of every place ends in a message", arguments: 0..<6)
  func ways(_ place: UInt8) throws {
    let inputs = try FuzzCorpus.inputs("message").filter { $0[0] % 6 == place }
    #expect(inputs.contains { FuzzMessage.read($0) != nil })
    guard place != 3, place != 5 else { return }
    #expect(inputs.contains { FuzzMessage.read($0) == 1 })
  }
}
