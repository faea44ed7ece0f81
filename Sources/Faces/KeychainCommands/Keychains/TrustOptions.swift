// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes

/// The options `-A` and `-T` of commands that add items: the programs that may use the item
/// (Specification/security-cli.md, "add-generic-password / add-internet-password").
struct TrustOptions {
  /// True if the user gave the option `-A` (all programs) or `-T` (one program).
  let isGiven: Bool
  /// The trusted programs; nil for all programs.
  let programs: [TrustedProgram]?

  /// Reads the options.
  ///
  /// - Throws: `Stop` with status 1 if a program does not exist. Programs of Apple's systems need
  ///   not exist: scripts name them, and a keychain can go to macOS.
  init(_ options: OptionReader, _ invocation: Invocation) throws(Stop) {
    var programs: [TrustedProgram] = []
    var isGiven = options.contains(.letter("A"))
    for option in options.options where option.name == .letter("T") {
      isGiven = true
      guard let bytes = option.value, !bytes.isEmpty else { continue }
      let path = String(decoding: bytes, as: UTF8.self)
      let hash = KeychainClient.legacyHash(of: path)
      let program = TrustedProgram.of(path: path, hash)
      guard hash != nil || program.requirement != nil || path.hasPrefix("group://") else {
        invocation.terminal.complain(
          "SecTrustedApplicationCreateFromPath \(path): there is no such program")
        throw .status(1)
      }
      programs.append(program)
    }
    self.isGiven = isGiven
    self.programs = options.contains(.letter("A")) ? nil : programs
  }

  /// Returns the access list of a new item; nil if neither `-A` nor `-T` is given.
  ///
  /// - Parameter description: The text by which prompts name the item.
  func access(_ description: [UInt8]) -> AccessList? {
    isGiven ? .standard(description, trusting: programs) : nil
  }

  /// Returns a copy of an access list in which the entries for decryption also trust the programs
  /// of the options.
  ///
  /// - Parameter list: The access list to copy, with the programs that it trusts already.
  func merged(into list: AccessList) -> AccessList {
    var list = list
    for place in list.entries.indices where list.entries[place].tag.isEmpty {
      guard list.entries[place].authorizes(.decrypt), !list.entries[place].authorizes(.encrypt),
        let simple = list.entries[place].subject.simple
      else { continue }
      var merged = simple.programs
      if let programs {
        merged = merged.map { $0 + programs.filter { !$0.isIn(simple.programs) } }
      } else {
        merged = nil
      }
      list.entries[place].subject = simple.trusting(merged)
    }
    return list
  }
}

extension TrustedProgram {
  fileprivate func isIn(_ programs: [TrustedProgram]?) -> Bool { programs?.contains(self) ?? true }
}
