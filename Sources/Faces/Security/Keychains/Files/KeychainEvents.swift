// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import FileKeychain
import Foundation
import Glibc
import KeychainComposition
import KeychainTypes
import SecureMemory

/// The events of keychains, and the functions that are called after them
/// (Specification/file-keychain.md, "Events").
///
/// `KeychainWatch` reports changes of keychain files by this process and by others. A change of
/// Latchkey's own store is an event only if a call of this process makes it.
package enum KeychainEvents {
  private static let listeners = Lock<[Listener]>([])

  /// A function that was passed to `add`, with the run loop on which the function is called.
  @safe
  private final class Listener: @unchecked Sendable {
    let identity: [UInt]
    let mask: SecKeychainEventMask
    let function: SecKeychainCallback
    let context: UnsafeMutableRawPointer?
    /// The run loop of the thread that made the listener; nil after the listener was removed.
    private let loop = Lock<ThreadLoop?>(nil)
    /// The events that wait for the run loop, in their order.
    private let waiting = Lock<[Event]>([])

    /// The watch of keychain files that this listener uses, with the number of the listener in that
    /// watch.
    ///
    /// The number is passed to `KeychainWatch.stop`. Nil if this listener does not use a watch.
    private let watching = Lock<(KeychainWatch, Int)?>(nil)

    /// The greatest number of events that wait for a run loop.
    ///
    /// If another event arrives, the oldest waiting event is discarded.
    private static let most = 1024

    init(
      _ identity: [UInt], _ mask: SecKeychainEventMask, _ function: @escaping SecKeychainCallback,
      _ context: UnsafeMutableRawPointer?
    ) {
      (self.identity, self.mask) = (identity, mask)
      unsafe self.function = function
      unsafe self.context = context
      loop.withLock { loop in
        loop = ThreadLoop { [weak self] in self?.hear() }
      }
    }

    /// Makes `KeychainWatch` report changes of keychain files, until this listener is removed.
    func watch() {
      // A process without keychain files hears of the store alone.
      guard let keychains = try? KeychainChoice.current() else { return }
      let watch = keychains.surroundings.watch
      let trust = TrustSettingsPlaces.ofThisProcess
      let number = watch.start(
        hearingLocks: !mask.isDisjoint(with: [.lockEventMask, .unlockEventMask]), of: keychains,
        trust: [.user, .admin].compactMap { trust.file(of: $0)?.path }
      ) { KeychainEvents.post($0, keychains) }
      let isRemoved = watching.withLock { watching in
        watching = (watch, number)
        return loop.withLock { $0 == nil }
      }
      if isRemoved { endWatch() }
    }

    private func endWatch() {
      let ended = watching.withLock { watching in
        defer { watching = nil }
        return watching
      }
      ended.map { $0.0.stop($0.1) }
    }

    /// Adds an event to the waiting events, and wakes the run loop.
    func tell(_ event: Event) {
      // A function that was removed is not called any more.
      guard let loop = loop.withLock({ $0 }) else { return }
      waiting.withLock { waiting in
        if waiting.count == Self.most { waiting.removeFirst() }
        waiting.append(event)
      }
      loop.wake()
    }

    /// Ends the listener, and discards the waiting events.
    func remove() {
      var ended: ThreadLoop?
      loop.withLock { swap(&$0, &ended) }
      waiting.withLock { $0 = [] }
      endWatch()
    }

    /// Calls the listener's function with each waiting event; runs on the thread of the run loop.
    private func hear() {
      while let event = next() {
        withExtendedLifetime(event) {
          var info = unsafe SecKeychainCallbackInfo(
            version: 0, item: reference(event.item), keychain: reference(event.keychain),
            pid: event.process)
          _ = unsafe function(event.number, &info, context)
        }
      }
    }

    /// Returns the next waiting event.
    ///
    /// Nil if no event waits, or in a forked child that must not use the library.
    private func next() -> Event? {
      guard ForkBarrier.begin() else { return nil }
      defer { ForkBarrier.end() }
      return waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }

    /// Returns an unretained reference to an object of an event.
    ///
    /// For nil the result is a null reference, because callbacks in C expect one.
    private func reference<T: AnyObject>(_ object: T?) -> Unmanaged<T> {
      unsafe unsafeBitCast(
        object.map { unsafe UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0,
        to: Unmanaged<T>.self)
    }
  }

  /// One event, with the keychain and the item that are passed to the listeners' functions.
  private struct Event: Sendable {
    let number: SecKeychainEvent
    let keychain: SecKeychain?
    let item: SecKeychainItem?
    /// The process that made the change; 0 if another process made it.
    let process: pid_t

    /// The greatest size of an event that is posted, in bytes: 16 KiB, the limit of Apple's
    /// notifications.
    ///
    /// The size of an event is the length of the keychain's path plus the length of the item's
    /// primary key.
    private static let largest = 16 << 10

    /// True if the keychain's path and the item's primary key together are at most 16 KiB.
    ///
    /// A larger event is not posted.
    var fits: Bool {
      (keychain?.path.utf8.count ?? 0) + (item?.keySize ?? 0) <= Self.largest
    }
  }

  /// Adds a function that is called after events, and returns the status.
  ///
  /// The status is -25297 if the function was added before.
  ///
  /// - Parameters:
  ///   - identity: numbers that identify the function. Functions with equal identities are treated
  ///     as one function.
  ///   - mask: the events after which the function is called.
  ///   - context: a pointer that is passed to the function.
  package static func add(
    _ identity: [UInt], _ mask: SecKeychainEventMask, _ function: @escaping SecKeychainCallback,
    _ context: UnsafeMutableRawPointer?
  ) -> OSStatus {
    guard ForkBarrier.begin() else { return errSecNotAvailable }
    defer { ForkBarrier.end() }
    let listener = unsafe Listener(identity, mask, function, context)
    let isNew = listeners.withLock { listeners in
      guard !listeners.contains(where: { $0.identity == identity }) else { return false }
      listeners.append(listener)
      return true
    }
    guard isNew else { return errSecDuplicateCallback }
    listener.watch()
    return errSecSuccess
  }

  /// Removes a function, and returns the status: -25298 if the function was not added.
  package static func remove(_ identity: [UInt]) -> OSStatus {
    guard ForkBarrier.begin() else { return errSecNotAvailable }
    defer { ForkBarrier.end() }
    let removed = listeners.withLock { listeners in
      listeners.firstIndex { $0.identity == identity }.map { listeners.remove(at: $0) }
    }
    guard let removed else { return errSecInvalidCallback }
    removed.remove()
    return errSecSuccess
  }

  /// Passes an event to the functions that were added for it.
  ///
  /// Each function is called on the run loop of the thread that added the function.
  static func post(
    _ event: SecKeychainEvent, _ keychain: SecKeychain? = nil, _ item: SecKeychainItem? = nil,
    by process: pid_t = getpid()
  ) {
    let bit = SecKeychainEventMask(rawValue: 1 << event.rawValue)
    let event = Event(number: event, keychain: keychain, item: item, process: process)
    guard event.fits else { return }
    for listener in listeners.withLock({ $0 }) where listener.mask.contains(bit) {
      listener.tell(event)
    }
  }

  /// Returns numbers that identify a function: the addresses of its code and of its captured
  /// values.
  static func identity(of function: @escaping SecKeychainCallback) -> [UInt] {
    @safe struct Holder { let function: SecKeychainCallback }
    let holder = unsafe Holder(function: function)
    return unsafe withUnsafeBytes(of: holder) { unsafe Array($0.bindMemory(to: UInt.self)) }
  }
}

/// Adds a function that is called after events of keychains, which this process or another process
/// has caused.
///
/// The function is called on the run loop of the thread that adds it, while that run loop runs. Up
/// to 1,024 events wait for a run loop that does not run. Events of Latchkey's own store come from
/// calls of this process only.
///
/// - Parameters:
///   - eventMask: the events for which the function is called.
///   - userContext: a pointer that is passed to the function.
/// - Returns: errSecDuplicateCallback if the function was added before.
@discardableResult
public func SecKeychainAddCallback(
  _ callbackFunction: @escaping SecKeychainCallback, _ eventMask: SecKeychainEventMask,
  _ userContext: UnsafeMutableRawPointer?
) -> OSStatus {
  unsafe KeychainEvents.add(
    KeychainEvents.identity(of: callbackFunction), eventMask, callbackFunction, userContext)
}

/// Removes a function that `SecKeychainAddCallback` added.
///
/// - Returns: errSecInvalidCallback if the function was not added.
@discardableResult
public func SecKeychainRemoveCallback(_ callbackFunction: @escaping SecKeychainCallback) -> OSStatus
{
  unsafe KeychainEvents.remove(KeychainEvents.identity(of: callbackFunction))
}

extension KeychainEvents {
  /// Posts the event for a change that `KeychainWatch` reports.
  private static func post(_ change: KeychainChange, _ keychains: Keychains) {
    let keychain = change.keychain.map { SecKeychain(keychains, $0) }
    let process = change.isOwn ? getpid() : 0
    func post(_ event: SecKeychainEvent, _ item: KeychainItem? = nil) {
      let item = keychain.flatMap { keychain in
        item.map { SecKeychainItem(.file($0), in: keychain) }
      }
      Self.post(event, keychain, item, by: process)
    }
    switch change.kind {
    case .locked: post(.lockEvent)
    case .unlocked: post(.unlockEvent)
    case .added(let item): post(.addEvent, item)
    case .deleted(let item): post(.deleteEvent, item)
    case .updated(let item): post(.updateEvent, item)
    case .passwordChanged: post(.passwordChangedEvent)
    case .defaultChanged: post(.defaultChangedEvent)
    case .listChanged: post(.keychainListChangedEvent)
    case .trustSettingsChanged: post(.trustSettingsChangedEvent)
    }
  }

  /// Calls `change`, which changes trust settings, and posts the event of this change.
  static func changingTrust(
    _ change: () throws(KeychainError) -> Void
  ) throws(KeychainError) {
    let watch = (try? KeychainChoice.current())?.surroundings.watch
    // An earlier change by another process is posted first, as an event of its own.
    watch?.lookAtTrust()
    try change()
    guard let watch, watch.isActive else { return post(.trustSettingsChangedEvent) }
    watch.lookAtTrust(isOwn: true)
  }
}
