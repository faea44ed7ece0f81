// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SecureMemory

/// A data object that a call returns to the program; its bytes are wiped when the last reference is
/// released.
///
/// Foundation on Linux copies its own data objects byte by byte in `as? Data`: 5 us for 25 bytes,
/// 130 us for 1,000. This class declares its bytes contiguous, so that Foundation copies them at
/// once in 1 us.
@safe
final class ResultBytes: NSData, ContiguousBytes {
  private let start: UnsafeMutableRawPointer
  private let count: Int

  /// Makes a data object of `count` bytes, which the closure `fill` writes.
  ///
  /// - Parameter fill: must write all `count` bytes of the buffer.
  init(count: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) {
    unsafe start = .allocate(byteCount: count, alignment: 16)
    self.count = count
    super.init()
    unsafe fill(UnsafeMutableRawBufferPointer(start: start, count: count))
  }

  /// Makes a data object with a copy of bytes that are not secret.
  convenience init(_ bytes: [UInt8]) {
    unsafe self.init(count: bytes.count) { unsafe $0.copyBytes(from: bytes) }
  }

  /// Makes a data object with a copy of a secret, outside secret memory.
  ///
  /// The program that receives the object must protect the secret. Each `Data` that the program
  /// makes from the object is a further copy, which is never wiped
  /// (Documentation/Decisions/0007-secret-memory.md).
  convenience init(_ secret: SecretBytes) {
    unsafe self.init(count: secret.count) { target in
      unsafe secret.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
    }
  }

  /// Returns nil, because archives store these bytes as `NSData` and never contain this class.
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
