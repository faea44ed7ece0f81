// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainExplaining
internal import KeychainTypes

/// A keychain for one test: a real store in a temporary directory, which is removed with this
/// object.
///
/// ```swift
/// try TemporaryKeychain().use { keychain in
///   tokens.save("t1")
///   #expect(tokens.load() == "t1")
/// }
/// ```
///
/// Within `use` and `run`, all `SecItem` calls of the task go to this keychain. Several tests can
/// run at once if each test uses its own keychain in its own task. Threads, dispatch queues and
/// detached tasks do not inherit the keychain. For code that uses them, call `install()`, and run
/// these tests one at a time.
///
/// While a temporary keychain exists in the process, a keychain call outside of `use`, `run` and
/// `install()` returns errSecNotAvailable and is recorded in `escapes`. So no test uses the real
/// store by mistake. `use` and `end()` throw an error for these calls.
public final class TemporaryKeychain: Sendable {
  /// The engine that performs the calls on the keychain's store.
  ///
  /// Properties are released in the order of their declaration. So the engine is closed before its
  /// directory is removed.
  private let engine: Engine
  private let directory: TemporaryDirectory
  /// The path of the store's directory.
  package var path: String { directory.path }
  private let app: App
  private let profile: Profile
  private let history = CallHistory()
  /// The places in the test's source where the test made the keychain and last called `run` or
  /// `use`.
  let places: CodePlaces
  let witness: Witness

  /// Makes an empty keychain.
  ///
  /// - Parameters:
  ///   - app: the calling program, with its access groups.
  ///   - profile: the system whose rules the keychain follows.
  ///   - clock: the clock for the dates of items, or nil for the system's clock.
  ///   - seed: a number that makes all random bytes repeatable, including keys. Nil for real
  ///     randomness. Only for tests.
  ///   - file: the test's module and file (`#fileID`), for reports of mistakes.
  ///   - line: the line in the file.
  /// - Throws: `TemporaryKeychainError` if the system provides no directory or store.
  public init(
    as app: App = .standard, profile: Profile = .dataProtection,
    clock: TestClock? = nil, seed: UInt64? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    directory = try TemporaryDirectory()
    var environment = Environment.system
    if let clock { environment.clock = clock.source }
    if let seed { environment.randomness = SeededRandomness(seed: seed) }
    do throws(KeychainError) {
      engine = try Engine.open(
        StoreLocation(directory: directory.path), environment: environment)
    } catch {
      throw TemporaryKeychainError("\(error)")
    }
    self.app = app
    self.profile = profile
    places = CodePlaces(CodePlace(file, line))
    witness = Witness(places)
  }

  deinit {
    uninstall()
    witness.end()
    TestMistakes.tell(takeMistakes())
  }

  /// Runs code whose `SecItem` calls go to this keychain.
  ///
  /// - Parameters:
  ///   - app: the calling program, or nil for the program that the keychain was made for.
  ///   - file: the test's module and file (`#fileID`), for reports of mistakes.
  ///   - line: the line in the file.
  ///   - body: the code to run.
  public func run<Result>(
    as app: App? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: () throws -> Result
  ) rethrows -> Result {
    places.note(file, line)
    return try inReach(as: app, body)
  }

  /// Runs asynchronous code whose `SecItem` calls go to this keychain.
  ///
  /// Child tasks inherit the keychain. Detached tasks do not.
  ///
  /// - Parameters:
  ///   - app: the calling program, or nil for the program that the keychain was made for.
  ///   - file: the test's module and file (`#fileID`), for reports of mistakes.
  ///   - line: the line in the file.
  ///   - body: the code to run.
  public func run<Result>(
    as app: App? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    places.note(file, line)
    return try await CurrentInstallation.$scoped.withValue(installation(for: app)) {
      try await body()
    }
  }

  /// Runs code of this library whose `SecItem` calls go to this keychain.
  ///
  /// Reports of a test's mistakes name the place where the test called `run` or `use` last. This
  /// function does not change that place.
  ///
  /// - Parameter app: the calling program, or nil for the program that the keychain was made for.
  func inReach<Result>(as app: App?, _ body: () throws -> Result) rethrows -> Result {
    try CurrentInstallation.$scoped.withValue(installation(for: app)) { try body() }
  }

  /// Makes this keychain the keychain of the whole process, for code that uses threads, queues or
  /// detached tasks.
  ///
  /// Tests that call `install()` must run one at a time (`.serialized`).
  ///
  /// - Throws: `TemporaryKeychainError` if another keychain is installed.
  public func install() throws {
    guard CurrentInstallation.processWide == nil else {
      throw TemporaryKeychainError("another keychain is installed for the process")
    }
    CurrentInstallation.install(installation(for: nil))
  }

  /// Undoes `install()`, or does nothing if this keychain is not installed.
  public func uninstall() {
    let session = CurrentInstallation.processWide?.service as? Session
    guard let session, session.engine === engine else { return }
    CurrentInstallation.install(nil)
  }

  /// All items of all programs, without secrets, ordered by class and then by insertion.
  public var items: [StoredItem] {
    get throws {
      do throws(KeychainError) {
        let owner = Caller(identifier: "keychain-testing", groups: [], seesAllGroups: true)
        let summaries = try engine.session(as: owner).listItems(ItemClass.stored)
        return summaries.map(StoredItem.init)
      } catch {
        throw TemporaryKeychainError("\(error)")
      }
    }
  }

  /// The number of keychain calls of this process that were refused, because no temporary keychain
  /// or simulated device was active.
  ///
  /// The calls are counted from the start of the process.
  public static var escapedCalls: Int { CurrentInstallation.refusedCalls }

  func installation(for other: App?) -> Installation {
    let app = other ?? self.app
    let caller = app.entitlements.caller(named: app.name, version: app.version)
    var installation = Installation(
      service: engine.session(as: caller), caller: caller, profile: profile.value,
      witness: history)
    installation.trustSettings = directory.path
    return installation
  }
}

/// Short names for types that belong to the keychain.
extension TemporaryKeychain {
  /// A calling program, with its access groups.
  public typealias App = TestApp
  /// The former name of `App`.
  public typealias Application = TestApp
  /// A keychain call that was refused because no temporary keychain was active in its task or
  /// process.
  public typealias Escape = SimulatedDevice.Escape

  /// The system whose rules the keychain follows (Documentation/Guides/profiles.md).
  public enum Profile: Sendable {
    /// The rules of macOS for calls with `kSecUseDataProtectionKeychain`, the default of this
    /// library.
    case dataProtection
    /// The rules of iOS.
    case ios
    /// The rules of iOS, including Apple's bugs.
    case quirks

    var value: KeychainTypes.Profile {
      switch self {
      case .dataProtection: .dataProtection
      case .ios: .ios
      case .quirks: .quirks
      }
    }
  }
}

/// Functions that run a whole test on a temporary keychain, or check at the end of a test that no
/// call escaped.
///
/// An escaped call is a keychain call that was refused because no keychain was active in its task
/// or process.
extension TemporaryKeychain {
  /// Runs a whole test on this keychain, and throws an error if calls escaped.
  ///
  /// ```swift
  /// try TemporaryKeychain().use { keychain in
  ///   tokens.save("t1")
  ///   #expect(tokens.load() == "t1")
  /// }
  /// ```
  ///
  /// An escaped call is a keychain call that was refused because no keychain was active in its task
  /// or process. The `SecItem` calls of the body go to this keychain, as with `run`. Afterwards
  /// `end()` is called.
  ///
  /// - Parameters:
  ///   - app: the calling program, or nil for the program that the keychain was made for.
  ///   - file: the test's module and file (`#fileID`), for reports of mistakes.
  ///   - line: the line in the file.
  ///   - body: the test, which gets the keychain.
  /// - Returns: The result of the body.
  /// - Throws: `TestMistakes` if calls escaped, with the body's error as its `cause`. Otherwise the
  ///   body's error.
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

  /// Runs a whole asynchronous test on this keychain, and throws an error if calls escaped.
  ///
  /// An escaped call is a keychain call that was refused because no keychain was active in its task
  /// or process.
  ///
  /// - Parameters:
  ///   - app: the calling program, or nil for the program that the keychain was made for.
  ///   - file: the test's module and file (`#fileID`), for reports of mistakes.
  ///   - line: the line in the file.
  ///   - body: the test, which gets the keychain.
  /// - Returns: The result of the body.
  /// - Throws: `TestMistakes` if calls escaped, with the body's error as its `cause`. Otherwise the
  ///   body's error.
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

  /// Ends the test of this keychain, and throws an error if keychain calls were refused because no
  /// keychain was active.
  ///
  /// Call `end()` in `tearDownWithError`, or at the end of a test without `use`. `end()` also calls
  /// `uninstall()`. The keychain stays usable, and a second call of `end()` throws only new
  /// mistakes.
  ///
  /// If a keychain goes out of scope without a call of `end()`, its mistakes are passed to
  /// `SimulatedDevice.failTest`. They are printed on standard error if `failTest` is not set.
  ///
  /// - Throws: `TestMistakes` if this process made a keychain call while no temporary keychain was
  ///   active in its task or process. All temporary keychains that existed then throw the mistake,
  ///   because it is unknown which test made the call.
  public func end() throws(TestMistakes) {
    uninstall()
    let mistakes = takeMistakes()
    guard mistakes.isEmpty else { throw TestMistakes(mistakes) }
  }

  private func ended(by error: any Error) -> any Error {
    uninstall()
    return TestMistakes.explaining(error, by: takeMistakes())
  }

  /// The keychain calls of this process that were refused since this keychain was made, because no
  /// keychain was active.
  ///
  /// Only the first hundred of these calls are kept.
  public var escapes: [Escape] { witness.escapes }

  /// Returns the keychain calls that were refused because no keychain was active, as mistakes of
  /// the test.
  ///
  /// Mistakes that an earlier call of this function returned are left out.
  func takeMistakes() -> [TestMistake] { witness.takeMistakes(of: "keychain") }
}
