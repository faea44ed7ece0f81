// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

extension ForkBarrier {
  /// Begins a call of this thread, which `end` must end.
  ///
  /// - Throws: -25291 in a child that was forked while another thread of its parent was in the
  ///   middle of a call, or that was not made by fork(2); then nothing has begun.
  package static func beginCall() throws(KeychainError) {
    guard begin() else {
      throw KeychainError(
        .notAvailable, "the process was forked in the middle of a call to the keychain",
        advice: "fork when no call is under way, or start a program in the child")
    }
  }
}
