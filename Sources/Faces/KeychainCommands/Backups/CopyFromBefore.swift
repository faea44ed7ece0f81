// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The copy that `restore --undo` brings back, for commands that make it useless: they say so.
struct CopyFromBefore {
  private let wasThere: Bool

  /// Looks whether there is one, before a command begins.
  init(_ service: (any Administration)?) {
    wasThere = Self.isThere(service)
  }

  private static func isThere(_ service: (any Administration)?) -> Bool {
    guard let description = try? service?.describeStore() else { return false }
    return description.hasCopyFromBefore
  }

  /// Says that it is gone now, where it is.
  func tellIfGone(_ service: (any Administration)?, _ terminal: Terminal) {
    guard wasThere, !Self.isThere(service) else { return }
    terminal.error(
      "The copy from before the last restore is removed, as other keys open it: restore --undo "
        + "brings nothing back any more.\n")
  }
}
