// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The checks that come before everything else, the caller's groups included: the client half and
/// the first row of the server half of spec/secitem.md 3.1.
///
/// An identity never comes here: the call is made for each of its halves (C1).
struct RequestChecks {
  let verb: Request.Verb
  let profile: Profile

  /// Checks a query, or the one dictionary of Add.
  func check(_ pairs: RequestPairs) throws(KeychainError) {
    if verb == .add { try checkSynchronizable(pairs) }
    try checkObjects(pairs)
    if verb != .copyMatching,
      case .text(ValueName.interactionSkip)? = pairs[.use, UseKey.interaction.rawValue]
    {
      throw .parameter("items can be skipped in CopyMatching only", cause: .skipOnlyForSearch)
    }
    try checkServerStart(pairs)
  }

  /// Checks the changes of Update.
  func check(changes: RequestPairs) throws(KeychainError) {
    try checkSynchronizable(changes)
    try checkObjects(changes, areChanges: true)
    try checkServerStart(changes)
    guard changes[.sharingGroup] == nil else {
      throw .parameter(
        "the sharing group cannot be changed", .attribute(.sharingGroup), cause: .notAnAttribute)
    }
  }

  /// C4: strict profiles take every value that means true, Apple's code the Boolean only.
  private func checkSynchronizable(_ pairs: RequestPairs) throws(KeychainError) {
    guard case .accessControl(let accessControl)? = pairs[.accessControl],
      accessControl.hasEntries, let flag = pairs[.synchronizable]
    else { return }
    guard !(profile == .quirks ? flag.isTrue : meansTrue(flag)) else {
      throw .parameter(
        "an item with an access control cannot be synchronizable",
        cause: .synchronizableAccessControl)
    }
  }

  /// C3, C5 to C9 and C13.
  private func checkObjects(
    _ pairs: RequestPairs, areChanges: Bool = false
  ) throws(KeychainError) {
    if case .object? = pairs[.use, UseKey.context.rawValue],
      pairs[.use, UseKey.evidence.rawValue] != nil
    {
      throw .parameter("a context and an authentication handle exclude each other")
    }
    guard pairs.hasSuspects else { return }
    try pairs.forEach(areChanges: areChanges) { (pair) throws(KeychainError) in
      if case .refused(let refusal) = pair.value { throw refusal }
      if pair.key.attribute == .accessControl, !pair.value.isAccessControl {
        throw .wrongKind("the access control is none", .attribute(.accessControl))
      }
      if pair.key.attribute == .issuer, !pair.value.isData {
        throw .wrongKind("the issuer is no data", .attribute(.issuer))
      }
    }
  }

  /// Row 1 of the server half.
  private func checkServerStart(_ pairs: RequestPairs) throws(KeychainError) {
    guard pairs.hasSuspects else { return }
    guard pairs[.appClip] == nil else {
      throw .wrongKind("the attribute cannot be given", .attribute(.appClip))
    }
    guard pairs[.sharingGroup] != nil, let flag = pairs[.synchronizable],
      meansTrue(flag)
    else { return }
    throw .parameter(
      "a shared item cannot be synchronizable", .attribute(.sharingGroup),
      cause: .synchronizableThisDeviceOnly)
  }

  private func meansTrue(_ value: RequestValue) -> Bool {
    (try? ValueKind.sync.coerce(value)) == .number(1)
  }
}

extension RequestValue {
  fileprivate var isTrue: Bool { if case .boolean(true) = self { true } else { false } }
  fileprivate var isAccessControl: Bool { if case .accessControl = self { true } else { false } }
}
