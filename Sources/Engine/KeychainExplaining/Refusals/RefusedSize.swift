// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Creates the finding that an attribute (K703) or the secret (K815) is larger than the limit.
enum RefusedSize {
  /// Returns the finding; nil for an error that is not about the size of a value.
  static func finding(_ error: KeychainError) -> Finding? {
    guard let code = code(of: error), case .count(let most)? = error.context else { return nil }
    let key = error.pair.map { KeyNames.constant($0.key) }
    let finding = Finding(
      .shared.refused(reason: error.reason, most: "\(most)", key: key), of: code, as: .error)
    return finding.fix(code == .largeSecret ? .largeSecret.fix : .wrongValueKind.shorter)
  }

  /// Returns the code of the finding about a size; nil for an error that is not about the size of
  /// a value.
  static func code(of error: KeychainError) -> FindingCode? {
    guard error.code == .dataTooLarge, case .count? = error.context else { return nil }
    return error.pair?.key == "v_Data" ? .largeSecret : .wrongValueKind
  }
}
