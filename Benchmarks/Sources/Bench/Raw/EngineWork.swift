// SPDX-License-Identifier: Apache-2.0

/// How often the engine calls libcrypto, so that the raw side calls it as often.
///
/// Counted with callgrind (Documentation/Performance.md says how); whoever changes the engine's
/// number changes it here.
enum EngineWork {
  // Openings of a copy: metadata, item key, secret. HMACs: service, account, group.
  static let openingsOfCopy = 3
  static let codesOfCopy = 3
  // Sealings of an add: metadata, item key, secret, caller, head. HMACs: digests, slots, history.
  static let sealingsOfAdd = 5
  static let codesOfAdd = 12
}
