// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
import SecureMemory

/// The counts of wrong passcodes, and the delay until a passcode is accepted again
/// (Specification/access-control.md, "Throttling").
///
/// This type reads and writes no files; `KeybagFiles` does.
package struct PasscodeThrottle: Hashable, Sendable {
  /// The number of wrong passcodes since the last right passcode, and the time of the last wrong
  /// one.
  ///
  /// The prompt has a counter. Each program that passes passcodes as data has a counter of its own.
  package struct Counter: Hashable, Sendable {
    package var count: UInt32 = 0
    /// The moment when the last wrong passcode was counted.
    package var last = BootMoment(boot: .zero, microseconds: 0)

    package init() {}

    package init(count: UInt32, last: BootMoment) {
      self.count = count
      self.last = last
    }

    /// Returns the seconds, rounded up, until a passcode is accepted again; 0 if that is now.
    ///
    /// If the machine was restarted since the last wrong passcode, the whole delay runs again from
    /// the restart.
    package func secondsToWait(at now: BootMoment) -> Int {
      let delay = PasscodeThrottle.delay(after: count)
      let start = last.boot == now.boot ? min(last.microseconds, now.microseconds) : 0
      let left = start + Int64(delay) * 1_000_000 - now.microseconds
      return left <= 0 ? 0 : Int((left + 999_999) / 1_000_000)
    }
  }

  /// The counter of wrong passcodes that the user typed at a prompt, in all programs together.
  package var prompt = Counter()
  /// The counters of wrong passcodes that programs passed as data.
  ///
  /// The dictionary key is the digest of the program's application identifier. After the file
  /// `attempts` was lost, the counter under `others` applies to each program without a counter.
  package var programs: [Identifier16: Counter] = [:]
  /// The number of failed fingerprint matches since the last success, at most 5.
  package var biometryFailures: UInt32 = 0

  /// True if the file `attempts` was missing or damaged, and these counts replace its content.
  ///
  /// The file does not contain this value.
  package private(set) var isLost = false

  /// The number of failed fingerprint matches after which no fingerprint is accepted.
  ///
  /// Fingerprints are accepted again after the user enters the right passcode.
  package static let biometryLimit: UInt32 = 5

  /// The largest number of programs that have a counter.
  ///
  /// If a further program needs a counter, the counter with the fewest wrong passcodes is removed.
  package static let programLimit = 64

  /// The dictionary key in `programs` for all programs without a counter of their own.
  ///
  /// `programs` has a counter under this key only after the file `attempts` was lost.
  package static let others = Identifier16.zero

  /// Makes counts that are all zero.
  package init() {}

  /// Returns the counts that replace a missing or damaged file `attempts`.
  ///
  /// The counts are as high as after nine wrong passcodes, which demand the longest delay. So
  /// deleting the file gives an attacker no further tries.
  package static func lost(at now: BootMoment) -> PasscodeThrottle {
    var throttle = PasscodeThrottle()
    throttle.prompt = Counter(count: 9, last: now)
    throttle.programs[others] = throttle.prompt
    throttle.biometryFailures = biometryLimit
    throttle.isLost = true
    return throttle
  }

  /// Returns the delay after `count` wrong passcodes, in which no passcode is accepted, in seconds.
  package static func delay(after count: UInt32) -> Int {
    switch count {
    case 0...4: 0
    case 5: 60
    case 6: 300
    case 7, 8: 900
    default: 3600
    }
  }

  /// Returns the counter of wrong passcodes for a program, or for the prompt.
  ///
  /// - Parameter program: the digest of the program's application identifier. Nil for the prompt.
  package func counter(of program: Identifier16?) -> Counter {
    guard let program else { return prompt }
    return programs[program] ?? programs[Self.others] ?? Counter()
  }

  /// Counts a passcode as wrong before it is verified.
  ///
  /// So the passcode is counted even if the power is cut during the verification. `succeed` removes
  /// the count if the passcode was right.
  ///
  /// - Parameter program: the digest of the program that passed the passcode. Nil for the prompt.
  package mutating func count(_ program: Identifier16?, at now: BootMoment) {
    var counter = counter(of: program)
    counter.count = min(counter.count, .max - 1) + 1
    counter.last = now
    set(counter, of: program)
  }

  /// Sets the counter of a program or of the prompt to zero, after the right passcode was entered.
  ///
  /// A right passcode proves that the owner is present, so fingerprints are accepted again. If the
  /// file `attempts` was lost, the delay of all programs without a counter ends too.
  ///
  /// - Parameter program: the digest of the program that passed the passcode. Nil for the prompt.
  package mutating func succeed(_ program: Identifier16?) {
    programs[Self.others] = nil
    set(Counter(), of: program)
    biometryFailures = 0
  }

  private mutating func set(_ counter: Counter, of program: Identifier16?) {
    guard let program else {
      prompt = counter
      return
    }
    programs[program] = counter.count == 0 ? nil : counter
    while programs.count > Self.programLimit,
      let least = programs.filter({ $0.key != program && $0.key != Self.others })
        .min(by: { ($0.value.count, $0.key) < ($1.value.count, $1.key) })
    {
      programs[least.key] = nil
    }
  }
}

/// Reads and writes the content of the file `attempts` (Documentation/Formats/keybag.md, section
/// 9).
extension PasscodeThrottle {
  private static let magic = Array("LATCHKAT".utf8)
  private static let version: UInt16 = 1
  private static let codeSize = 32
  static let sizeLimit = 8 + 4 + 4 + 4 + 28 + programLimit * 44 + codeSize

  /// Returns the bytes of the file `attempts`, with an authentication code under `key` at the end.
  func encode(authenticatedBy key: HMACSHA256) throws(CryptoError) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(Self.magic)
    writer.number(Self.version)
    writer.number(UInt16(0))
    writer.number(biometryFailures)
    writer.number(UInt32(programs.count))
    prompt.append(to: &writer)
    for (program, counter) in programs.sorted(by: { $0.key < $1.key }) {
      writer.append(program.bytes)
      counter.append(to: &writer)
    }
    return writer.bytes + (try key.code(writer.bytes.span).bytes)
  }

  /// Reads the bytes of the file `attempts`.
  ///
  /// Nil unless the authentication code at the end of the bytes is right under `key`.
  init?(decoding bytes: [UInt8], authenticatedBy key: HMACSHA256) throws(CryptoError) {
    guard bytes.count > Self.codeSize else { return nil }
    let end = bytes.count - Self.codeSize
    let code = try key.code(bytes.span.extracting(..<end)).bytes
    guard constantTimeEqual(code.span, bytes.span.extracting(end...)) else { return nil }
    var reader = ByteReader(Array(bytes[..<end]))
    guard reader.take(8) == Self.magic, let version: UInt16 = reader.number(),
      version == Self.version, let _: UInt16 = reader.number(),
      let failures: UInt32 = reader.number(), let count: UInt32 = reader.number(),
      count <= Self.programLimit, let prompt = Counter(&reader)
    else { return nil }
    self.init()
    biometryFailures = failures
    self.prompt = prompt
    for _ in 0..<count {
      guard let program = reader.take(16).flatMap({ Identifier16($0) }),
        let counter = Counter(&reader)
      else { return nil }
      programs[program] = counter
    }
    guard reader.remaining == 0 else { return nil }
  }
}

extension PasscodeThrottle.Counter {
  fileprivate func append(to writer: inout ByteWriter) {
    writer.number(count)
    writer.append(last.boot.bytes)
    writer.number(UInt64(bitPattern: last.microseconds))
  }

  fileprivate init?(_ reader: inout ByteReader) {
    guard let count: UInt32 = reader.number(),
      let boot = reader.take(16).flatMap({ Identifier16($0) }),
      let number: UInt64 = reader.number(), let microseconds = Int64(exactly: number)
    else { return nil }
    self.init(count: count, last: BootMoment(boot: boot, microseconds: microseconds))
  }
}
