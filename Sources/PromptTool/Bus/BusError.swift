// SPDX-License-Identifier: Apache-2.0

/// Why a call over the bus has no result.
enum BusError: Error, Hashable {
  /// The error's name, as the other side or the bus gave it.
  case named(String)
  /// No connection, or a message that is not what it should be.
  case broken
}
