// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// An event of a simulated device, such as a lock, a restart or a change of the passcode
/// (Specification/access-control.md, "Events of the device").
public enum DeviceEvent: Hashable, Sendable {
  case powerOff
  case boot
  case reboot

  /// An unlock by the owner: with the passcode that is set, or without a passcode during the grace
  /// period after a lock.
  case unlock
  case unlockWithPasscode(String)
  case unlockWithFinger(String)
  case unlockWithFace(String)
  /// A passcode that a program passes as data, for example from a script.
  ///
  /// This passcode is counted separately from the passcodes that the user types
  /// (Specification/access-control.md, "Throttling").
  case handInPasscode(String, app: String)
  /// A press of the lock button.
  ///
  /// `grace` is the time after the press in which `WhenUnlocked` items can still be opened. If
  /// `grace` is nil, the time is zero, or ten seconds with the quirk `lockGraceTenSeconds`.
  case lock(grace: Duration?)
  /// A lock by a remote command.
  ///
  /// The next unlock needs the passcode.
  case lockRemotely

  case setPasscode(String)
  case changePasscode(old: String, new: String)
  case removePasscode(String)
  case setErasesAfterTen(Bool)

  case enrol(String)
  case removeEnrolment(String)
  case removeAllEnrolments
  case setSensor(DeviceState.Sensor)
  case setSensorUsable(Bool)
  case failBiometry(times: Int)
  case refuseBiometry(app: String)
  case allowBiometry(app: String)

  /// A finger or face presented at a prompt.
  case presentBiometry(String)
  /// A passcode typed at a prompt.
  case typePasscode(String)

  case pairCompanion(DeviceState.Companion)
  case unpairCompanion(DeviceState.Companion)
  case companion(DeviceState.Companion, inReach: Bool)

  case enterBackground
  case enterForeground(app: String)
  case setInteractive(Bool)

  case advance(by: Duration)
  case setWallClock(Date)

  case erase
  case install(DeviceState.App)
  /// An upgrade of an installed app.
  ///
  /// The value has the name of the installed app, and the new version and entitlements.
  case upgrade(DeviceState.App)
  case delete(app: String)
  case replaceKeybag
  /// A backup of the items of the device.
  ///
  /// If `isEncrypted` is true, the backup is encrypted with a passphrase. Otherwise it is encrypted
  /// with a key of the device, and no other device can restore it.
  case backup(isEncrypted: Bool)
  case restore(DeviceBackup)
  /// The passcode and the counts of wrong passcodes that the device finds in its store, at its
  /// start after a crash.
  ///
  /// `passcode` is nil if no passcode is set. `wrongPasscodes` counts the passcodes that the user
  /// typed. `wrongByProgram` counts the passcodes that programs passed as data, by the identifiers
  /// of the programs.
  case recover(passcode: String?, wrongPasscodes: Int, wrongByProgram: [String: Int] = [:])
}

/// Conversion of an event to a line of a journal: its name and its values, with quotes where they
/// are needed.
extension DeviceEvent {
  /// The event as a line of a journal.
  package var text: String { JournalWords.line(words) }

  /// Reads an event from a line of a journal, or returns nil if the line is not an event.
  package init?(text: String) {
    guard let words = JournalWords.words(of: text), let name = words.first else { return nil }
    let rest = Array(words.dropFirst())
    guard
      let event = Self.plain[name].flatMap({ rest.isEmpty ? $0 : nil })
        ?? Self.readers[name]?(rest)
    else { return nil }
    self = event
  }

  private static let plain: [String: DeviceEvent] = [
    "powerOff": .powerOff, "boot": .boot, "reboot": .reboot, "unlock": .unlock,
    "lockRemotely": .lockRemotely, "removeAllEnrolments": .removeAllEnrolments,
    "enterBackground": .enterBackground, "erase": .erase, "replaceKeybag": .replaceKeybag,
  ]

  private typealias Reader = @Sendable ([String]) -> DeviceEvent?

  // swift-format-ignore
  private static let readers: [String: Reader] = [
    "unlockWithPasscode": one { .unlockWithPasscode($0) },
    "unlockWithFinger":   one { .unlockWithFinger($0) },
    "unlockWithFace":     one { .unlockWithFace($0) },
    "handInPasscode":     { $0.count == 2 ? .handInPasscode($0[0], app: $0[1]) : nil },
    "lock":               lock,
    "setPasscode":        one { .setPasscode($0) },
    "changePasscode":     { $0.count == 2 ? .changePasscode(old: $0[0], new: $0[1]) : nil },
    "removePasscode":     one { .removePasscode($0) },
    "setErasesAfterTen":  one { Bool($0).map { .setErasesAfterTen($0) } },
    "enrol":              one { .enrol($0) },
    "removeEnrolment":    one { .removeEnrolment($0) },
    "setSensor":          one { DeviceState.Sensor(rawValue: $0).map { .setSensor($0) } },
    "setSensorUsable":    one { Bool($0).map { .setSensorUsable($0) } },
    "failBiometry":       one { Int($0).map { .failBiometry(times: $0) } },
    "refuseBiometry":     one { .refuseBiometry(app: $0) },
    "allowBiometry":      one { .allowBiometry(app: $0) },
    "presentBiometry":    one { .presentBiometry($0) },
    "typePasscode":       one { .typePasscode($0) },
    "pairCompanion":      one { DeviceState.Companion(rawValue: $0).map { .pairCompanion($0) } },
    "unpairCompanion":    one { DeviceState.Companion(rawValue: $0).map { .unpairCompanion($0) } },
    "companion":          companion,
    "enterForeground":    one { .enterForeground(app: $0) },
    "setInteractive":     one { Bool($0).map { .setInteractive($0) } },
    "advance":            one { duration($0).map { .advance(by: $0) } },
    "setWallClock":       one { date($0).map { .setWallClock($0) } },
    "install":            { app($0).map { .install($0) } },
    "upgrade":            { app($0).map { .upgrade($0) } },
    "delete":             one { .delete(app: $0) },
    "backup":             one { Bool($0).map { .backup(isEncrypted: $0) } },
    "restore":            { DeviceBackup(words: $0).map { .restore($0) } },
    "recover":            recover,
  ]

  private var words: [String] {
    switch self {
    case .powerOff, .boot, .reboot, .unlock, .lockRemotely, .removeAllEnrolments, .enterBackground,
      .erase, .replaceKeybag:
      ["\(self)"]
    case .unlockWithPasscode(let passcode): ["unlockWithPasscode", passcode]
    case .unlockWithFinger(let name): ["unlockWithFinger", name]
    case .unlockWithFace(let name): ["unlockWithFace", name]
    case .handInPasscode(let passcode, let app): ["handInPasscode", passcode, app]
    case .lock(let grace): ["lock"] + (grace.map { [Self.text(of: $0)] } ?? [])
    case .setPasscode(let passcode): ["setPasscode", passcode]
    case .changePasscode(let old, let new): ["changePasscode", old, new]
    case .removePasscode(let passcode): ["removePasscode", passcode]
    case .setErasesAfterTen(let isSet): ["setErasesAfterTen", "\(isSet)"]
    case .enrol(let name): ["enrol", name]
    case .removeEnrolment(let name): ["removeEnrolment", name]
    case .setSensor(let sensor): ["setSensor", sensor.rawValue]
    case .setSensorUsable(let isUsable): ["setSensorUsable", "\(isUsable)"]
    case .failBiometry(let times): ["failBiometry", "\(times)"]
    case .refuseBiometry(let app): ["refuseBiometry", app]
    case .allowBiometry(let app): ["allowBiometry", app]
    case .presentBiometry(let name): ["presentBiometry", name]
    case .typePasscode(let passcode): ["typePasscode", passcode]
    case .pairCompanion(let companion): ["pairCompanion", companion.rawValue]
    case .unpairCompanion(let companion): ["unpairCompanion", companion.rawValue]
    case .companion(let companion, let inReach): ["companion", companion.rawValue, "\(inReach)"]
    case .enterForeground(let app): ["enterForeground", app]
    case .setInteractive(let isInteractive): ["setInteractive", "\(isInteractive)"]
    case .advance(let duration): ["advance", Self.text(of: duration)]
    case .setWallClock(let date): ["setWallClock", "\(date.timeIntervalSinceReferenceDate)"]
    case .install(let app): ["install"] + app.words
    case .upgrade(let app): ["upgrade"] + app.words
    case .delete(let app): ["delete", app]
    case .backup(let isEncrypted): ["backup", "\(isEncrypted)"]
    case .restore(let backup): ["restore"] + backup.words
    case .recover(let passcode, let wrong, let programs):
      ["recover", "\(wrong)"] + (passcode.map { [$0] } ?? [])
        + programs.sorted { $0.key < $1.key }.flatMap { [$0.key, "\($0.value)"] }
    }
  }

  private static func one(
    _ make: @escaping @Sendable (String) -> DeviceEvent?
  ) -> Reader {
    { $0.count == 1 ? make($0[0]) : nil }
  }

  @Sendable private static func companion(_ words: [String]) -> DeviceEvent? {
    guard words.count == 2, let companion = DeviceState.Companion(rawValue: words[0]),
      let inReach = Bool(words[1])
    else { return nil }
    return .companion(companion, inReach: inReach)
  }

  @Sendable private static func lock(_ words: [String]) -> DeviceEvent? {
    guard let word = words.first else { return .lock(grace: nil) }
    return words.count == 1 ? duration(word).map { .lock(grace: $0) } : nil
  }

  @Sendable private static func recover(_ words: [String]) -> DeviceEvent? {
    guard let first = words.first, let wrong = Int(first) else { return nil }
    // Pairs of a program and its count follow the passcode.
    let rest = words.dropFirst(2)
    guard rest.count.isMultiple(of: 2) else { return nil }
    var programs: [String: Int] = [:]
    for place in stride(from: rest.startIndex, to: rest.endIndex, by: 2) {
      guard let count = Int(rest[place + 1]) else { return nil }
      programs[rest[place]] = count
    }
    return .recover(
      passcode: words.dropFirst().first, wrongPasscodes: wrong, wrongByProgram: programs)
  }

  private static func date(_ word: String) -> Date? {
    Double(word).map { Date(timeIntervalSinceReferenceDate: $0) }
  }

  @Sendable private static func app(_ words: [String]) -> DeviceState.App? {
    DeviceState.App(words: words)
  }

  /// Returns a duration as text in attoseconds, so that nothing is rounded.
  private static func text(of duration: Duration) -> String { "\(duration.attoseconds)" }

  private static func duration(_ word: String) -> Duration? {
    Int128(word).map { Duration(attoseconds: $0) }
  }
}
