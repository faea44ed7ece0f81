// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import TestVectors
import Testing

/// Replays the inputs that fuzzing found: no input may stop the program.
@Suite("Fuzz corpus of keychain files") struct FuzzReplayTests {
  @Test("every input of the corpus, its beginning and itself twice")
  func replay() throws {
    let inputs = try FuzzCorpus.inputs("keychain")
    #expect(inputs.count >= 8)
    for input in inputs {
      FuzzKeychain.run(input)
      FuzzKeychain.run(Array(input.prefix(input.count / 2)))
      FuzzKeychain.run(input + input)
    }
  }

  @Test("the base files of the fuzzer are sound", arguments: [BlobVersion.plain, .partitioned])
  func bases(_ version: BlobVersion) throws {
    let made = try SmallKeychain(version, items: 2)
    let image = try KeychainImage(decoding: made.bytes)
    let keychain = try SmallKeychain.unlocked(image)
    let reading = WholeReading(image, keychain)
    #expect(reading.refused == 0)
    #expect(reading.records == 1 + 2 + 2)
    let changes = WholeReading.changes(keychain)
    #expect(changes.count >= 8)
    for bytes in changes { _ = try KeychainImage(decoding: bytes) }
  }
}
