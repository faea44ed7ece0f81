// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import Glibc
import KeychainComposition
import SecureMemory

/// The events of keychains, and the functions that are called after them
/// (Specification/file-keychain.md, "Events").
///
/// Events are those of this process. Events of other processes would enter through `post`.
package enum KeychainEvents {
  private static let listeners = Lock<[Listener]>([])

  /// A function that was added, with the run loop on which it is called.
  @safe
  private final class Listener: @unchecked Sendable {
    let identity: [UInt]
    let mask: SecKeychainEventMask
    let function: SecKeychainCallback
    let context: UnsafeMutableRawPointer?
    /// The run loop of the thread that made the listener; nil after the removal.
    private let loop = Lock<ThreadLoop?>(nil)
    /// The events that wait for the run loop, in their order.
    private let waiting = Lock<[Event]>([])

    /// The most events that wait for a run loop that does not run; the oldest are dropped then.
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

    /// Keeps an event, and wakes the run loop.
    func tell(_ event: Event) {
      // A function that was removed is not called any more.
      guard let loop = loop.withLock({ $0 }) else { return }
      waiting.withLock { waiting in
        if waiting.count == Self.most { waiting.removeFirst() }
        waiting.append(event)
      }
      loop.wake()
    }

    /// Ends the listener: events that wait are dropped.
    func remove() {
      var ended: ThreadLoop?
      loop.withLock { swap(&$0, &ended) }
      waiting.withLock { $0 = [] }
    }

    /// Calls the function with each event, on the thread of the run loop.
    private func hear() {
      while let event = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
        withExtendedLifetime(event) {
          var info = unsafe SecKeychainCallbackInfo(
            version: 0, item: reference(event.item), keychain: reference(event.keychain),
            pid: getpid())
          _ = unsafe function(event.number, &info, context)
        }
      }
    }

    /// Returns a reference without ownership; a null reference for nil, as C has it.
    private func reference<T: AnyObject>(_ object: T?) -> Unmanaged<T> {
      unsafe unsafeBitCast(
        object.map { unsafe UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0,
        to: Unmanaged<T>.self)
    }
  }

  /// One event, with the objects that the function is told.
  private struct Event: Sendable {
    let number: SecKeychainEvent
    let keychain: SecKeychain?
    let item: SecKeychainItem?
  }

  /// Adds a function, and returns the status, which is -25297 for a function that was added before.
  ///
  /// - Parameter identity: two equal identities are one function.
  package static func add(
    _ identity: [UInt], _ mask: SecKeychainEventMask, _ function: @escaping SecKeychainCallback,
    _ context: UnsafeMutableRawPointer?
  ) -> OSStatus {
    let listener = unsafe Listener(identity, mask, function, context)
    return listeners.withLock { listeners in
      guard !listeners.contains(where: { $0.identity == identity }) else {
        return errSecDuplicateCallback
      }
      listeners.append(listener)
      return errSecSuccess
    }
  }

  /// Removes a function, and returns the status, which is -25298 for a function that was not added.
  package static func remove(_ identity: [UInt]) -> OSStatus {
    let removed = listeners.withLock { listeners in
      listeners.firstIndex { $0.identity == identity }.map { listeners.remove(at: $0) }
    }
    guard let removed else { return errSecInvalidCallback }
    removed.remove()
    return errSecSuccess
  }

  /// Has the functions called, each on the run loop of the thread that added it.
  static func post(
    _ event: SecKeychainEvent, _ keychain: SecKeychain? = nil, _ item: SecKeychainItem? = nil
  ) {
    let bit = SecKeychainEventMask(rawValue: 1 << event.rawValue)
    let event = Event(number: event, keychain: keychain, item: item)
    for listener in listeners.withLock({ $0 }) where listener.mask.contains(bit) {
      listener.tell(event)
    }
  }

  /// Returns the identity of a function: its code and its captured values.
  static func identity(of function: @escaping SecKeychainCallback) -> [UInt] {
    @safe struct Holder { let function: SecKeychainCallback }
    let holder = unsafe Holder(function: function)
    return unsafe withUnsafeBytes(of: holder) { unsafe Array($0.bindMemory(to: UInt.self)) }
  }
}

/// Adds a function that is called after events of keychains of this process.
///
/// The function is called on the run loop of the thread that adds it, while that run loop runs. Up
/// to 1,024 events wait for a run loop that does not run.
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
  /// Posts the addition of an item to a keychain file.
  static func postAddition(of item: KeychainItem, in keychains: Keychains) {
    let item = SecKeychainItem(item, of: keychains)
    post(.addEvent, item.keychain, item)
  }

  /// Posts the deletion of an item of a keychain file.
  static func postDeletion(of item: KeychainItem, in keychains: Keychains) {
    let item = SecKeychainItem(item, of: keychains)
    post(.deleteEvent, item.keychain, item)
  }

  /// Posts the change of an item: the deletion of the old item, and the addition of the new one.
  static func postChange(of item: KeychainItem, in keychains: Keychains) {
    let item = SecKeychainItem(item, of: keychains)
    post(.deleteEvent, item.keychain, item)
    post(.addEvent, item.keychain, item)
  }
}
