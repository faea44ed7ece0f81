// SPDX-License-Identifier: Apache-2.0

/// Bytes that are secret: held outside swap and core dumps where the system allows it, wiped when
/// the last reference goes away.
///
/// Copies share the same memory, so a secret exists once. There is no description of the content,
/// no mirror child, no `Codable` and no hashing; `==` takes the same time wherever two values of
/// the same length differ. The only way to the content is a closure (`withBytes`), so that each
/// place that reads a secret can be listed by a search.
package struct SecretBytes: Sendable {
  @usableFromInline let storage: SecretStorage
  @usableFromInline let offset: Int

  /// The number of bytes.
  package let count: Int

  /// A secret of `count` zero bytes, which `fill` then overwrites.
  ///
  /// When `fill` throws, what it wrote is wiped and the error passed on.
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

  /// The same for code that must hand the memory to C.
  ///
  /// The pointer is valid only within `fill`.
  package init<E: Error>(
    count: Int, unsafeFill fill: (UnsafeMutableRawBufferPointer) throws(E) -> Void
  ) throws(E) {
    let storage = SecretStorage(count: count)
    unsafe try fill(UnsafeMutableRawBufferPointer(start: storage.base, count: count))
    self.init(storage: storage, offset: 0, count: count)
  }

  /// A copy of bytes that the caller must wipe himself, if they are secret there too.
  package init(copying bytes: Span<UInt8>) {
    unsafe self.init(count: bytes.count) { (target: UnsafeMutableRawBufferPointer) in
      unsafe bytes.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
    }
  }

  /// A copy of an array's bytes; the array itself is not wiped.
  package init(copying bytes: [UInt8]) {
    self.init(copying: bytes.span)
  }

  private init(storage: SecretStorage, offset: Int, count: Int) {
    self.storage = storage
    self.offset = offset
    self.count = count
  }

  /// What the system refused to the memory of secrets in this process so far.
  package static var memoryWeakness: MemoryWeakness {
    // The first bytes have the system asked.
    let bytes = SecretBytes(copying: [0])
    return withExtendedLifetime(bytes) { SecretArena.shared.weakness }
  }

  /// Whether there are no bytes.
  package var isEmpty: Bool { count == 0 }

  /// Lends the bytes to `body`.
  @inlinable
  package func withBytes<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    let bytes = unsafe UnsafeBufferPointer(
      start: UnsafePointer(
        storage.base.advanced(by: offset).assumingMemoryBound(to: UInt8.self)), count: count)
    return try unsafe body(bytes.span)
  }

  /// Lends the bytes as raw memory for a call into C.
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

  /// A part of this secret in the same memory, which lives as long as any part does.
  ///
  /// The range must lie within `0..<count`.
  package func slice(_ range: Range<Int>) -> SecretBytes {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count, "a slice lies within its secret")
    return SecretBytes(storage: storage, offset: offset + range.lowerBound, count: range.count)
  }
}

extension SecretBytes: Equatable {
  /// Compares in a time that depends on the lengths only.
  package static func == (left: SecretBytes, right: SecretBytes) -> Bool {
    left.withBytes { one in right.withBytes { other in constantTimeEqual(one, other) } }
  }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The length, never the content.
  package var description: String { "SecretBytes(\(count) bytes)" }

  /// The same as `description`.
  package var debugDescription: String { description }

  /// A mirror without children, so that `dump` shows nothing.
  package var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// The memory behind `SecretBytes`: zero when made, wiped in `deinit`.
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

/// Whether two byte sequences are equal, in a time that depends on their lengths only.
///
/// For everything whose wrong guess must not be told apart byte by byte: secrets, digests, tags.
@inlinable
package func constantTimeEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
  guard left.count == right.count else { return false }
  var difference: UInt8 = 0
  for index in left.indices { difference |= left[index] ^ right[index] }
  return difference == 0
}
