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
      return Finding(.otherStoreThanBefore.replaced(identifier: identifier, day: day, path: path))
        .fix(.otherStoreThanBefore.mount(path: path))
    }
    return Finding(
      .otherStoreThanBefore.text(
        identifier: identifier, a: path, day: day, b: current, variable: chosenBy)
    ).fix(
      chosenBy.map { .otherStoreThanBefore.asBefore(variable: $0) }
        ?? .otherStoreThanBefore.setHome(path: path))
  }
}
