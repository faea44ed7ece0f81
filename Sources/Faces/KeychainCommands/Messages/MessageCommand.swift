// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainTypes
import SecureMemory

/// The command `cms`, which makes and reads messages of the Cryptographic Message Syntax
/// (Specification/security-cli.md, "Trust, verification, CMS, misc").
///
/// The option for the mode comes before the options that belong to this mode.
struct MessageCommand {
  /// The modes of the command, by their option letters.
  enum Mode: Character, CaseIterable {
    case sign = "S"
    case decode = "D"
    case envelope = "E"
    case encrypt = "C"
    case certificatesOnly = "O"
  }

  /// The modes in which an option letter is accepted; a letter that is not listed is accepted in
  /// all modes.
  private static let modes: [Character: [Mode]] = [
    "N": [.sign], "Z": [.sign], "G": [.sign], "P": [.sign], "Y": [.sign], "H": [.sign],
    "T": [.sign], "t": [.sign],
    "c": [.decode], "h": [.decode], "n": [.decode],
    "r": [.envelope, .encrypt, .certificatesOnly], "e": [.decode, .encrypt],
  ]

  let invocation: Invocation
  let options: OptionReader
  let mode: Mode
  /// The use for which certificates must be valid, from the number of the option `-u`.
  let usage: MessageUsage
  /// The keychains in which certificates and keys are searched: the values of the options `-k`, or
  /// the search list.
  let keychains: [NamedKeychain]

  /// The certificates and keys with which the command works.
  var keyring: MessageKeyring { MessageKeyring(options, keychains, invocation) }

  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    let command = try MessageCommand(invocation)
    switch command.mode {
    case .decode: return try MessageDecoding(command).run()
    case .sign, .envelope, .encrypt, .certificatesOnly: return try MessageEncoding(command).run()
    }
  }

  private init(_ invocation: Invocation) throws(Stop) {
    self.invocation = invocation
    options = try invocation.options()
    var mode: Mode?
    for option in options.options {
      guard case .letter(let letter) = option.name else { continue }
      if let next = Mode(rawValue: letter) {
        guard mode == nil || mode == next else {
          throw .usage(message: "only one of the options -S, -D, -E, -C and -O can be given")
        }
        mode = next
        continue
      }
      guard let fitting = Self.modes[letter] else { continue }
      guard let mode, fitting.contains(mode) else {
        let names = fitting.map { "-\($0.rawValue)" }.joined(separator: ", ")
        throw .usage(message: "option -\(letter) only supported with option \(names)")
      }
    }
    guard let mode else {
      throw .usage(message: "one of the options -S, -D, -E, -C, -O is missing")
    }
    self.mode = mode
    usage = try MessageUsage(options)
    let names = options.options.filter { $0.name == .letter("k") }.compactMap(\.value)
    keychains = try invocation.searched(names, of: "-k")
    if options.contains(.letter("p")) {
      invocation.terminal.complain("-p has no effect: security unlock-keychain unlocks a keychain")
    }
  }

  /// Reads the message or the content from the file of the option `-i`, or from standard input.
  func input() throws(Stop) -> SecretBytes {
    guard let path = options.value(.letter("i")) else {
      guard !invocation.terminal.readsCommandsFromInput else {
        throw .usage(message: "with commands from standard input, cms needs -i file")
      }
      do throws(QuestionFailure) { return try DescriptorSecret.content(of: 0) } catch {
        invocation.terminal.complain("standard input cannot be read, or has more than 64 MiB")
        throw .status(1)
      }
    }
    return try file(path)
  }

  /// Reads a file that an option names.
  func file(_ path: [UInt8]) throws(Stop) -> SecretBytes {
    do throws(KeychainError) { return try InputFile.read(path) } catch {
      let shown = String(decoding: path, as: UTF8.self)
      invocation.terminal.complain(
        "unable to open \"\(shown)\" for reading: \(StatusText.message(error.code.rawValue))")
      throw .status(1)
    }
  }

  /// Writes the result to the file of the option `-o`, or to standard output.
  func deliver(_ content: SecretBytes) throws(KeychainError) {
    guard let path = options.value(.letter("o")) else {
      return invocation.terminal.writeContent(content, to: .output)
    }
    try OutputFile.write(content, to: path, besides: invocation.store.directory)
  }

  /// Prints an error of the command, and returns the exit status 1.
  ///
  /// - Parameter step: The start of the message, which names the failed step, for example
  ///   `problem decoding`.
  func refused(_ error: KeychainError, _ step: String) -> Int32 {
    _ = Refusal.report(error, of: step, in: invocation)
    return 1
  }

  /// Returns the value of an option as text; nil if the option is not given.
  func text(_ letter: Character) -> String? {
    options.value(.letter(letter)).map { String(decoding: $0, as: UTF8.self) }
  }
}
