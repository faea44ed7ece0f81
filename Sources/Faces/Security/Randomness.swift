// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// A generator of random numbers.
///
/// Every value of this type, including nil, selects the random numbers of the operating system.
public typealias SecRandomRef = OpaquePointer

/// The default generator of random numbers: the generator of the system.
@safe nonisolated(unsafe) public let kSecRandomDefault: SecRandomRef? = nil

/// Writes `count` random bytes to `bytes`.
///
/// - Parameter rnd: has no effect. The bytes always come from the system's generator, as on Apple's
///   systems.
/// - Returns: errSecSuccess (0), or an error status. errSecParam: `count` is negative.
///   errSecNotAvailable: the kernel returns no random bytes. After an error, do not use the
///   contents of `bytes`.
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
