// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainTypes
import SecureMemory
import Testing

/// Tests several processes that use a store for the first time.
@Suite("First use") struct FirstUseTests {
  @Test("a store that another one makes between any two looks at its files is opened")
  func between() throws {
    let looks = try open(makingAt: nil)
    #expect(looks > 3)
    for number in 0..<looks {
      #expect(throws: Never.self, "made at look \(number) of \(looks)") {
        try open(makingAt: number)
      }
    }
  }

  /// Opens a store that another process makes after `place` looks at files.
  ///
  /// - Returns: the number of looks before the engine took the lock to make the store itself.
  @discardableResult
  private func open(makingAt place: Int?) throws -> Int {
    let store = try TestStore()
    let looks = Lock((count: 0, isLocked: false))
    let environment = Environment(clock: store.clock).guarded { operation in
      let isPlace = looks.withLock { looks in
        if operation.file == .lock { looks.isLocked = true }
        guard !looks.isLocked else { return false }
        defer { looks.count += 1 }
        return looks.count == place
      }
      if isPlace { _ = try? store.session("one").add(password("s", "a", "secret")) }
      return nil
    }
    _ = try Engine.open(StoreLocation(directory: store.directory), environment: environment)
      .session(as: Caller(identifier: "app", groups: ["one"]))
      .add(password("s", "b", "secret"))
    return looks.withLock { $0.count }
  }
}
