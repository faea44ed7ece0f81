// SPDX-License-Identifier: Apache-2.0
import KeychainComposition
import KeychainExplaining
import SecureMemory

/// The store that a recorded program used, according to its record in a trace file.
///
/// The process that reads the trace file may use another store.
struct TracedStore {
  /// The value of `LATCHKEY_HOME` in the recorded program, or "default" if the variable was not
  /// set.
  private let variable: String
  /// The path of the store's directory; nil if the record does not name the directory.
  private let directory: String?
  /// True if the recorded program used another store than this process.
  ///
  /// The paths are compared with all symbolic links resolved. If the record names no directory,
  /// "default" means the store that this process would use without `LATCHKEY_HOME`.
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

  /// The path of the store that this process uses; nil if the environment names no usable path.
  private static var own: String? { StoreOutline.ofThisProcess?.path }

  /// The finding that the recorded program used another store than this process.
  ///
  /// The text of the finding names the two stores.
  var finding: Finding {
    let own = Self.own ?? ProcessVariable.value(of: "LATCHKEY_HOME") ?? "none"
    return Finding(
      .explainedInOtherStore.text(
        a: Wording.visible(directory ?? variable), b: Wording.visible(own))
    ).fix(.explainedInOtherStore.asProgram)
  }
}
