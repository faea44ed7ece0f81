// SPDX-License-Identifier: Apache-2.0
import LocalAuthentication
import Testing

@Suite("The module LocalAuthentication")
struct ExportTests {
  @Test("brings Security and Foundation with it")
  func exports() {
    #expect(errSecSuccess == 0)
    #expect(Data().isEmpty)
  }
}
