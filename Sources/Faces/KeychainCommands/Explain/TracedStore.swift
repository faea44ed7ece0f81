// SPDX-License-Identifier: Apache-2.0
import KeychainComposition
import KeychainExplaining
import SecureMemory

/// The store that a record says its program had, to be told from that of this process.
struct TracedStore {
  /// `LATCHKEY_HOME` as the program had it, else "default".
  private let variable: String
  /// The path of its directory, where the record has it.
  private let directory: String?
  /// Whether it is another one than that of this process.
  ///
  /// Two spellings of a path are one store. Where a record has no directory, "default" is taken for
  /// what the rules choose here without the variable.
  let isOther: Bool

  init?(_ record: [String: Any]) {
    guard let variable = record["store"] as? String else { return nil }
    self.variable = variable
    directory = (record["directory"] as? String).flatMap { $0.hasPrefix("/") ? $0 : nil }
    if let place = directory ?? (variable.hasPrefix("/") ? variable : nil) {
      isOther = StoreOutline.real(place) != Self.own
    } else {
      isOther = ProcessVariable.value(of: "LATCHKEY_HOME")?.isEmpty == false
    }
  }

  /// The store of this process; nil where there is no place for one.
  private static var own: String? { StoreOutline.ofThisProcess?.path }

  /// The two stores as a finding names them.
  var finding: Finding {
    let own = Self.own ?? ProcessVariable.value(of: "LATCHKEY_HOME") ?? "none"
    return Finding(
      .explainedInOtherStore,
      "The capture was made in store \(Wording.visible(directory ?? variable)); you are looking at "
        + "\(Wording.visible(own))."
    ).fix("Set LATCHKEY_HOME as the program had it.")
  }
}
