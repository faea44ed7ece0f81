// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
import SecureMemory

/// How often a passcode was wrong, and when the next try is looked at: pure
/// (spec/access-control.md 4.3).
package struct PasscodeThrottle: Hashable, Sendable {
  /// Wrong tries at one door since the last right one.
  package struct Counter: Hashable, Sendable {
    package var count: UInt32 = 0
    /// When the last of them was counted.
    package var last = BootMoment(boot: .zero, microseconds: 0)

    package init() {}

    package init(count: UInt32, last: BootMoment) {
      self.count = count
      self.last = last
    }

    /// Whole seconds, rounded up, until a try is looked at; 0 for now.
    ///
    /// A restart begins the delay anew: it runs from the start of the machine then.
    package func secondsToWait(at now: BootMoment) -> Int {
      let delay = PasscodeThrottle.delay(after: count)
      let start = last.boot == now.boot ? min(last.microseconds, now.microseconds) : 0
      let left = start + Int64(delay) * 1_000_000 - now.microseconds
      return left <= 0 ? 0 : Int((left + 999_999) / 1_000_000)
    }
  }

  /// Tries that people type.
  package var prompt = Counter()
  /// Tries that programs hand in, by a digest of who they are; that of `others` is of no program.
  package var programs: [Identifier16: Counter] = [:]
  /// Failed matches of biometry in a row, at most 5.
  package var biometryFailures: UInt32 = 0

  /// Whether these stand for counts that were lost; is not written.
  package private(set) var isLost = false

  /// Failed matches after which no more are taken until the passcode was right.
  package static let biometryLimit: UInt32 = 5

  /// As many programs as are remembered; beyond that the one with the fewest tries is forgotten.
  package static let programLimit = 64

  /// Stands for every program that has no counter of its own, where counts were lost.
  package static let others = Identifier16.zero

  /// Nothing was wrong yet.
  package init() {}

  /// What holds where the file is missing or damaged: as after nine tries, never as after none.
  package static func lost(at now: BootMoment) -> PasscodeThrottle {
    var throttle = PasscodeThrottle()
    throttle.prompt = Counter(count: 9, last: now)
    throttle.programs[others] = throttle.prompt
    throttle.biometryFailures = biometryLimit
    throttle.isLost = true
    return throttle
  }

  /// Seconds that have to pass after so many wrong tries.
  package static func delay(after count: UInt32) -> Int {
    switch count {
    case 0...4: 0
    case 5: 60
    case 6: 300
    case 7, 8: 900
    default: 3600
    }
  }

  /// The counter of a door.
  ///
  /// - Parameter program: the digest of the program's identity; nil for the prompt.
  package func counter(of program: Identifier16?) -> Counter {
    guard let program else { return prompt }
    return programs[program] ?? programs[Self.others] ?? Counter()
  }

  /// Counts a try before it is looked at, so that pulling the plug meanwhile counts too.
  package mutating func count(_ program: Identifier16?, at now: BootMoment) {
    var counter = counter(of: program)
    counter.count = min(counter.count, .max - 1) + 1
    counter.last = now
    set(counter, of: program)
  }

  /// Forgets the tries of a door after a right one; a right passcode ends a lockout of biometry
  /// too, and what lost counts cost other programs: the owner is here.
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

/// The file `attempts` (Documentation/Formats/keybag.md 9).
extension PasscodeThrottle {
  private static let magic = Array("LATCHKAT".utf8)
  private static let version: UInt16 = 1
  private static let codeSize = 32
  static let sizeLimit = 8 + 4 + 4 + 4 + 28 + programLimit * 44 + codeSize

  /// The file's bytes.
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

  /// Reads what `encode` wrote; nil for anything else.
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
