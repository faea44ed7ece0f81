// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory
import Security

/// The mechanisms by which the user can authenticate (Specification/access-control.md, "Environment
/// of LocalAuthentication").
///
/// A program can add observers, which are called when a mechanism changes.
public final class LAEnvironment: NSObject, Sendable {
  /// An object that the environment calls when a mechanism of the environment has changed.
  ///
  /// The observer is called on a private queue.
  public protocol Observer: NSObjectProtocol {
    /// Called when the state of the environment has changed.
    ///
    /// - Parameters:
    ///   - environment: the environment; its property `state` has the new state.
    ///   - oldState: the state before the change.
    func environment(
      _ environment: LAEnvironment, stateDidChangeFromOldState oldState: LAEnvironment.State)
  }

  /// The authenticator that provides the state of the mechanisms; nil if the authenticator is gone.
  ///
  /// The reference is weak to avoid a cycle: while the environment has observers, the authenticator
  /// has a strong reference to the environment.
  private weak let authenticator: (any Authenticator)?
  private let caller: Caller
  private let watch = Lock(Watch())
  private let queue = DispatchQueue(label: "latchkey.LAEnvironment.observers")

  private struct Watch {
    /// The number under which the authenticator lists this environment as an observer.
    ///
    /// Nil while the environment has no observers.
    var registration: UInt64?
    var last: State?
    var observers: [WeakObserver] = []

    /// Forgets that this environment is registered as an observer, and returns the number of the
    /// registration.
    ///
    /// The caller must remove this number from the observers of the authenticator. Nil if the
    /// environment was not registered.
    mutating func leave() -> UInt64? {
      defer { (registration, last) = (nil, nil) }
      return registration
    }
  }

  /// A weak reference to an observer, so that the environment does not keep the observer alive.
  ///
  /// The reference may cross threads, because the observer is called on one queue only.
  private struct WeakObserver: @unchecked Sendable {
    weak var object: (any Observer)?
  }

  private init(_ asked: BoundAuthenticator) {
    authenticator = asked.authenticator
    caller = asked.caller
    super.init()
  }

  /// A weak reference to an environment that `currentUser` has returned.
  ///
  /// If the program has released the environment, the next reader of `currentUser` gets a new
  /// environment.
  private struct Known: Sendable {
    weak let environment: LAEnvironment?
  }

  private static let known = Lock<[Known]>([])

  /// The environment of the user of this process, or of the current simulated device.
  ///
  /// Repeated reads return the same instance while the program has a reference to the environment
  /// or the environment has observers.
  public class var currentUser: LAEnvironment {
    let asked = AuthenticatorChoice.current()
    return known.withLock { known in
      known.removeAll { $0.environment == nil }
      let same = known.lazy.compactMap(\.environment).first {
        $0.authenticator === asked.authenticator && $0.caller == asked.caller
      }
      if let same { return same }
      let environment = LAEnvironment(asked)
      known.append(Known(environment: environment))
      return environment
    }
  }

  /// The state of the mechanisms at the moment of reading.
  public var state: State {
    State(authenticator.map { BoundAuthenticator($0, for: caller) } ?? AuthenticatorChoice.nobody)
  }

  /// Adds an observer, which is called when a mechanism changes.
  ///
  /// Adding the same observer again has no further effect. The environment keeps only a weak
  /// reference to the observer.
  public func addObserver(_ observer: any Observer) {
    let state = state
    let isFirst = watch.withLock { watch in
      watch.observers.removeAll { $0.object == nil || $0.object === observer }
      watch.observers.append(WeakObserver(object: observer))
      if watch.registration == nil { watch.last = state }
      return watch.registration == nil
    }
    guard isFirst, let authenticator else { return }
    let number = authenticator.observers.add { self.notice() }
    // If two threads add the first observer at once, only one registration stays.
    let isSpare = watch.withLock { watch in
      guard watch.registration == nil, !watch.observers.isEmpty else { return true }
      watch.registration = number
      return false
    }
    if isSpare { authenticator.observers.remove(number) }
  }

  /// Removes an observer, so that the environment no longer calls the observer.
  public func removeObserver(_ observer: any Observer) {
    let registration = watch.withLock { (watch: inout Watch) -> UInt64? in
      watch.observers.removeAll { $0.object == nil || $0.object === observer }
      return watch.observers.isEmpty ? watch.leave() : nil
    }
    if let registration { authenticator?.observers.remove(registration) }
  }

  /// Calls the observers if the state of the mechanisms differs from `last`, the last known state.
  ///
  /// If all observers are gone, the environment is removed from the observers of the authenticator.
  private func notice() {
    let state = state
    let (old, registration) = watch.withLock { (watch: inout Watch) -> (State?, UInt64?) in
      watch.observers.removeAll { $0.object == nil }
      guard !watch.observers.isEmpty else { return (nil, watch.leave()) }
      defer { watch.last = state }
      return (watch.last == state ? nil : watch.last, nil)
    }
    if let registration { authenticator?.observers.remove(registration) }
    guard let old else { return }
    queue.async { [self] in
      for entry in watch.withLock({ $0.observers }) {
        entry.object?.environment(self, stateDidChangeFromOldState: old)
      }
    }
  }
}

/// The name that Apple's documentation uses for the protocol `LAEnvironment.Observer`.
public typealias LAEnvironmentObserver = LAEnvironment.Observer

extension LAEnvironment.Observer {
  /// The default implementation, which does nothing; an observer need not have this method.
  public func environment(
    _ environment: LAEnvironment, stateDidChangeFromOldState oldState: LAEnvironment.State
  ) {}
}

extension LAEnvironment {
  /// The state of all mechanisms at the moment when the object was created.
  ///
  /// Two states with equal mechanisms are equal.
  public final class State: NSObject, Sendable {
    /// The biometric sensor; nil if the device has no sensor.
    public let biometry: MechanismBiometry?
    /// The mechanism of the passcode or the user's password; never nil, even if no passcode is set.
    public let userPassword: MechanismUserPassword?
    /// The mechanisms of the paired devices, one for each type of device; empty if no device is
    /// paired.
    public let companions: [MechanismCompanion]

    init(_ asked: BoundAuthenticator) {
      let facts = asked.facts
      biometry = facts.biometry.map { MechanismBiometry($0, facts, asked) }
      userPassword = MechanismUserPassword(isSet: facts.hasPasscode)
      companions = facts.companions.keys.sorted().map { MechanismCompanion($0, asked) }
      super.init()
    }

    /// All mechanisms of the state: biometry, the passcode and the paired devices.
    public var allMechanisms: [Mechanism] {
      [biometry, userPassword].compactMap { $0 } + companions
    }

    /// True if the other object is a state with equal mechanisms.
    public override func isEqual(_ object: Any?) -> Bool {
      guard let other = object as? State else { return false }
      return allMechanisms == other.allMechanisms
    }

    /// The hash value of the state's mechanisms.
    public override var hash: Int {
      var hasher = Hasher()
      for mechanism in allMechanisms { hasher.combine(mechanism) }
      return hasher.finalize()
    }

    /// Returns this state itself, because a state cannot change.
    public override func copy() -> Any { self }
  }
}
