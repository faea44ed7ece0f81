// SPDX-License-Identifier: Apache-2.0
package import Keybag
import KeychainPages
package import KeychainStorage
package import KeychainTypes

extension StoreFindings {
  /// The findings in words, with the names of files.
  package func described() -> [CheckReport.Finding] {
    let name = "store.db"
    var lines = pages.map { page, owner in
      "\(name), page \(page)\(owner.map { ", of \($0)" } ?? "")"
    }
    if let missing {
      lines.append("\(name) is cut: pages \(missing.lowerBound) to \(missing.upperBound)")
    }
    if let log { lines.append("\(name)-wal, \(log)") }
    lines += frames.filter { log != .frame($0) }.map { "\(name)-wal, \(Damage.Place.frame($0))" }
    return lines.map { CheckReport.Finding(.fileDamaged, detail: $0) }
      + lostEntries.map {
        CheckReport.Finding(.entryMissing, detail: "index \($0.index), row \($0.rowid)")
      }
  }
}

extension LockedKeybag.Condition {
  /// What a check says of the two files of the keybag; nil when they are as they should be.
  package var finding: CheckReport.Finding? {
    let detail: String
    switch self {
    case .inStep: return nil
    case .keybagMissing: detail = "keybag is missing; its copy is used"
    case .keybagDamaged: detail = "keybag is damaged; its copy is used"
    case .copyMissing: detail = "keybag.copy is missing"
    case .copyDamaged: detail = "keybag.copy is damaged"
    case .copyBehind: detail = "keybag.copy differs from keybag"
    }
    return CheckReport.Finding(.copyOutOfStep, detail: detail)
  }
}
