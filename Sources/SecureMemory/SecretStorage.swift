// SPDX-License-Identifier: Apache-2.0

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
