// SPDX-License-Identifier: Apache-2.0
internal import KeychainTypes

/// The end of a keychain in a test.
extension TemporaryKeychain {
  /// Runs a whole test on this keychain, and throws the calls that escaped it at its end.
  ///
  /// ```swift
  /// try TemporaryKeychain().use { keychain in
  ///   tokens.save("t1")
  ///   #expect(tokens.load() == "t1")
  /// }
  /// ```
  ///
  /// The body is as within `run`; at the end comes `end()`.
  ///
  /// - Parameters:
  ///   - app: the calling program, or nil for the keychain's own.
  ///   - file: the module and the file, as `#fileID` says; for the mistakes that are thrown.
  ///   - line: the line in the file.
  ///   - body: the test; it gets the keychain.
  /// - Returns: what the body returns.
  /// - Throws: `TestMistakes`; or what the body throws, which is the `cause` of `TestMistakes` if
  ///   calls escaped.
  public func use<Result>(
    as app: App? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: (TemporaryKeychain) throws -> Result
  ) throws -> Result {
    places.note(file, line)
    let result: Result
    do {
      result = try CurrentInstallation.$scoped.withValue(installation(for: app)) {
        try body(self)
      }
    } catch {
      throw ended(by: error)
    }
    try end()
    return result
  }

  /// Runs a whole asynchronous test on this keychain, and throws the calls that escaped it at its
  /// end.
  ///
  /// - Parameters:
  ///   - app: the calling program, or nil for the keychain's own.
  ///   - file: the module and the file, as `#fileID` says; for the mistakes that are thrown.
  ///   - line: the line in the file.
  ///   - body: the test; it gets the keychain.
  /// - Returns: what the body returns.
  /// - Throws: `TestMistakes`; or what the body throws, which is the `cause` of `TestMistakes` if
  ///   calls escaped.
  public func use<Result>(
    as app: App? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: (TemporaryKeychain) async throws -> Result
  ) async throws -> Result {
    places.note(file, line)
    let result: Result
    do {
      result = try await CurrentInstallation.$scoped.withValue(installation(for: app)) {
        try await body(self)
      }
    } catch {
      throw ended(by: error)
    }
    try end()
    return result
  }

  /// Ends the test of this keychain: for `tearDownWithError`, or the last line of a test without
  /// `use`.
  ///
  /// `uninstall()` is part of it. The keychain goes on, and a second call throws only the mistakes
  /// since the first. A keychain that goes out of scope without it tells
  /// `SimulatedDevice.failTest`, or prints the mistakes on standard error if that is not set.
  ///
  /// - Throws: `TestMistakes`, if a call of the process had no keychain in reach. Keychains that
  ///   live at the same time all throw for such a call, because nothing tells whose test made it.
  public func end() throws(TestMistakes) {
    uninstall()
    let mistakes = takeMistakes()
    guard mistakes.isEmpty else { throw TestMistakes(mistakes) }
  }

  private func ended(by error: any Error) -> any Error {
    uninstall()
    return TestMistakes.explaining(error, by: takeMistakes())
  }

  /// The calls of this process that had no keychain in reach since this one exists; the first
  /// hundred of them.
  public var escapes: [Escape] { witness.escapes }

  /// The mistakes that nobody has been told of, each once.
  func takeMistakes() -> [TestMistake] { witness.takeMistakes(of: "keychain") }
}
