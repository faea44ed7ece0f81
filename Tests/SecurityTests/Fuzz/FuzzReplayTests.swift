// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import TestVectors
import Testing

/// Replays dictionaries that fuzzing found.
///
/// The process must survive each of them.
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

  @Test("PKCS#12 under a code that is right")
  func madeContainers() throws {
    let inputs = try FuzzCorpus.inputs("pkcs12")
    #expect(inputs.count >= 20)
    for input in inputs { FuzzPKCS12.run(input) }
  }

  @Test("the container that is made around a good part holds an identity", arguments: [4, 5])
  func goodContainer(_ mode: UInt8) {
    let part = mode == 4 ? FuzzPKCS12.certificate : FuzzPKCS12.key
    let answer = PKCS12Calls.importing(Data(FuzzPKCS12.file([mode] + part)))
    #expect(answer.status == 0 && answer.items?.count == 1)
    #expect(answer.items?.first?["identity"] is SecIdentity)
  }

  @Test("keys")
  func keys() throws {
    let inputs = try FuzzCorpus.inputs("keyfile")
    #expect(inputs.count >= 20)
    for input in inputs { FuzzKeyFile.run(input) }
  }

  @Test("the way of every form ends in a key", arguments: FuzzKeyFile.Form.allCases)
  func goodKeys(_ form: FuzzKeyFile.Form) throws {
    let inputs = try FuzzCorpus.inputs("keyfile").filter { FuzzKeyFile.Form($0[0]) == form }
    #expect(inputs.contains { FuzzKeyFile.run($0) > 0 })
  }

  @Test("questions about trust")
  func trust() throws {
    let inputs = try FuzzCorpus.inputs("trust")
    #expect(inputs.count >= 20)
    for input in inputs { FuzzTrust.run(input) }
  }

  @Test("trust settings, also with changed bytes")
  func settings() throws {
    let inputs = try FuzzCorpus.inputs("settings")
    #expect(inputs.count >= 8)
    #expect(inputs.count { FuzzSettings.run($0) } >= 5)
    for input in inputs {
      for place in stride(from: 0, to: input.count, by: 7) {
        var changed = input
        changed[place] ^= UInt8(1 << (place % 8))
        FuzzSettings.run(changed)
      }
    }
  }

  @Test("responses of OCSP")
  func responses() throws {
    let inputs = try FuzzCorpus.inputs("ocsp")
    #expect(inputs.count >= 20)
    for input in inputs { FuzzResponse.run(input) }
  }
}
