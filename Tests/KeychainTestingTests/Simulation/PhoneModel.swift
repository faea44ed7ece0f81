// SPDX-License-Identifier: Apache-2.0

/// A model of a phone: a few items in an array, and the means of authentication.
///
/// It follows the tables of Specification/access-control.md, "Effects on items" and
/// Specification/secitem.md, "Data protection", "Access control objects".
struct PhoneModel {
  enum Lock: Sendable { case unlocked, locked, beforeFirstUnlock }

  /// The evidence that a context keeps (Specification/access-control.md, "Evidence of a context,
  /// and SecItem").
  struct Context: Sendable {
    var finger: (generation: Int, proof: Proof)?
    var passcode: (version: Int, proof: Proof)?
    var password: String?
  }

  struct Proof: Sendable {
    let minute: Int
    let era: Int
  }

  struct Refusal: Error {
    let status: Int32
    /// True if the context must forget a password that was typed during the call.
    var forgetsPassword = false

    init(_ status: Int32) { self.status = status }

    static let refused: Refusal = {
      var refusal = Refusal(-25293)
      refusal.forgetsPassword = true
      return refusal
    }()
  }

  static let password = "pw"

  private(set) var items: [PhoneItem] = []
  private(set) var lock = Lock.unlocked
  private(set) var passcode: String?
  private(set) var fingers: [String] = []
  private(set) var failures = 0
  private var passcodeVersion = 0
  private var generation = 0
  private var era = 0
  private var minute = 0
  private var contexts = [Context(), Context()]
  private var prompts = 0
  /// The acts of the user during the step.
  private(set) var acts: [PhoneAct] = []

  var hasFinger: Bool { passcode != nil && !fingers.isEmpty && failures < 5 }

  /// Carries out a step and returns its expected answer.
  mutating func answer(_ step: PhoneStep) -> PhoneAnswer {
    (acts, prompts) = ([], 0)
    var answer = PhoneAnswer()
    let number = step.action.asking?.context
    // A call without a context has a new one.
    var context = number.map { contexts[$0] } ?? Context()
    let password = context.password
    defer { if let number { contexts[number] = context } }
    do throws(Refusal) {
      switch step.action {
      case .add(let item, _): try add(item, &context)
      case .read(let account, let asking):
        answer.secrets = try found(account, asking, &context).map { items[$0].secret }
      case .update(let account, let change, let asking):
        try update(account, change, asking, &context)
      case .delete(let account): try delete(account)
      default: happen(step.action)
      }
    } catch {
      answer.status = error.status
      if error.forgetsPassword { context.password = password }
    }
    answer.prompts = prompts
    return answer
  }
}

// Events of the phone (Specification/access-control.md, "Events of the device").
extension PhoneModel {
  private mutating func happen(_ action: PhoneStep.Action) {
    switch action {
    case .lock where passcode != nil:
      era += 1
      if lock == .unlocked { lock = .locked }
    case .unlock where passcode != nil:
      (lock, failures) = (.unlocked, 0)
    case .unlockWithFinger: (lock, failures) = (.unlocked, 0)
    case .reboot:
      era += 1
      minute = 0
      lock = passcode == nil ? .unlocked : .beforeFirstUnlock
    case .setPasscode(let text):
      (passcode, passcodeVersion) = (text, passcodeVersion + 1)
    case .changePasscode(let text):
      (passcode, passcodeVersion, failures) = (text, passcodeVersion + 1, 0)
    case .removePasscode:
      (passcode, passcodeVersion, failures) = (nil, passcodeVersion + 1, 0)
      for index in items.indices where items[index].protection == "akpu" {
        items[index].isGone = true
      }
    case .enrol(let name): enrol(fingers + [name])
    case .removeEnrolment(let name): enrol(fingers.filter { $0 != name })
    case .failBiometry: failures = 5
    case .advance(let minutes): minute += minutes
    case .invalidate(let number): contexts[number] = Context()
    default: break
    }
  }

  /// Restarts the phone and unlocks it with its passcode.
  mutating func restart() {
    happen(.reboot)
    happen(.unlock)
  }

  /// The visible parts of all items that still exist.
  var outlines: [String] { items.filter { !$0.isGone }.map(\.outline) }

  private mutating func enrol(_ names: [String]) {
    fingers = names
    generation += 1
    if names.isEmpty { failures = 0 }
  }
}

// Class keys and access controls.
extension PhoneModel {
  /// True if the protection's class key is available (Specification/secitem.md, "Class table").
  private func opens(_ protection: String) -> Bool {
    switch protection {
    case "dk", "dku": true
    case "ck", "cku": lock != .beforeFirstUnlock
    default: lock == .unlocked
    }
  }

  /// True if the item is gone or a new enrolment has ended it (Specification/secitem.md, "Passcode
  /// removal and key bag loss").
  private func isLost(_ item: PhoneItem) -> Bool {
    item.isGone || item.guarding == .boundFinger && item.generation != generation
  }

  private func isNew(_ proof: Proof) -> Bool { proof.era == era && minute - proof.minute < 10 }

  private func meets(_ guarding: PhoneGuard, _ bound: Int?, _ context: Context) -> Bool {
    if guarding == .none { return true }
    if guarding == .password { return context.password != nil }
    if guarding.takesFinger, let finger = context.finger, isNew(finger.proof),
      finger.generation == generation, bound == nil || bound == generation
    {
      return true
    }
    guard guarding.takesPasscode, let typed = context.passcode else { return false }
    return typed.version == passcodeVersion && isNew(typed.proof)
  }

  /// Throws if the phone has no means that the access control takes
  /// (Specification/access-control.md, "Effects on items").
  private func requireMeans(_ guarding: PhoneGuard, _ bound: Int?) throws(Refusal) {
    guard guarding != .password else { return }
    let isPossible =
      passcode != nil
      && (guarding.takesPasscode || hasFinger && (bound == nil || bound == generation))
    guard isPossible else { throw Refusal(-25293) }
  }

  /// Asks the user for the evidence that one item needs.
  private mutating func ask(
    _ guarding: PhoneGuard, _ bound: Int?, _ person: PhoneAsking.Person, _ context: inout Context
  ) throws(Refusal) {
    try requireMeans(guarding, bound)
    if meets(guarding, bound, context) { return }
    guard lock == .unlocked else { throw Refusal(-25308) }
    prompts += 1
    if person == .cancelling {
      acts.append(.cancel)
      throw Refusal(-128)
    }
    if guarding == .password {
      let isWrong = person == .mistaken
      acts.append(isWrong ? .otherPassword : .password)
      context.password = isWrong ? "other" : Self.password
      return
    }
    let takesFinger = guarding.takesFinger && hasFinger && (bound == nil || bound == generation)
    if takesFinger {
      if person == .clumsy {
        acts.append(.noMatch)
        failures += 1
      }
      if person == .withoutGlove {
        acts.append(.fallback)
      } else if failures < 5 {
        acts.append(.finger)
        failures = 0
        context.finger = (generation, Proof(minute: minute, era: era))
        return
      }
    }
    guard guarding.takesPasscode else { throw Refusal(-25293) }
    acts.append(.passcode)
    failures = 0
    context.passcode = (passcodeVersion, Proof(minute: minute, era: era))
  }
}

// The four calls: Specification/secitem.md, "SecItemCopyMatching" to "SecItemDelete", "Status by
// operation when the class key is unavailable", "Use in the four calls", "Authentication loop".
extension PhoneModel {
  /// Returns the positions of the items that a query finds, after all prompts.
  private mutating func found(
    _ account: String?, _ asking: PhoneAsking, _ context: inout Context
  ) throws(Refusal) -> [Int] {
    var demands: [Int] = []
    var found: [Int] = []
    for place in items.indices where account == nil || items[place].account == account {
      let item = items[place]
      if item.isGone { continue }
      guard opens(item.protection) else { throw Refusal(-25308) }
      if isLost(item) { continue }
      if !meets(item.guarding, item.generation, context) {
        switch asking.interface {
        case .fail: throw Refusal(-25308)
        case .skip: continue
        case .allow: demands.append(place)
        }
      }
      found.append(place)
    }
    for place in demands {
      let item = items[place]
      try ask(item.guarding, item.generation, asking.person, &context)
    }
    for place in found where items[place].guarding == .password {
      guard context.password == Self.password else { throw Refusal.refused }
    }
    if found.isEmpty { throw Refusal(-25300) }
    return found
  }

  private mutating func add(_ item: PhoneItem, _ context: inout Context) throws(Refusal) {
    var new = item
    try requireClass(new.protection)
    try bind(&new, &context, .allow)
    if let place = items.firstIndex(where: { $0.account == new.account }) {
      if !items[place].isGone {
        guard opens(items[place].protection) else { throw Refusal(-25308) }
        guard isLost(items[place]) else { throw Refusal(-25299) }
      }
      items.remove(at: place)
    }
    items.append(new)
  }

  private mutating func update(
    _ account: String?, _ change: PhoneChange, _ asking: PhoneAsking, _ context: inout Context
  ) throws(Refusal) {
    let places = try found(account, asking, &context)
    let before = items
    do throws(Refusal) {
      for place in places {
        switch change {
        case .label(let text): items[place].label = text
        case .secret(let text): items[place].secret = text
        case .protection(let name):
          try requireClass(name)
          items[place].protection = name
          (items[place].guarding, items[place].generation) = (.none, nil)
        case .guarding(let name, let guarding):
          try requireClass(name)
          var item = items[place]
          (item.protection, item.guarding, item.generation) = (name, guarding, nil)
          try bind(&item, &context, asking.interface)
          items[place] = item
        }
      }
    } catch {
      items = before
      throw error
    }
  }

  private mutating func delete(_ account: String?) throws(Refusal) {
    let count = items.count
    items.removeAll { !$0.isGone && (account == nil || $0.account == account) }
    if items.count == count { throw Refusal(-25300) }
  }

  private func requireClass(_ protection: String) throws(Refusal) {
    if protection == "akpu", passcode == nil { throw Refusal(-25291) }
    guard opens(protection) else { throw Refusal(-25308) }
  }

  /// Checks that a new item's means of authentication exist, and binds it to them
  /// (Specification/access-control.md, "Effects on items", Adding).
  private mutating func bind(
    _ item: inout PhoneItem, _ context: inout Context, _ interface: PhoneAsking.Interface
  ) throws(Refusal) {
    switch item.guarding {
    case .none: return
    case .password:
      guard context.password != nil || interface == .allow else { throw Refusal(-25308) }
      try ask(.password, nil, .willing, &context)
    default:
      let isThere =
        passcode != nil
        && (item.guarding.takesPasscode && !item.guarding.isBound || !fingers.isEmpty)
      guard isThere else { throw Refusal.refused }
      item.generation = item.guarding.isBound ? generation : nil
    }
  }
}
