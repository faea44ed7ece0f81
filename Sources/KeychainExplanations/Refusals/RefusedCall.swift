// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// A refusal that no family of findings knows: in the engine's own words, which hold no value,
/// under the nearest code.
enum RefusedCall {
  static func finding(_ facts: CallFacts) -> Finding? {
    guard let error = facts.error, facts.verb.subject == .items,
      let code = code(of: error, facts.isUnobserved)
    else { return nil }
    let key = facts.refusedPair.map { " (\(KeyNames.constant($0.key)))" } ?? ""
    let count = if case .count(let most)? = error.context { ", \(most)" } else { "" }
    let finding = Finding(
      code, "The call is refused: \(error.reason)\(count)\(key).", as: .error)
    let advice = "\(error.advice)"
    guard let first = advice.first else {
      return code == .largeSecret ? finding.fix("Store a key here, the data in a file.") : finding
    }
    return finding.fix(first.uppercased() + advice.dropFirst() + ".")
  }

  /// Nil where nobody listened and what was met is not known: then the dictionary alone is told of.
  private static func code(of error: KeychainError, _ isUnobserved: Bool) -> FindingCode? {
    if let code = error.cause.flatMap(FindingCode.init) { return code }
    switch error.code {
    case .parameter: return .wrongValueKind
    case .unimplemented: return .filterNotForClass
    case .noSuchAttribute: return .attributeNotOfClass
    case .noSuchClass: return .classMissingOrUnknown
    case .invalidItemReference: return .referenceMisused
    case .dataTooLarge: return error.pair?.key == "v_Data" ? .largeSecret : .wrongValueKind
    default: break
    }
    guard !isUnobserved else { return nil }
    switch error.code {
    case .itemNotFound: return .noTraceOfIt
    case .duplicateItem: return .duplicateIdentical
    case .interactionNotAllowed: return .lockedNeedsUnlockedDevice
    case .userCancelled: return .cancelledByUser
    default: return .storeNotWritable
    }
  }
}
