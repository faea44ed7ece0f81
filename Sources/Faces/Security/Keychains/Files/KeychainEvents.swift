// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
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
    let loop: RunLoop

    init(
      _ identity: [UInt], _ mask: SecKeychainEventMask, _ function: @escaping SecKeychainCallback,
      _ context: UnsafeMutableRawPointer?
    ) {
      (self.identity, self.mask) = (identity, mask)
      unsafe self.function = function
      unsafe self.context = context
      loop = RunLoop.current
    }

    func hear(_ event: SecKeychainEvent, _ keychain: SecKeychain?, _ item: SecKeychainItem?) {
      guard isCurrent else { return }
      withExtendedLifetime((keychain, item)) {
        var info = unsafe SecKeychainCallbackInfo(
          version: 0, item: reference(item), keychain: reference(keychain), pid: getpid())
        _ = unsafe function(event, &info, context)
      }
    }

    private var isCurrent: Bool { listeners.withLock { $0.contains { $0 === self } } }

    /// Returns a reference without ownership; a null reference for nil, as C has it.
    private func reference<T: AnyObject>(_ object: T?) -> Unmanaged<T> {
      unsafe unsafeBitCast(
        object.map { unsafe UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0,
        to: Unmanaged<T>.self)
    }
  }

  /// Adds a function; false if it was added before.
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

  package static func remove(_ identity: [UInt]) -> OSStatus {
    listeners.withLock { listeners in
      guard let place = listeners.firstIndex(where: { $0.identity == identity }) else {
        return errSecInvalidCallback
      }
      listeners.remove(at: place)
      return errSecSuccess
    }
  }

  /// Has the functions called, each on the run loop of the thread that added it.
  static func post(
    _ event: SecKeychainEvent, _ keychain: SecKeychain? = nil, _ item: SecKeychainItem? = nil
  ) {
    let bit = SecKeychainEventMask(rawValue: 1 << event.rawValue)
    for listener in listeners.withLock({ $0 }) where listener.mask.contains(bit) {
      listener.loop.perform { listener.hear(event, keychain, item) }
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
/// The function is called on the run loop of the thread that adds it, while that run loop runs.
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
