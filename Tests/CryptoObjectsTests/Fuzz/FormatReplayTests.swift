// SPDX-License-Identifier: Apache-2.0
import TestVectors
import Testing

/// Files that fuzzing found worth keeping: none may stop the program.
@Suite("Fuzz corpus of key and container files")
struct FormatReplayTests {
  @Test("PKCS#12")
  func containers() throws {
    let inputs = try FuzzCorpus.inputs("pkcs12")
    #expect(inputs.count >= 20)
    for input in inputs { FuzzPKCS12.run(input) }
  }

  @Test("keys")
  func keys() throws {
    let inputs = try FuzzCorpus.inputs("keyfile")
    #expect(inputs.count >= 20)
    for input in inputs { FuzzKeyFile.run(input) }
  }
}
