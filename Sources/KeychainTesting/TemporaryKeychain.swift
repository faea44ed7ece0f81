// SPDX-License-Identifier: Apache-2.0

import KeychainEngine
import KeychainExplanations
import KeychainTypes

/// A Keychain of its own for a test: a real store in a temporary directory, removed with the value.
///
/// ```swift
/// let keychain = try TemporaryKeychain()
/// try keychain.run {
///   try tokens.save("t1")
///   #expect(try tokens.load() == "t1")
/// }
/// ```
///
/// Within `run` all `SecItem` calls of the task go to this keychain; many can be used at once, each
/// in its own task. Threads, dispatch queues and detached tasks do not inherit it: code that hops
/// there is tested with `install()`, one test at a time.
///
/// As long as one temporary keychain lives in the process, a call that has none in reach answers
/// errSecNotAvailable and is counted in `escapedCalls`: no test touches the real store by mistake.
public final class TemporaryKeychain: Sendable {
  /// Closed before its directory goes: values go in the order in which they stand here.
  private let engine: Engine
  private let directory: TemporaryDirectory
  /// Where the store lies.
  package var path: String { directory.path }
  private let application: Application
  private let profile: Profile
  private let history = CallHistory()

  /// Makes an empty keychain.
  ///
  /// - Parameters:
  ///   - application: the program that calls, with its access groups.
  ///   - profile: whose rules hold.
  ///   - clock: where the dates of items come from; the system's clock without one.
  ///   - seed: makes all random bytes repeatable, those of keys included; only for tests.
  /// - Throws: `TemporaryKeychainError` when the system gives no directory or store.
  public init(
    as application: Application = .standard, profile: Profile = .dataProtection,
    clock: TestClock? = nil, seed: UInt64? = nil
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
    self.application = application
    self.profile = profile
    CurrentInstallation.beginIsolation()
  }

  deinit {
    uninstall()
    CurrentInstallation.endIsolation()
  }

  /// Runs code whose `SecItem` calls go to this keychain.
  ///
  /// - Parameter application: the calling program, where it is another than the keychain's own.
  public func run<Result>(
    as application: Application? = nil, _ body: () throws -> Result
  ) rethrows -> Result {
    try CurrentInstallation.$scoped.withValue(installation(for: application)) { try body() }
  }

  /// The same for asynchronous code; child tasks inherit the keychain, detached ones do not.
  public func run<Result>(
    as application: Application? = nil, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await CurrentInstallation.$scoped.withValue(installation(for: application)) {
      try await body()
    }
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

  /// How many calls of the process had no keychain in reach and were refused for it.
  public static var escapedCalls: Int { CurrentInstallation.refusedCalls }

  private func installation(for other: Application?) -> Installation {
    let caller = (other ?? application).caller
    return Installation(
      service: engine.session(as: caller), caller: caller, profile: profile.value,
      witness: history)
  }
}
