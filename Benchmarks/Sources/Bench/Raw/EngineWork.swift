// SPDX-License-Identifier: Apache-2.0

/// The number of calls that the engine makes to libcrypto, so that the raw side makes as many.
///
/// Scripts/profile.sh counts them and prints both numbers. If the engine's number changes, it has
/// to be changed here.
enum EngineWork {
  // A copy opens metadata, item key and secret. It takes HMACs of service and account, and keeps
  // the group's.
  static let openingsOfCopy = 3
  static let codesOfCopy = 2
  // An add seals metadata, item key, secret and caller. It takes HMACs for digests, slots and
  // history.
  static let sealingsOfAdd = 4
  static let codesOfAdd = 10
}
