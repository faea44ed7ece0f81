// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory
import Security

/// What there is to authenticate with, and who is told when it changes
/// (spec/access-control.md 1.11).
public final class LAEnvironment: NSObject, Sendable {
  /// Who is told of changes, on a private queue.
  public protocol Observer: NSObjectProtocol {
    /// The state has changed; reading it gives the new one.
    func environment(
      _ environment: LAEnvironment, stateDidChangeFromOldState oldState: LAEnvironment.State)
  }

  /// Owns the environment while somebody observes, so it is not held.
  private weak let authenticator: (any Authenticator)?
  private let caller: Caller
  private let watch = Lock(Watch())
  private let queue = DispatchQueue(label: "latchkey.LAEnvironment.observers")

  private struct Watch {
    /// With the authenticator; nil while nobody observes.
    var registration: UInt64?
    var last: State?
    var observers: [WeakObserver] = []

    /// Ends the observing; the number that is to be removed.
    mutating func leave() -> UInt64? {
      defer { (registration, last) = (nil, nil) }
      return registration
    }
  }

  /// Observers are the client's, which is told on one queue only.
  private struct WeakObserver: @unchecked Sendable {
    weak var object: (any Observer)?
  }

  private init(_ asked: BoundAuthenticator) {
    authenticator = asked.authenticator
    caller = asked.caller
    super.init()
  }

  /// Not held either: whoever reads it first again makes another.
  private struct Known: Sendable {
    weak let environment: LAEnvironment?
  }

  private static let known = Lock<[Known]>([])

  /// The environment of the user of this process, or of the simulated device in reach.
  ///
  /// The same object for as long as somebody holds it or observes.
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

  /// What there is now.
  public var state: State {
    State(authenticator.map { BoundAuthenticator($0, for: caller) } ?? AuthenticatorChoice.nobody)
  }

  /// Adds an observer, which is held weakly; one that is there already is not added again.
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
    // Of two who came first at once, one is registered.
    let isSpare = watch.withLock { watch in
      guard watch.registration == nil, !watch.observers.isEmpty else { return true }
      watch.registration = number
      return false
    }
    if isSpare { authenticator.observers.remove(number) }
  }

  /// Removes an observer.
  public func removeObserver(_ observer: any Observer) {
    let registration = watch.withLock { (watch: inout Watch) -> UInt64? in
      watch.observers.removeAll { $0.object == nil || $0.object === observer }
      return watch.observers.isEmpty ? watch.leave() : nil
    }
    if let registration { authenticator?.observers.remove(registration) }
  }

  /// Something may have changed: tells the observers if it has, and goes when none is left.
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

/// The name by which documentation knows it too.
public typealias LAEnvironmentObserver = LAEnvironment.Observer

extension LAEnvironment.Observer {
  /// The method is optional.
  public func environment(
    _ environment: LAEnvironment, stateDidChangeFromOldState oldState: LAEnvironment.State
  ) {}
}

extension LAEnvironment {
  /// What there was to authenticate with at one moment; equal by value.
  public final class State: NSObject, Sendable {
    /// Nil where there is no sensor.
    public let biometry: MechanismBiometry?
    /// The passcode.
    public let userPassword: MechanismUserPassword?
    /// One for each type of which a device is paired.
    public let companions: [MechanismCompanion]

    init(_ asked: BoundAuthenticator) {
      let facts = asked.facts
      biometry = facts.biometry.map { MechanismBiometry($0, facts, asked) }
      userPassword = MechanismUserPassword(isSet: facts.hasPasscode)
      companions = facts.companions.keys.sorted().map { MechanismCompanion($0, asked) }
      super.init()
    }

    /// All of them.
    public var allMechanisms: [Mechanism] {
      [biometry, userPassword].compactMap { $0 } + companions
    }

    /// Whether two states say the same.
    public override func isEqual(_ object: Any?) -> Bool {
      guard let other = object as? State else { return false }
      return allMechanisms == other.allMechanisms
    }

    /// The hash of what the state says.
    public override var hash: Int {
      var hasher = Hasher()
      for mechanism in allMechanisms { hasher.combine(mechanism) }
      return hasher.finalize()
    }

    /// The state itself: it cannot change.
    public override func copy() -> Any { self }
  }
}
