// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// A generator of random numbers.
public typealias SecRandomRef = OpaquePointer

/// The only generator there is: the system's.
@safe nonisolated(unsafe) public let kSecRandomDefault: SecRandomRef? = nil

/// Writes `count` random bytes to `bytes`.
///
/// - Parameter rnd: whatever generator it names, the system's answers, as on Apple's systems.
/// - Returns: 0, errSecParam for a negative count, or errSecNotAvailable when the kernel gives no
///   random bytes; then what was written is no use.
@discardableResult
public func SecRandomCopyBytes(
  _ rnd: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer
) -> Int32 {
  guard count >= 0 else { return errSecParam }
  let buffer = unsafe UnsafeMutableBufferPointer(
    start: bytes.assumingMemoryBound(to: UInt8.self), count: count)
  var span = unsafe buffer.mutableSpan
  do {
    try SystemRandomness().fill(&span)
    return errSecSuccess
  } catch {
    return errSecNotAvailable
  }
}
