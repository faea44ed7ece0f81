// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTypes

/// Objects in a dictionary that are no part of what is asked.
extension ForeignDictionary {
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
    if let context {
      let current = CurrentInstallation.installed
      guard let home = context.installation, current?.isHome(of: home) != true else { return nil }
      return home
    }
    guard let object = self[.accessControl] as? SecAccessControl,
      CurrentInstallation.installed == nil
    else { return nil }
    return object.installation
  }
}

extension Installation {
  /// Whether objects of another installation are at home here, so that nothing need be changed.
  fileprivate func isHome(of other: Installation) -> Bool {
    guard let authenticator, authenticator === other.authenticator else { return false }
    return caller == other.caller && profile == other.profile
  }
}
