// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
import SecureMemory

/// The big numbers that a computation with libcrypto uses.
///
/// All numbers are wiped when this object is released.
@safe
final class BigNumbers {
  private let context: OpaquePointer
  private var made: [OpaquePointer] = unsafe []

  init() throws(CryptoError) {
    let library = try KeyLibrary.shared()
    guard let context = unsafe BN_CTX_secure_new_ex(library.context) else {
      throw .outOfMemory
    }
    unsafe self.context = context
  }

  deinit {
    unsafe made.forEach { unsafe BN_clear_free($0) }
    unsafe BN_CTX_free(context)
  }

  /// Makes a big number from big-endian bytes.
  func number(_ digits: SecretBytes) throws(CryptoError) -> OpaquePointer {
    let number = unsafe try new()
    let isRead = unsafe digits.withUnsafeBytes {
      let start = unsafe $0.assumingMemoryBound(to: UInt8.self).baseAddress
      return unsafe BN_bin2bn(start, Int32(clamping: $0.count), number) != nil
    }
    guard isRead else { throw .outOfMemory }
    return unsafe number
  }

  /// Returns `number` minus one.
  func decrement(_ number: OpaquePointer) throws(CryptoError) -> OpaquePointer {
    let less = unsafe try new()
    guard unsafe BN_copy(less, number) != nil, unsafe BN_sub_word(less, 1) == 1 else {
      throw .failed
    }
    return unsafe less
  }

  /// True if the product of `left` and `right` is `product`.
  func isProduct(
    _ product: OpaquePointer, of left: OpaquePointer, _ right: OpaquePointer
  ) throws(CryptoError) -> Bool {
    let found = unsafe try new()
    guard unsafe BN_mul(found, left, right, context) == 1 else { throw .failed }
    return unsafe BN_cmp(found, product) == 0
  }

  /// True if the product of `left` and `right` is one modulo `modulus`.
  func areInverse(
    _ left: OpaquePointer, _ right: OpaquePointer, modulo modulus: OpaquePointer
  ) throws(CryptoError) -> Bool {
    let found = unsafe try new()
    guard unsafe BN_mod_mul(found, left, right, modulus, context) == 1 else { throw .failed }
    return unsafe BN_is_one(found) == 1
  }

  /// True if `rest` is the remainder of `number` modulo `modulus`.
  func isRest(
    _ rest: OpaquePointer, of number: OpaquePointer, modulo modulus: OpaquePointer
  ) throws(CryptoError) -> Bool {
    let found = unsafe try new()
    guard unsafe BN_nnmod(found, number, modulus, context) == 1 else { throw .failed }
    return unsafe BN_cmp(found, rest) == 0
  }

  private func new() throws(CryptoError) -> OpaquePointer {
    guard let number = unsafe BN_secure_new() else { throw .outOfMemory }
    unsafe made.append(number)
    return unsafe number
  }

  /// Returns the big-endian bytes of a number, padded to `size`.
  ///
  /// If `size` is nil, the result has as many bytes as the number needs, at least one.
  static func bytes(of number: OpaquePointer, size: Int?) throws(CryptoError) -> SecretBytes {
    let size = unsafe size ?? max(1, Int(BN_num_bits(number) + 7) / 8)
    return unsafe try SecretBytes(count: size) { (output) throws(CryptoError) in
      let start = unsafe output.assumingMemoryBound(to: UInt8.self).baseAddress
      guard unsafe BN_bn2binpad(number, start, Int32(size)) == Int32(size) else { throw .failed }
    }
  }
}
