// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Another store in which a program was seen after it was last seen in this one.
package struct OtherStore: Hashable, Sendable {
  package let path: String
  /// The day, as 2026-11-25.
  package let day: String
  package let current: String
  /// The variable that chose the store of now; nil where none did.
  package let chosenBy: String?

  package init(path: String, day: String, current: String, chosenBy: String?) {
    self.path = path
    self.day = day
    self.current = current
    self.chosenBy = chosenBy
  }

  /// K506.
  package func finding(_ identifier: String) -> Finding {
    let (path, current) = (Wording.visible(path), Wording.visible(current))
    guard path != current else {
      return Finding(
        .otherStoreThanBefore,
        "\(identifier) was last seen on \(day) in another store at \(path), in whose place this "
          + "one has come."
      ).fix("Mount a volume that stays for \(path), or restore a backup.")
    }
    return Finding(
      .otherStoreThanBefore,
      "\(identifier) was last seen in store \(path) on \(day); this is \(current)"
        + "\(chosenBy.map { ", chosen by \($0)" } ?? ""). \(path) was not opened."
    ).fix(
      chosenBy == nil
        ? "Set LATCHKEY_HOME=\(path), or move the store."
        : "Set or unset \(chosenBy ?? "") as before, or move the store.")
  }
}
