// SPDX-License-Identifier: Apache-2.0
import SecureMemory
import Testing

/// Tests of the user's keyring in the kernel, if this machine has one (keyrings(7)).
@Suite("Kernel keyring")
struct KernelKeyringTests {
  private static let isThere: Bool = {
    let name = "latchkey-test:probe"
    defer { try? KernelKeyring.drop(name) }
    return (try? KernelKeyring.put(SecretBytes(copying: [1]), as: name, for: 60)) != nil
  }()

  @Test("names are listed by what they begin with, until they are dropped", .enabled(if: isThere))
  func names() throws {
    let prefix = "latchkey-test:\(UInt64.random(in: 0 ... .max)):"
    #expect(try KernelKeyring.names(beginningWith: prefix).isEmpty)
    for name in ["one", "two; three", "two"] {
      try KernelKeyring.put(SecretBytes(copying: [1, 2]), as: prefix + name, for: 60)
    }
    let found = try KernelKeyring.names(beginningWith: prefix).sorted()
    #expect(found == [prefix + "one", prefix + "two", prefix + "two; three"])
    for name in found { try KernelKeyring.drop(name) }
    #expect(try KernelKeyring.names(beginningWith: prefix).isEmpty)
  }
}
