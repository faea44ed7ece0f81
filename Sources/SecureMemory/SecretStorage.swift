// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The memory behind `SecretBytes`: allocated zeroed, wiped in `deinit`.
@safe
@usableFromInline
final class SecretStorage: @unchecked Sendable {
  @usableFromInline let base: UnsafeMutableRawPointer
  private let capacity: Int

  init(count: Int) {
    precondition(count >= 0, "a secret has no negative length")
    capacity = max(count, 1)
    unsafe base = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    unsafe explicit_bzero(base, capacity)
  }

  deinit {
    unsafe explicit_bzero(base, capacity)
    unsafe base.deallocate()
  }
}
