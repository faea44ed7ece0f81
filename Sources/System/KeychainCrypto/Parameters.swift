// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
import Glibc

/// A list of `OSSL_PARAM` values that owns the memory of its names and values.
@safe
final class Parameters {
  private var list: [OSSL_PARAM] = unsafe []
  private var owned: [UnsafeMutableRawPointer] = unsafe []

  deinit {
    unsafe owned.forEach { unsafe $0.deallocate() }
  }

  func bytes(_ name: String, _ value: [UInt8]) {
    let copy = unsafe keep(value)
    unsafe list.append(OSSL_PARAM_construct_octet_string(key(name), copy, value.count))
  }

  func text(_ name: String, _ value: String) {
    let copy = unsafe keep(Array(value.utf8) + [0]).assumingMemoryBound(to: CChar.self)
    unsafe list.append(OSSL_PARAM_construct_utf8_string(key(name), copy, value.utf8.count))
  }

  func number(_ name: String, _ value: UInt64) {
    let copy = unsafe keep([UInt8](repeating: 0, count: 8))
    unsafe copy.storeBytes(of: value, as: UInt64.self)
    let number = unsafe copy.assumingMemoryBound(to: UInt64.self)
    unsafe list.append(OSSL_PARAM_construct_uint64(key(name), number))
  }

  /// Runs `body` with the list and one further parameter, whose value is a secret.
  ///
  /// The secret is not copied. The pointer to the list is valid only within `body`.
  ///
  /// - Parameter name: the name of the further parameter.
  /// - Returns: the result of `body`.
  func with(
    _ name: String, _ secret: UnsafeRawBufferPointer,
    _ body: (UnsafePointer<OSSL_PARAM>?) -> Bool
  ) -> Bool {
    let start = unsafe UnsafeMutableRawPointer(mutating: secret.baseAddress)
    var whole = unsafe list
    unsafe whole.append(OSSL_PARAM_construct_octet_string(key(name), start, secret.count))
    unsafe whole.append(OSSL_PARAM_construct_end())
    return unsafe whole.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
  }

  private func key(_ name: String) -> UnsafePointer<CChar> {
    unsafe UnsafePointer(keep(Array(name.utf8) + [0]).assumingMemoryBound(to: CChar.self))
  }

  private func keep(_ bytes: [UInt8]) -> UnsafeMutableRawPointer {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 8)
    unsafe memory.copyMemory(from: bytes, byteCount: bytes.count)
    unsafe owned.append(memory)
    return unsafe memory
  }
}
