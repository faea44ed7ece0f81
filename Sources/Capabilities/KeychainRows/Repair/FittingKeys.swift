// SPDX-License-Identifier: Apache-2.0
package import Keybag
package import KeychainStorage
import KeychainTypes

/// The generations of keys that a damaged store was written with, among those of the keybag.
package struct FittingKeys {
  package private(set) var keybag: UnlockedKeybag
  /// Whether the newest head that stands on a sound page was made with a generation that the keybag
  /// does not have: then rows do not open for want of keys, and nothing tells whether they are
  /// whole.
  package private(set) var areMissing = false

  /// Those of the newest head; those of the keybag's last generation, with the one before beside
  /// it, where no head is left.
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
      // One that is damaged may name any generation.
      if isSound, ((try? keys.using(meta.epochs)) ?? nil) == nil { areMissing = true }
    }
    keybag = Self.keys(keys, linking: salvage)
  }

  /// The keys under which a head authenticates: those of the generations that it names, or others
  /// where somebody has changed these.
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

  /// The keys that most entries of the history follow from one another under: those of the last
  /// generation, with the one before beside it, or those before.
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
