// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainComposition
import KeychainTypes

/// The checks that come before everything else, the caller's groups included: the client half and
/// the first row of the server half of spec/secitem.md 3.1.
///
/// An identity never comes here: the call is made for each of its halves (C1).
struct ClientChecks {
  let verb: ItemVerb
  let profile: Profile

  /// Checks a query, or the one dictionary of Add.
  func check(_ dictionary: ForeignDictionary) throws(KeychainError) {
    if verb == .add { try checkSynchronizable(dictionary) }
    try checkObjects(dictionary)
    if verb != .copyMatching,
      let word = dictionary[.use, UseKey.interaction.rawValue] as? NSString,
      word == ValueName.interactionSkip as NSString
    {
      throw .parameter("items can be skipped in CopyMatching only", cause: .skipOnlyForSearch)
    }
    try checkServerStart(dictionary)
  }

  /// Checks the changes of Update.
  func check(changes: ForeignDictionary) throws(KeychainError) {
    try checkSynchronizable(changes)
    try checkObjects(changes, areChanges: true)
    try checkServerStart(changes)
    guard changes[.sharingGroup] == nil else {
      throw .parameter(
        "the sharing group cannot be changed", .attribute(.sharingGroup), cause: .notAnAttribute)
    }
  }

  /// C4: strict profiles take every value that means true, Apple's code the Boolean only.
  private func checkSynchronizable(_ dictionary: ForeignDictionary) throws(KeychainError) {
    guard let accessControl = dictionary[.accessControl] as? SecAccessControl,
      accessControl.value.hasEntries, let flag = dictionary[.synchronizable]
    else { return }
    let isTrue = profile == .quirks ? ForeignValue.boolean(flag) == true : meansTrue(flag)
    guard !isTrue else {
      throw .parameter(
        "an item with an access control cannot be synchronizable",
        cause: .synchronizableAccessControl)
    }
  }

  /// C3, C5 to C9 and C13.
  private func checkObjects(
    _ dictionary: ForeignDictionary, areChanges: Bool = false
  ) throws(KeychainError) {
    guard dictionary.context == nil || dictionary[.use, UseKey.evidence.rawValue] == nil else {
      throw .parameter("a context and an authentication handle exclude each other")
    }
    try dictionary.forEachPair(areChanges: areChanges) { (pair) throws(KeychainError) in
      try check(pair.value, of: pair.key)
      guard
        staysHere(pair.key) || PropertyList.canHold(pair.value, or: { $0 is SecAccessControl })
      else {
        throw .parameter(
          "a value is of no type that a keychain understands", cause: .wrongValueKind)
      }
    }
  }

  /// C5 and C11: an object is replaced by what it stands for, and some keys never leave the
  /// caller's process.
  private func staysHere(_ key: ForeignKey) -> Bool {
    if key.family == .value { return key.name == ValueKey.reference.rawValue }
    if key.family == .match { return key.name == MatchKey.policy.rawValue }
    guard key.family == .use else { return false }
    return switch UseKey(rawValue: key.name) {
    case .prompt, .callerName, .noInteraction, .tokenRawItems, .context: true
    case .tombstones, .evidence, .interaction, .itemList, .keychain, nil: false
    }
  }

  private func check(_ value: AnyObject, of key: ForeignKey) throws(KeychainError) {
    switch key.family {
    case .attribute:
      if key.attribute == .accessControl, !(value is SecAccessControl) {
        throw .wrongKind("the access control is none", .attribute(.accessControl))
      }
      if key.attribute == .issuer, !(value is NSData) {
        throw .wrongKind("the issuer is no data", .attribute(.issuer))
      }
    case .value where key.name == ValueKey.reference.rawValue:
      guard ReferencedObject(value) != nil else {
        throw .wrongKind("the reference is neither key nor certificate")
      }
    case .use where key.name == UseKey.context.rawValue:
      guard value is any CarriesAuthenticationContext else {
        throw .wrongKind("the authentication context is none")
      }
    case .match where key.name == MatchKey.policy.rawValue:
      guard value is SecPolicy else { throw .policyIsNone }
    case .itemClass, .match, .returns, .use, .value, .ignored, .unknown: return
    }
  }

  /// Row 1 of the server half.
  private func checkServerStart(_ dictionary: ForeignDictionary) throws(KeychainError) {
    guard dictionary[.appClip] == nil else {
      throw .wrongKind("the attribute cannot be given", .attribute(.appClip))
    }
    guard dictionary[.sharingGroup] != nil, let flag = dictionary[.synchronizable],
      meansTrue(flag)
    else { return }
    throw .parameter(
      "a shared item cannot be synchronizable", .attribute(.sharingGroup),
      cause: .synchronizableThisDeviceOnly)
  }

  private func meansTrue(_ value: AnyObject) -> Bool {
    guard let foreign = try? ForeignValue(value) else { return false }
    return (try? ValueKind.sync.coerce(foreign)) == .number(1)
  }
}
