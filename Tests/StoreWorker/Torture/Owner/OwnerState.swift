// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The state that a store must have after acts of its owner: passcode, lock, wrong tries, items.
struct OwnerState: Equatable, Sendable {
  /// One act of the owner.
  ///
  /// An act happens wholly or not at all, whenever its process is killed.
  enum Act: Equatable, Sendable {
    case set(String)
    case change(String)
    case remove
    case lock(all: Bool)
    case unlock
    /// Tries a passcode that was never set.
    case wrong
    /// Adds or changes an item, or removes it if there is no value.
    case put(String, String?)
    /// Replaces all items with those of a backup.
    case restore([String: String])
    /// Makes a backup or rotates the keys: the visible state stays unchanged.
    case other
  }

  var passcode: String?
  var lock = LockState.unlocked
  var tries = 0
  /// The items by protection and number, for example `akpu.7`.
  var items: [String: String] = [:]

  func applying(_ act: Act) -> OwnerState {
    var next = self
    switch act {
    case .set(let new), .change(let new):
      (next.passcode, next.lock, next.tries) = (new, .unlocked, 0)
    case .remove:
      (next.passcode, next.lock, next.tries) = (nil, .unlocked, 0)
      next.items = Self.withoutPasscode(items)
    case .lock(let all):
      next.lock = all || lock == .beforeFirstUnlock ? .beforeFirstUnlock : .locked
    case .unlock: (next.lock, next.tries) = (.unlocked, 0)
    case .wrong: next.tries += 1
    case .put(let name, let value): next.items[name] = value
    case .restore(let items): next.items = items
    case .other: break
    }
    return next
  }

  /// Returns the items without those that need a passcode.
  static func withoutPasscode(_ items: [String: String]) -> [String: String] {
    items.filter { !$0.key.hasPrefix("akpu.") }
  }
}

extension OwnerState.Act {
  /// True if the act begins with the right passcode.
  ///
  /// The try counts as wrong until it succeeds.
  var provesPasscode: Bool {
    switch self {
    case .change, .remove, .unlock: true
    default: false
    }
  }

  /// The act as a line of the ledger, separated by tabs.
  var line: String {
    switch self {
    case .set(let new): "set\t\(new)"
    case .change(let new): "change\t\(new)"
    case .remove: "remove"
    case .lock(let all): all ? "lock\tall" : "lock"
    case .unlock: "unlock"
    case .wrong: "wrong"
    case .put(let name, let value): "put\t\(name)\t\(value ?? "-")"
    case .restore(let items):
      (["restore"] + items.map { "\($0.key)=\($0.value)" }).joined(separator: "\t")
    case .other: "other"
    }
  }

  init?(_ line: Substring) {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    switch (parts.first, parts.count) {
    case ("set", 2): self = .set(parts[1])
    case ("change", 2): self = .change(parts[1])
    case ("remove", 1): self = .remove
    case ("lock", _): self = .lock(all: parts.count > 1)
    case ("unlock", 1): self = .unlock
    case ("wrong", 1): self = .wrong
    case ("put", 3): self = .put(parts[1], parts[2] == "-" ? nil : parts[2])
    case ("restore", _):
      var items: [String: String] = [:]
      for part in parts.dropFirst() {
        let pair = part.split(separator: "=").map(String.init)
        guard pair.count == 2 else { return nil }
        items[pair[0]] = pair[1]
      }
      self = .restore(items)
    case ("other", 1): self = .other
    default: return nil
    }
  }
}
