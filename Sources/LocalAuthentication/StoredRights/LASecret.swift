// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The secret of a saved right (spec/access-control.md 1.10).
public final class LASecret: NSObject, Sendable {
  private let holder: RightHolder

  init(_ holder: RightHolder) { self.holder = holder }

  /// Reads the secret; the right has to be authorized.
  ///
  /// - Parameter handler: called once, on a private queue.
  @preconcurrency
  public func loadData(completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void) {
    holder.use(handler) { key, saved in try saved.open(with: key) }
  }

  /// The secret; the right has to be authorized.
  public var rawData: Data {
    get async throws { try await awaited { loadData(completion: $0) } }
  }
}
