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

  /// Lines of /proc/key-users, each with the quota that user 1000 reads in it (proc_key_users(5)).
  private static let lines: [(line: String, quota: KernelKeyring.Quota?)] = [
    (" 1000: 4 3/2 149/200 198/2000\n", .init(keys: 149, of: 200, bytes: 198, of: 2_000)),
    ("1000: 0 0/0 0/0 0/0", .init(keys: 0, of: 0, bytes: 0, of: 0)),
    ("    0:    91 90/90 85/1000000 14004/25000000\n", nil),
    (" 1000:     4 3/3 149/200\n", nil),
    (" 1000:     4 3/3 149/200 1/2 3\n", nil),
    (" 1000: 4 3/3 99999999999999999999/200 1/2\n", nil),
    (" 1000: a b/c d/e f/g\n", nil), ("\n", nil), ("", nil),
  ]

  @Test("the quota of a user is read in the user's own line", arguments: lines.indices)
  func quota(_ place: Int) {
    let (line, quota) = Self.lines[place]
    #expect(KernelKeyring.Quota(line, of: 1_000) == quota)
  }
}
