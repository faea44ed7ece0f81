// SPDX-License-Identifier: Apache-2.0

/// How much hostile files ask for: without the optimiser less, since that costs as much
/// (Scripts/hostile.sh runs them with it).
enum HostileSize {
  #if DEBUG
    private static let isLarge = false
  #else
    private static let isLarge = true
  #endif

  /// Bytes of text; 16 MiB are read.
  ///
  /// A debug build takes 1 s for a million of them, and twice that where other work has the caches.
  static let text = isLarge ? 15 << 20 : 3 << 18
  /// Elements in one another.
  static let depth = isLarge ? 100_000 : 2_000
  /// Elements beside each other.
  static let elements = isLarge ? 8 << 20 : 1 << 20
}
