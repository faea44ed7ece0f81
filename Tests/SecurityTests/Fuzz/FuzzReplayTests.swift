// SPDX-License-Identifier: Apache-2.0
import TestVectors
import Testing

/// Dictionaries that fuzzing found worth keeping: none may stop the program.
@Suite("Fuzz corpus of dictionaries")
struct FuzzReplayTests {
  @Test("every input")
  func replay() throws {
    let inputs = try FuzzCorpus.inputs("query")
    #expect(inputs.count >= 4)
    for input in inputs { FuzzQuery.run(input) }
  }

  @Test("some of them on a store")
  func wholeWay() throws {
    let inputs = try FuzzCorpus.inputs("calls")
    #expect(inputs.count >= 4)
    for input in inputs { FuzzQuery.runWhole(input) }
  }

  @Test("certificates")
  func certificates() throws {
    let inputs = try FuzzCorpus.inputs("certificate")
    #expect(inputs.count >= 40)
    for input in inputs { FuzzCertificate.run(input) }
  }

  @Test("data to import")
  func imports() throws {
    let inputs = try FuzzCorpus.inputs("import")
    #expect(inputs.count >= 40)
    for input in inputs { FuzzImport.run(input) }
  }

  @Test("PKCS#12")
  func containers() throws {
    let inputs = try FuzzCorpus.inputs("container")
    #expect(inputs.count >= 10)
    for input in inputs { FuzzImport.container(input) }
  }

  @Test("questions about trust")
  func trust() throws {
    let inputs = try FuzzCorpus.inputs("trust")
    #expect(inputs.count >= 20)
    for input in inputs { FuzzTrust.run(input) }
  }

  @Test("responses of OCSP")
  func responses() throws {
    let inputs = try FuzzCorpus.inputs("ocsp")
    #expect(inputs.count >= 20)
    for input in inputs { FuzzResponse.run(input) }
  }
}
