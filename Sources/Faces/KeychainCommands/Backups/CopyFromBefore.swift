// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Notices if a command removes the copy of the store that `restore --undo` would bring back.
///
/// A command that changes the store's keys removes this copy. The command uses this type to print
/// that the copy was removed.
struct CopyFromBefore {
  private let wasThere: Bool

  /// Records whether the copy for `restore --undo` exists now.
  ///
  /// Must be called before the command changes the store.
  ///
  /// - Parameter service: The open store; nil if there is no store.
  init(_ service: (any Administration)?) {
    wasThere = Self.isThere(service)
  }

  private static func isThere(_ service: (any Administration)?) -> Bool {
    guard let description = try? service?.describeStore() else { return false }
    return description.hasCopyFromBefore
  }

  /// Prints a line if the command has removed the copy for `restore --undo`.
  ///
  /// The copy existed when this value was created, and is gone now.
  func tellIfGone(_ service: (any Administration)?, _ terminal: Terminal) {
    guard wasThere, !Self.isThere(service) else { return }
    terminal.error(
      "The copy from before the last restore was removed, since the keys changed: restore "
        + "--undo has nothing left to bring back.\n")
  }
}
