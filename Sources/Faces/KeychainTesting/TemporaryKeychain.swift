// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainExplaining
internal import KeychainTypes

/// A Keychain of its own for a test: a real store in a temporary directory, removed with the value.
///
/// ```swift
/// try TemporaryKeychain().use { keychain in
///   tokens.save("t1")
///   #expect(tokens.load() == "t1")
/// }
/// ```
///
/// Within `use` and `run` all `SecItem` calls of the task go to this keychain; many can be used at
/// once, each in its own task. Threads, dispatch queues and detached tasks do not inherit it: code
/// that hops there is tested with `install()`, one test at a time.
///
/// As long as one temporary keychain lives in the process, a call that has none in reach answers
/// errSecNotAvailable and stands in `escapes`: no test touches the real store by mistake. `use` and
/// `end()` throw such calls.
public final class TemporaryKeychain: Sendable {
  /// Closed before its directory goes: values go in the order in which they stand here.
  private let engine: Engine
  private let directory: TemporaryDirectory
  /// Where the store lies.
  package var path: String { directory.path }
  private let app: App
  private let profile: Profile
  private let history = CallHistory()
  /// Where the test made the keychain and last ran code on it.
  let places: CodePlaces
  let witness: Witness

  /// Makes an empty keychain.
  ///
  /// - Parameters:
  ///   - app: the program that calls, with its access groups.
  ///   - profile: whose rules hold.
  ///   - clock: where the dates of items come from; the system's clock without one.
  ///   - seed: makes all random bytes repeatable, those of keys included; only for tests.
  ///   - file: the module and the file, as `#fileID` says; for mistakes of the test.
  ///   - line: the line in the file.
  /// - Throws: `TemporaryKeychainError` when the system gives no directory or store.
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
  ///   - app: the calling program, or nil for the keychain's own.
  ///   - file: the module and the file, as `#fileID` says; for mistakes of the test.
  ///   - line: the line in the file.
  ///   - body: the code.
  public func run<Result>(
    as app: App? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: () throws -> Result
  ) rethrows -> Result {
    places.note(file, line)
    return try inReach(as: app, body)
  }

  /// Runs asynchronous code whose `SecItem` calls go to this keychain; child tasks inherit it,
  /// detached ones do not.
  ///
  /// - Parameters:
  ///   - app: the calling program, or nil for the keychain's own.
  ///   - file: the module and the file, as `#fileID` says; for mistakes of the test.
  ///   - line: the line in the file.
  ///   - body: the code.
  public func run<Result>(
    as app: App? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    places.note(file, line)
    return try await CurrentInstallation.$scoped.withValue(installation(for: app)) {
      try await body()
    }
  }

  /// Runs code on this keychain that is not the test's.
  func inReach<Result>(as app: App?, _ body: () throws -> Result) rethrows -> Result {
    try CurrentInstallation.$scoped.withValue(installation(for: app)) { try body() }
  }

  /// Makes this the keychain of the whole process, for code that hops threads.
  ///
  /// Tests that do this must not run beside each other (`.serialized`).
  ///
  /// - Throws: `TemporaryKeychainError` when another one is installed.
  public func install() throws {
    guard CurrentInstallation.processWide == nil else {
      throw TemporaryKeychainError("another keychain is installed for the process")
    }
    CurrentInstallation.install(installation(for: nil))
  }

  /// Ends what `install()` began; does nothing where another keychain, or none, is installed.
  public func uninstall() {
    let session = CurrentInstallation.processWide?.service as? Session
    guard let session, session.engine === engine else { return }
    CurrentInstallation.install(nil)
  }

  /// All items of all programs, in the order of their classes and insertion, without secrets.
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

  /// How many calls of the process have had no keychain or device in reach and were refused for
  /// it, since the process began.
  public static var escapedCalls: Int { CurrentInstallation.refusedCalls }

  func installation(for other: App?) -> Installation {
    let app = other ?? self.app
    let caller = app.entitlements.caller(named: app.name, version: app.version)
    return Installation(
      service: engine.session(as: caller), caller: caller, profile: profile.value,
      witness: history)
  }
}

/// Short names for what belongs to the keychain.
extension TemporaryKeychain {
  /// A program that calls, with its access groups.
  public typealias App = TestApp
  /// The former name of `App`.
  public typealias Application = TestApp
  /// A call that no keychain was in reach of.
  public typealias Escape = SimulatedDevice.Escape

  /// The system whose rules the keychain follows (Documentation/Guides/profiles.md).
  public enum Profile: Sendable {
    /// As on the Mac with `kSecUseDataProtectionKeychain`; the library's own default.
    case dataProtection
    /// As on iOS.
    case ios
    /// As on iOS, with Apple's bugs kept.
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
