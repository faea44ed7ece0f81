// SPDX-License-Identifier: Apache-2.0
package import Keybag
package import KeychainStorage
import KeychainTypes

/// The keys with which a damaged store was written, chosen from all generations of keys in the
/// keybag.
///
/// The keys are chosen by a head of the change history: the authenticated summary (`HistorySeal`)
/// that each change writes anew.
package struct FittingKeys {
  package private(set) var keybag: UnlockedKeybag
  /// True if the keybag lacks the keys with which the store was last written.
  ///
  /// The keys are known from a head of the change history (its authenticated summary). This head is
  /// on an undamaged page, and no newer head authenticates.
  ///
  /// Without the keys, the rows cannot be decrypted, so it is unknown whether the rows are intact.
  package private(set) var areMissing = false

  /// Chooses the keys under which the newest head of the change history (its authenticated summary)
  /// authenticates.
  ///
  /// If no head authenticates, chooses the keys under which the longest chain of history entries
  /// authenticates.
  package init(_ keys: UnlockedKeybag, of salvage: Salvage) {
    keybag = keys
    var heads: [(meta: StoreMeta, isSound: Bool)] = []
    salvage.forEach { thing, origin in
      if case .meta(let meta) = thing, meta.identity.store == keys.image.store {
        heads.append((meta, origin.standing.isSuperset(of: [.listed, .sound])))
      }
      return false
    }
    for (meta, isSound) in heads.sorted(by: { $0.meta.write > $1.meta.write }) {
      if let fitting = Self.keys(keys, fitting: meta) {
        keybag = fitting
        return
      }
      // A damaged head may name any generation.
      if isSound, ((try? keys.using(meta.epochs)) ?? nil) == nil { areMissing = true }
    }
    keybag = Self.keys(keys, linking: salvage)
  }

  /// Returns the keys under which a head of the change history (its authenticated summary)
  /// authenticates.
  ///
  /// The generations of keys that the head names are tried first. If the head was edited, other
  /// generations may fit. Nil if no keys of the keybag fit.
  private static func keys(_ keys: UnlockedKeybag, fitting meta: StoreMeta) -> UnlockedKeybag? {
    let others = keys.allEpochs.sorted(by: >).flatMap {
      [KeyEpochs(current: $0, oldest: $0 &- 1), KeyEpochs.only($0)]
    }
    for epochs in [meta.epochs] + others.compactMap(\.self) {
      guard let fitting = (try? keys.using(epochs)) ?? nil else { continue }
      if ((try? HistorySeal(meta.head, fitting)) ?? nil) != nil { return fitting }
    }
    return nil
  }

  /// Returns the keys under which the longest chain of history entries authenticates.
  ///
  /// The candidates are the last two generations of keys together, the last generation alone, and
  /// the previous generation alone.
  private static func keys(_ keys: UnlockedKeybag, linking salvage: Salvage) -> UnlockedKeybag {
    let last = keys.image.epoch
    var best: (keys: UnlockedKeybag, links: Int)?
    for epochs in [
      KeyEpochs(current: last, oldest: last &- 1), .only(last), .only(last &- 1),
    ] {
      guard let epochs, let fitting = (try? keys.using(epochs)) ?? nil else { continue }
      var past = SalvagedHistory(fitting)
      salvage.forEach { thing, origin in
        guard case .history(let entry, let chain) = thing else { return false }
        return past.take(entry, chain: chain, origin.standing)
      }
      if past.linked > best?.links ?? -1 { best = (fitting, past.linked) }
    }
    return best?.keys ?? keys
  }
}
