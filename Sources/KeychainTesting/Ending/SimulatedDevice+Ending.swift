// SPDX-License-Identifier: Apache-2.0
internal import KeychainTypes

/// The end of a device in a test.
extension SimulatedDevice {
  /// Runs a whole test on this device, and throws the mistakes of the test at its end.
  ///
  /// ```swift
  /// try SimulatedDevice.phone(app: wallet).use { phone in
  ///   tokens.save("t1")
  ///   phone.lock()
  ///   #expect(tokens.loadStatus() == errSecInteractionNotAllowed)
  /// }
  /// ```
  ///
  /// The body is as within `run`: its `SecItem` calls and authentications, and those of its child
  /// tasks, go to this device. They come from the app as it is at each call, so that the body can
  /// upgrade it.
  ///
  /// At the end comes `end()`. A prompt that no step answers is thrown there too, unless `failTest`
  /// is set.
  ///
  /// - Parameters:
  ///   - app: the calling app, or nil for the device's first one.
  ///   - file: the module and the file, as `#fileID` says; for the mistakes that are thrown.
  ///   - line: the line in the file.
  ///   - body: the test; it gets the device.
  /// - Returns: what the body returns.
  /// - Throws: `TestMistakes`; or what the body throws, which is the `cause` of `TestMistakes` if
  ///   there were failures or escaped calls that may explain it.
  public func use<Result>(
    as app: App? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: (SimulatedDevice) throws -> Result
  ) throws -> Result {
    places.note(file, line)
    let result: Result
    do {
      world.beginUse()
      defer { world.endUse() }
      result = try CurrentInstallation.$scoped.withValue(renewedInstallation(of: app)) {
        try body(self)
      }
    } catch {
      throw ended(by: error)
    }
    try end()
    return result
  }

  /// Runs a whole asynchronous test on this device, and throws the mistakes of the test at its end.
  ///
  /// - Parameters:
  ///   - app: the calling app, or nil for the device's first one.
  ///   - file: the module and the file, as `#fileID` says; for the mistakes that are thrown.
  ///   - line: the line in the file.
  ///   - body: the test; it gets the device.
  /// - Returns: what the body returns.
  /// - Throws: `TestMistakes`; or what the body throws, which is the `cause` of `TestMistakes` if
  ///   there were failures or escaped calls that may explain it.
  public func use<Result>(
    as app: App? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: (SimulatedDevice) async throws -> Result
  ) async throws -> Result {
    places.note(file, line)
    let result: Result
    do {
      world.beginUse()
      defer { world.endUse() }
      result = try await CurrentInstallation.$scoped.withValue(renewedInstallation(of: app)) {
        try await body(self)
      }
    } catch {
      throw ended(by: error)
    }
    try end()
    return result
  }

  /// Ends the test of this device: for `tearDownWithError`, or the last line of a test without
  /// `use`.
  ///
  /// `uninstall()` is part of it. The device goes on, and a second call throws only the mistakes
  /// since the first. A device that goes out of scope without it tells `failTest`, or prints the
  /// mistakes on standard error if that is not set.
  ///
  /// - Throws: `TestMistakes`, if a step of `answer` is unused, or if a call of the process had no
  ///   device in reach. Devices that live at the same time all throw for such a call, because
  ///   nothing tells whose test made it.
  public func end() throws(TestMistakes) {
    uninstall()
    let mistakes = takeMistakes()
    guard mistakes.isEmpty else { throw TestMistakes(mistakes) }
  }

  private func ended(by error: any Error) -> any Error {
    uninstall()
    return TestMistakes.explaining(error, by: takeMistakes())
  }

  /// The mistakes that nobody has been told of, each once.
  func takeMistakes() -> [TestMistake] {
    world.takeFailures() + witness.takeMistakes(of: "device") + world.takeUnusedAnswers()
  }

  /// The installation of an app, made anew for each call: an upgrade or a restart of the device
  /// changes what it says.
  private func renewedInstallation(of app: App?) -> Installation {
    let app = app ?? mainApp
    let maker = DeviceConsequences(world: world, authenticator: authenticator, profile: profile)
    var installation = maker.installation(of: app)
    installation.renewal = { maker.installation(of: app) }
    return installation
  }
}
