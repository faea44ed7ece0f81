// SPDX-License-Identifier: Apache-2.0

/// What a passcode that was typed at a prompt of authentication proves.
package enum PasscodeVerdict: Hashable, Sendable {
  case right
  /// Wrong, and so many tries were by now.
  case wrong(tries: Int)
  /// Nothing was looked at, nor will be for so many seconds.
  case throttled(seconds: Int)
  /// There is no passcode any more.
  case notSet
}
