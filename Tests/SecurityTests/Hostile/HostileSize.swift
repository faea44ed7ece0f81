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
  static let text = isLarge ? 15 << 20 : 3 << 19
  /// Elements in one another.
  static let depth = isLarge ? 100_000 : 2_000
  /// Elements beside each other.
  static let elements = isLarge ? 8 << 20 : 1 << 20
}
