// SPDX-License-Identifier: Apache-2.0

/// Draws random steps from few accounts, passcodes and fingers, so that steps affect each other
/// often.
struct PhoneGenerator {
  private var random: SplitMix
  private var number = 0
  private let faultShare: Int

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
    faultShare = seed % 3 == 0 ? 12 : 0
  }

  /// Returns the next step for a phone in the model's state.
  mutating func step(seeing model: PhoneModel) -> PhoneStep {
    number += 1
    if number == 1, chance(85) { return step(.setPasscode("1")) }
    if number == 2, model.passcode != nil, chance(80) { return step(.enrol("finger 2")) }
    let isLocked = model.lock != .unlocked
    let action = percent() < (isLocked ? 45 : 75) ? call(model.items.map(\.account)) : event(model)
    let fault: PhoneStep.Fault? =
      chance(faultShare) ? (chance(50) ? .fails(at: act()) : .crashes(at: act())) : nil
    return PhoneStep(number: number, action: action, fault: fault)
  }

  private func step(_ action: PhoneStep.Action) -> PhoneStep {
    PhoneStep(number: number, action: action)
  }

  private mutating func call(_ there: [String]) -> PhoneStep.Action {
    // Most calls are about an existing item.
    let known = there.isEmpty || chance(10) ? account() : pick(there)
    switch percent() {
    case ..<30:
      var item = PhoneItem(account: account(), protection: protection(), secret: "s\(number)")
      item.guarding = guarding()
      return .add(item, PhoneAsking(context: context()))
    case ..<70: return .read(chance(65) ? known : nil, asking(.skip))
    case ..<94: return .update(chance(85) ? known : nil, change(), asking(.allow))
    default: return .delete(chance(90) ? known : nil)
    }
  }

  private mutating func event(_ model: PhoneModel) -> PhoneStep.Action {
    if model.lock != .unlocked, chance(75) {
      let isByFinger = model.lock == .locked && model.hasFinger && chance(40)
      return isByFinger ? .unlockWithFinger : .unlock
    }
    let isOpen = model.lock == .unlocked
    switch percent() {
    case ..<25: return .lock
    case ..<37: return .reboot
    case ..<50 where isOpen && model.passcode == nil: return .setPasscode(pick(["1", "2"]))
    case ..<50 where isOpen:
      return chance(30) ? .removePasscode : .changePasscode(pick(["1", "2", "3"]))
    case ..<70 where isOpen && model.passcode != nil && model.fingers.count < 3:
      return .enrol("finger \(number)")
    case ..<78: return model.fingers.first.map { .removeEnrolment($0) } ?? .lock
    case ..<84 where isOpen && model.hasFinger: return .failBiometry
    case ..<92: return .advance(minutes: pick([3, 11]))
    default: return .invalidate(pick([0, 1]))
    }
  }

  private mutating func asking(_ other: PhoneAsking.Interface) -> PhoneAsking {
    PhoneAsking(
      context: context(), interface: pick([.allow, .allow, .allow, .allow, .fail, other]),
      person: pick(PhoneAsking.Person.allCases))
  }

  private mutating func change() -> PhoneChange {
    switch percent() {
    case ..<30: .label("l\(number)")
    case ..<50: .secret("s\(number)")
    case ..<75: .protection(protection())
    default: .guarding(protection(), guarding())
    }
  }

  private mutating func account() -> String { pick(["a", "b", "c"]) }
  private mutating func context() -> Int? { pick([nil, nil, 0, 0, 1]) }
  private mutating func act() -> Int { pick(Array(1...14)) }
  private mutating func guarding() -> PhoneGuard { pick([.none] + PhoneGuard.allCases) }
  private mutating func protection() -> String {
    pick(["ak", "ak", "ck", "dk", "aku", "cku", "dku", "akpu", "akpu"])
  }

  private mutating func percent() -> Int { Int(random.next() % 100) }
  private mutating func chance(_ share: Int) -> Bool { percent() < share }
  private mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int(random.next() % UInt64(choices.count))]
  }
}

/// Random numbers that repeat for the same seed.
private struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
