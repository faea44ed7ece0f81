// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The store, other than the present store, in which a program was last seen.
package struct OtherStore: Hashable, Sendable {
  package let path: String
  /// The day when the program was last seen in that store, for example 2026-11-25.
  package let day: String
  package let current: String
  /// The environment variable that chose the present store, or nil if no variable chose it.
  package let chosenBy: String?

  package init(path: String, day: String, current: String, chosenBy: String?) {
    self.path = path
    self.day = day
    self.current = current
    self.chosenBy = chosenBy
  }

  /// Returns finding K506: the program was seen in another store, last on `day`.
  ///
  /// - Parameter identifier: the identifier of the program.
  package func finding(_ identifier: String) -> Finding {
    let (path, current) = (Wording.visible(path), Wording.visible(current))
    guard path != current else {
      return Finding(
        .otherStoreThanBefore,
        "\(identifier) was last seen on \(day) in another store at \(path), which this store "
          + "has replaced."
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
