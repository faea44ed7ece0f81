// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTypes

/// Objects in a dictionary that are no part of what is asked.
extension ForeignDictionary {
  /// What `kSecUseAuthenticationContext` brings.
  var context: (any CarriesAuthenticationContext)? {
    self[.use, UseKey.context.rawValue] as? any CarriesAuthenticationContext
  }

  /// What `kSecUseOperationPrompt` says.
  var prompt: String? {
    (self[.use, UseKey.prompt.rawValue] as? NSString).map { String($0) }
  }

  /// What the objects remember that they were made under, so that code under test may hop threads
  /// (spec/access-control.md 2.6); nil where they have nothing to say.
  ///
  /// A context is somebody's evidence and always goes home. An access control is a value that code
  /// may well keep for the life of a process: it counts only where nothing is in reach.
  var rememberedInstallation: Installation? {
    if let context { return context.installation }
    guard let object = self[.accessControl] as? SecAccessControl,
      CurrentInstallation.installed == nil
    else { return nil }
    return object.installation
  }
}
