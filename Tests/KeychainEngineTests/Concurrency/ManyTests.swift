// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests several processes with several threads on one store, first use included.
///
/// `make many` is the long form.
@Suite("Many processes") struct ManyTests {
  @Test("what all saw can have happened", arguments: ["engine", "secitem"])
  func many(_ api: String) throws {
    let store = try TestStore()
    let result = try Worker(home: store.directory + "/store")
      .run("many", api, "3", "4", "1200", "1")
    #expect(result.status == 0, "\(result.output)")
  }
}
