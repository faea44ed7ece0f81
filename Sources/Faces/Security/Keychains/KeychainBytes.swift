// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
import SecureMemory

/// Copies bytes from the callers of the `SecKeychain…` functions, and to these callers.
///
/// Only as many bytes are read as the caller's length says. Memory for callers comes from `malloc`.
enum KeychainBytes {
  /// Returns a copy of a secret; nil if the pointer is nil.
  ///
  /// - Throws: -25302 for a length greater than `SecretBytes.mostBytes`.
  static func secret(
    _ bytes: UnsafeRawPointer?, _ length: UInt32
  ) throws(KeychainError) -> SecretBytes? {
    guard let bytes = unsafe bytes else { return nil }
    guard length <= SecretBytes.mostBytes else { throw .secretTooLarge }
    return unsafe SecretBytes(count: Int(length)) { (target: UnsafeMutableRawBufferPointer) in
      unsafe target.copyMemory(from: UnsafeRawBufferPointer(start: bytes, count: Int(length)))
    }
  }

  /// Returns a copy of the bytes of an attribute; empty for the length 0.
  ///
  /// - Throws: -50 if the pointer is nil although the length is not 0. -25302 for a length greater
  ///   than `RequestValue.mostAttributeBytes`.
  static func bytes(
    _ bytes: UnsafeRawPointer?, _ length: UInt32
  ) throws(KeychainError) -> [UInt8] {
    guard length > 0 else { return [] }
    guard let bytes = unsafe bytes else { throw .parameter("a length is given without its bytes") }
    guard length <= RequestValue.mostAttributeBytes else { throw .attributeTooLarge }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(length)))
  }

  /// Copies bytes into a block of memory that the caller frees; returns nil if there are no bytes.
  static func block(_ bytes: [UInt8]) throws(KeychainError) -> UnsafeMutableRawPointer? {
    guard !bytes.isEmpty else { return nil }
    let block = try unsafe allocated(bytes.count)
    unsafe block.copyMemory(from: bytes, byteCount: bytes.count)
    return unsafe block
  }

  /// Copies a secret into a block of memory that the caller frees; returns nil for an empty secret.
  static func block(_ secret: SecretBytes) throws(KeychainError) -> UnsafeMutableRawPointer? {
    guard !secret.isEmpty else { return nil }
    let block = try unsafe allocated(secret.count)
    unsafe secret.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe block.copyMemory(from: start, byteCount: bytes.count)
    }
    return unsafe block
  }

  /// Copies each value into a block of memory that the caller frees; the result for an empty value
  /// is nil.
  static func blocks(_ values: [[UInt8]]) throws(KeychainError) -> [UnsafeMutableRawPointer?] {
    var blocks: [UnsafeMutableRawPointer?] = unsafe []
    do throws(KeychainError) {
      for value in values { unsafe blocks.append(try unsafe block(value)) }
      return unsafe blocks
    } catch {
      unsafe free(blocks)
      throw error
    }
  }

  /// Wipes and frees blocks of memory that `blocks` returned; nil elements are left out.
  static func free(_ blocks: [UnsafeMutableRawPointer?]) {
    for place in unsafe blocks.indices { unsafe free(blocks[place]) }
  }

  static func allocated(_ count: Int) throws(KeychainError) -> UnsafeMutableRawPointer {
    guard let block = unsafe malloc(count) else {
      throw KeychainError(.outOfMemory, "the system has no memory left for a result")
    }
    return unsafe block
  }

  /// Wipes and frees a block of memory from a function of this type; nothing happens for nil.
  static func free(_ block: UnsafeMutableRawPointer?) {
    guard let block = unsafe block else { return }
    unsafe HeapBlock.free(block)
  }
}
