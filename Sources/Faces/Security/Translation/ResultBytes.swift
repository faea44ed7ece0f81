// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SecureMemory

/// Bytes that a caller gets, wiped when he lets the last reference to them go.
///
/// A class of our own because of what `as? Data` does on Linux: Foundation copies its own data
/// objects byte by byte, with several calls for each, 5 us for 25 bytes and 130 us for 1,000; an
/// object that says that its bytes lie in one piece is copied at once, in 1 us.
@safe
final class ResultBytes: NSData, ContiguousBytes {
  private let start: UnsafeMutableRawPointer
  private let count: Int

  /// - Parameter fill: writes all the bytes.
  init(count: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) {
    unsafe start = .allocate(byteCount: count, alignment: 16)
    self.count = count
    super.init()
    unsafe fill(UnsafeMutableRawBufferPointer(start: start, count: count))
  }

  /// Bytes that are no secret.
  convenience init(_ bytes: [UInt8]) {
    unsafe self.init(count: bytes.count) { unsafe $0.copyBytes(from: bytes) }
  }

  /// A copy outside the memory of secrets: from here on the secret is the caller's.
  ///
  /// Each `Data` that he makes of it is one more copy, which nobody wipes
  /// (Documentation/Decisions/0007-secret-memory.md).
  convenience init(_ secret: SecretBytes) {
    unsafe self.init(count: secret.count) { target in
      unsafe secret.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
    }
  }

  /// None is made from an archive: what is archived is archived as `NSData`.
  required init?(coder: NSCoder) { nil }

  deinit {
    unsafe explicit_bzero(start, count)
    unsafe start.deallocate()
  }

  override var length: Int { count }
  override var bytes: UnsafeRawPointer { unsafe UnsafeRawPointer(start) }
  override var classForCoder: AnyClass { NSData.self }

  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows
    -> Result
  {
    try unsafe body(UnsafeRawBufferPointer(start: start, count: count))
  }
}
