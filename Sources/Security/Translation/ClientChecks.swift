// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTypes

/// The checks that come before everything else, the caller's groups included: the client half and
/// the first row of the server half of spec/secitem.md 3.1.
///
/// Keys, certificates, policies and authentication contexts have no objects yet, so that whatever
/// is given for them is of a wrong type.
struct ClientChecks {
  let verb: ItemVerb
  let profile: Profile

  /// Checks a query, or the one dictionary of Add.
  func check(_ dictionary: ForeignDictionary) throws(KeychainError) {
    if verb == .add { try checkSynchronizable(dictionary) }
    try checkObjects(dictionary)
    if verb != .copyMatching,
      (dictionary[UseKey.interaction.rawValue] as AnyObject) as? NSString
        == ValueName.interactionSkip as NSString
    {
      throw .parameter("items can be skipped in CopyMatching only")
    }
    try checkServerStart(dictionary)
  }

  /// Checks the changes of Update.
  func check(changes: ForeignDictionary) throws(KeychainError) {
    try checkSynchronizable(changes)
    try checkObjects(changes)
    try checkServerStart(changes)
    guard !changes.contains(Attribute.sharingGroup.name) else {
      throw .parameter("the sharing group cannot be changed", .attribute(.sharingGroup))
    }
  }

  /// C4: strict profiles take every value that means true, Apple's code the Boolean only.
  private func checkSynchronizable(_ dictionary: ForeignDictionary) throws(KeychainError) {
    guard let accessControl = dictionary[Attribute.accessControl.name] as? SecAccessControl,
      accessControl.value.hasEntries, let flag = dictionary[Attribute.synchronizable.name]
    else { return }
    let isTrue = profile == .quirks ? ForeignValue.boolean(flag) == true : meansTrue(flag)
    guard !isTrue else {
      throw .parameter("an item with an access control cannot be synchronizable")
    }
  }

  /// C3, C5 to C9 and C13.
  private func checkObjects(_ dictionary: ForeignDictionary) throws(KeychainError) {
    for pair in dictionary.pairs where pair.key.isText {
      try check(pair.value, of: pair.key.name)
    }
    if dictionary.contains(UseKey.context.rawValue) {
      throw .parameter("the authentication context is none")
    }
    for pair in dictionary.pairs where !Self.staysHere.contains(pair.key.name) {
      guard PropertyList.canHold(pair.value) else {
        throw .parameter("a value is of no type that a keychain understands")
      }
    }
  }

  /// C11: keys that never leave the caller's process.
  private static let staysHere: Set<String> = [
    UseKey.prompt.rawValue, UseKey.callerName.rawValue, UseKey.noInteraction.rawValue,
    UseKey.tokenRawItems.rawValue,
  ]

  private func check(_ value: Any, of name: String) throws(KeychainError) {
    switch name {
    case Attribute.accessControl.name where !(value is SecAccessControl):
      throw .parameter("the access control is none", .attribute(.accessControl))
    case Attribute.issuer.name where !((value as AnyObject) is NSData):
      throw .parameter("the issuer is no data", .attribute(.issuer))
    case ValueKey.reference.rawValue:
      throw .parameter("the reference is no key, certificate or identity")
    case MatchKey.policy.rawValue:
      throw .parameter("the policy is none")
    default: return
    }
  }

  /// Row 1 of the server half.
  private func checkServerStart(_ dictionary: ForeignDictionary) throws(KeychainError) {
    guard !dictionary.contains(Attribute.appClip.name) else {
      throw .parameter("the attribute cannot be given", .attribute(.appClip))
    }
    guard dictionary.contains(Attribute.sharingGroup.name),
      let flag = dictionary[Attribute.synchronizable.name], meansTrue(flag)
    else { return }
    throw .parameter("a shared item cannot be synchronizable", .attribute(.sharingGroup))
  }

  private func meansTrue(_ value: Any) -> Bool {
    guard let foreign = try? ForeignValue(value) else { return false }
    return (try? ValueKind.sync.coerce(foreign)) == .number(1)
  }
}
