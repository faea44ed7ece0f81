// SPDX-License-Identifier: Apache-2.0

/// How often the engine calls libcrypto, so that the raw side calls it as often.
///
/// Counted by Scripts/profile.sh, which prints both numbers; whoever changes the engine's
/// number changes it here.
enum EngineWork {
  // Openings of a copy: metadata, item key, secret. HMACs: service, account; that of the group is
  // kept.
  static let openingsOfCopy = 3
  static let codesOfCopy = 2
  // Sealings of an add: metadata, item key, secret, caller. HMACs: digests, slots, history.
  static let sealingsOfAdd = 4
  static let codesOfAdd = 10
}
