// SPDX-License-Identifier: Apache-2.0

/// The sizes of hostile files.
///
/// They are smaller in debug builds, which take long for large ones.
///
/// Scripts/hostile.sh runs the large ones in a release build.
enum HostileSize {
  #if DEBUG
    private static let isLarge = false
  #else
    private static let isLarge = true
  #endif

  /// The number of bytes of a text.
  ///
  /// At most 16 MiB are read.
  ///
  /// A debug build takes one second for a million bytes, and twice that while other work fills the
  /// processor's caches.
  static let text = isLarge ? 15 << 20 : 3 << 18
  /// The number of elements nested in one another.
  static let depth = isLarge ? 100_000 : 2_000
  /// The number of elements beside each other.
  static let elements = isLarge ? 8 << 20 : 1 << 20
}
