// SPDX-License-Identifier: Apache-2.0

/// Secret bytes, kept out of swap and core dumps if the system allows it, and wiped after use.
///
/// Copies share their memory, so a secret exists once. The memory is wiped when the last copy is
/// released.
///
/// Descriptions and mirrors do not show the content, and the type has no `Codable` and no hashing.
/// `==` takes equal time for all values of equal length. The content is accessible only in a
/// closure (`withBytes`), so that a text search finds each place in the code that reads a secret.
package struct SecretBytes: Sendable {
  @usableFromInline let storage: SecretStorage
  @usableFromInline let offset: Int

  /// The number of secret bytes.
  package let count: Int

  /// Creates a secret of `count` zero bytes, which `fill` then overwrites.
  ///
  /// If `fill` throws, the bytes are wiped and the error is passed on.
  package init<E: Error>(
    count: Int, fill: (inout MutableSpan<UInt8>) throws(E) -> Void
  ) throws(E) {
    let storage = SecretStorage(count: count)
    var span = unsafe UnsafeMutableBufferPointer(
      start: storage.base.assumingMemoryBound(to: UInt8.self), count: count
    ).mutableSpan
    try fill(&span)
    self.init(storage: storage, offset: 0, count: count)
  }

  /// Creates a secret of `count` zero bytes, which `fill` overwrites through a pointer.
  ///
  /// Use it if C code writes the secret. The pointer is valid only within `fill`.
  package init<E: Error>(
    count: Int, unsafeFill fill: (UnsafeMutableRawBufferPointer) throws(E) -> Void
  ) throws(E) {
    let storage = SecretStorage(count: count)
    unsafe try fill(UnsafeMutableRawBufferPointer(start: storage.base, count: count))
    self.init(storage: storage, offset: 0, count: count)
  }

  /// Creates a secret by copying bytes.
  ///
  /// If the original bytes are secret, the caller must wipe them.
  package init(copying bytes: Span<UInt8>) {
    unsafe self.init(count: bytes.count) { (target: UnsafeMutableRawBufferPointer) in
      unsafe bytes.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
    }
  }

  /// Creates a secret by copying the bytes of an array.
  ///
  /// The array itself is not wiped.
  package init(copying bytes: [UInt8]) {
    self.init(copying: bytes.span)
  }

  private init(storage: SecretStorage, offset: Int, count: Int) {
    self.storage = storage
    self.offset = offset
    self.count = count
  }

  /// The protections that the system has refused so far for secrets of this process.
  package static var memoryWeakness: MemoryWeakness {
    // The system is asked when the first bytes are allocated.
    let bytes = SecretBytes(copying: [0])
    return withExtendedLifetime(bytes) { SecretArena.shared.weakness }
  }

  /// True if the secret has no bytes.
  package var isEmpty: Bool { count == 0 }

  /// Runs `body` with the secret bytes and returns its result.
  @inlinable
  package func withBytes<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    let bytes = unsafe UnsafeBufferPointer(
      start: UnsafePointer(
        storage.base.advanced(by: offset).assumingMemoryBound(to: UInt8.self)), count: count)
    return try unsafe body(bytes.span)
  }

  /// Runs `body` with the secret bytes as raw memory, for a call of C code.
  ///
  /// The pointer is valid only within `body`.
  @inlinable
  package func withUnsafeBytes<R, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    let bytes = unsafe UnsafeRawBufferPointer(
      start: storage.base.advanced(by: offset), count: count)
    return try unsafe body(bytes)
  }

  /// Returns a part of this secret, without copying the bytes.
  ///
  /// The memory is wiped when the secret and all its slices are gone. The range must lie within
  /// `0..<count`.
  package func slice(_ range: Range<Int>) -> SecretBytes {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count, "a slice lies within its secret")
    return SecretBytes(storage: storage, offset: offset + range.lowerBound, count: range.count)
  }
}

extension SecretBytes: Equatable {
  /// Compares two secrets in a time that depends only on their lengths.
  package static func == (left: SecretBytes, right: SecretBytes) -> Bool {
    left.withBytes { one in right.withBytes { other in constantTimeEqual(one, other) } }
  }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The length of the secret, never its content.
  package var description: String { "SecretBytes(\(count) bytes)" }

  /// The length of the secret, never its content.
  package var debugDescription: String { description }

  /// A mirror without children, so that `dump` shows nothing.
  package var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// The memory of `SecretBytes`, which is zeroed when it is created and wiped when it is released.
@safe
@usableFromInline
final class SecretStorage: @unchecked Sendable {
  @usableFromInline let base: UnsafeMutableRawPointer
  private let count: Int
  private let origin: SecretArena.Origin

  init(count: Int) {
    precondition(count >= 0, "a secret has no negative length")
    let memory = unsafe SecretArena.shared.allocate(count)
    unsafe base = memory.base
    unsafe origin = memory.origin
    self.count = count
  }

  deinit {
    unsafe SecretArena.shared.release(base, count: count, origin: origin)
  }
}

/// True if two byte sequences are equal.
///
/// The time depends only on the lengths of the sequences. Use it for everything that must not be
/// guessed byte by byte: secrets, digests, tags.
@inlinable
package func constantTimeEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
  guard left.count == right.count else { return false }
  var difference: UInt8 = 0
  for index in left.indices { difference |= left[index] ^ right[index] }
  return difference == 0
}
