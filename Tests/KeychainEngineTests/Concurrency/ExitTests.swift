// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests that a program may end at any time (Specification/system-libraries.md, "libcrypto 3.0 from
/// Swift: XAES-256-GCM, HMAC, scrypt").
@Suite("Exit") struct ExitTests {
  @Test("a program that ends while its other threads are inside calls ends as it wants to")
  func busy() throws {
    let store = try TestStore()
    for delay in [500, 1_000, 2_000, 4_000, 8_000, 16_000, 3_000, 6_000] {
      let result = try Worker(home: store.directory).run("exit", "\(delay)")
      #expect(result.status == 0, "after \(delay): \(result.output)")
    }
    #expect(try Worker(home: store.directory, program: "security").run("check").status == 0)
  }
}
