// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainTypes
import SecureMemory

/// Tries every call on a damaged store: each must give the right answer, or a status that reports
/// damage.
struct DamageTrial {
  let image: DamageImage
  let directory: String
  /// The failures in words.
  ///
  /// Empty if everything was right.
  private(set) var failures: [String] = []
  /// True if opening, a call or the check reported damage.
  private(set) var isNoticed = false

  /// The statuses that report damage, or why the store is not opened.
  private static let sayings: Set<KeychainError.Code> = [.decode, .notAvailable, .ioFailed]

  init(_ image: DamageImage, in directory: String) {
    self.image = image
    self.directory = directory
  }

  mutating func run(_ damage: DamageCase, repairing: Bool) {
    DamageFiles.removeAll(in: directory)
    image.restore(to: directory)
    let path = "\(directory)/\(damage.file)"
    if let bytes = damage.applied(to: image.files[damage.file] ?? []) {
      DamageFiles.write(bytes, to: path)
    } else {
      unsafe unlink(path)
    }
    useStore()
    if repairing { repair() }
  }

  private mutating func useStore() {
    guard let session = opened() else { return }
    for item in image.items { copy(item, session, mayBeLost: false) }
    copyDeleted(session)
    list(session)
    for item in image.items { add(item, session) }
    check(session)
  }

  private mutating func opened() -> Session? {
    do throws(KeychainError) {
      return try Engine.open(StoreLocation(directory: directory))
        .session(as: Caller(identifier: "proof.app", groups: ["proof.group"]))
    } catch {
      note(error, "open")
      return nil
    }
  }

  private mutating func copy(_ item: DamageImage.Item, _ session: Session, mayBeLost: Bool) {
    do throws(KeychainError) {
      let found = try session.copyMatching(item.query(.secret))
      if found.count != 1 || found[0].secret?.text != item.secret {
        failures.append("\(item.name): a wrong secret or \(found.count) answers")
      }
    } catch {
      if mayBeLost, error.code == .itemNotFound { return }
      note(error, "copy \(item.name)")
    }
  }

  private mutating func copyDeleted(_ session: Session) {
    for item in [DamageImage.deleted, DamageImage.buried] {
      do throws(KeychainError) {
        _ = try session.copyMatching(item.query(.secret))
        failures.append("\(item.name) is back")
      } catch {
        if error.code != .itemNotFound { note(error, "copy \(item.name)") }
      }
    }
  }

  private mutating func list(_ session: Session) {
    for itemClass in ItemClass.stored {
      let names = image.items.filter { $0.itemClass == itemClass }.map(\.name).sorted()
      do throws(KeychainError) {
        let found = try session.copyMatching(itemClass.query(nil, .attributes))
        let listed = found.compactMap { $0.attributes.flatMap { itemClass.name(in: $0) } }
        if listed.sorted() != names { failures.append("listed: \(listed)") }
      } catch {
        note(error, "list \(itemClass.rawValue)")
      }
    }
  }

  private mutating func add(_ item: DamageImage.Item, _ session: Session) {
    do throws(KeychainError) {
      _ = try session.add(item.new(secret: "another"))
      failures.append("add: a second copy of \(item.name)")
    } catch {
      if error.code != .duplicateItem { note(error, "add \(item.name)") }
    }
  }

  private mutating func check(_ session: Session) {
    do throws(KeychainError) {
      let report = try session.check()
      if !report.isClean { isNoticed = true }
      if report.isClean, report.tombstones != 1 { failures.append("the tombstone is gone") }
    } catch {
      note(error, "check")
    }
  }

  /// Repairs the store and checks that it has no error, no old content, and a clean check.
  private mutating func repair() {
    let location = StoreLocation(directory: directory)
    let report: RepairReport?
    do throws(KeychainError) {
      report = try StoreRepair(location).repair()
    } catch {
      return note(error, "repair")
    }
    guard let session = opened() else { return failures.append("not opened after repair") }
    // If the end of the log is lost, only older versions are left, and the report says so.
    let isOld = (report?.found.findings ?? []).contains { $0.detail.contains("older versions") }
    if !isOld {
      for item in image.items { copy(item, session, mayBeLost: report?.hasLosses ?? false) }
      copyDeleted(session)
    }
    do throws(KeychainError) {
      let check = try session.check()
      if !check.findings.isEmpty { failures.append("after repair: \(check.findings)") }
      if !isOld, report?.hasLosses != true, check.tombstones != 1 {
        failures.append("after repair: \(check.tombstones) tombstones")
      }
    } catch {
      failures.append("check after repair: \(error)")
    }
  }

  private mutating func note(_ error: KeychainError, _ call: String) {
    if Self.sayings.contains(error.code) {
      isNoticed = true
    } else {
      failures.append("\(call): \(error)")
    }
  }
}
