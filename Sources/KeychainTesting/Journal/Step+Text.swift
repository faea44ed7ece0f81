// SPDX-License-Identifier: Apache-2.0

extension SimulatedDevice.Step {
  /// The step as words of a journal.
  var words: [String] {
    switch self {
    case .biometry(let name): ["biometry", name]
    case .noMatch: ["noMatch"]
    case .passcode(let text): ["passcode", text]
    case .fallback: ["fallback"]
    case .cancel: ["cancel"]
    case .companionConfirms: ["companionConfirms"]
    case .companionRefuses: ["companionRefuses"]
    case .applicationPassword(let text): ["applicationPassword", text]
    case .systemCancel: ["systemCancel"]
    case .lockDevice: ["lockDevice"]
    case .enterBackground: ["enterBackground"]
    case .wait(let duration): ["wait", "\(duration.attoseconds)"]
    case .run: ["run"]
    }
  }

  /// Reads what `words` wrote; nil for anything else, code of the test included.
  init?(words: [String]) {
    switch (words.first, words.dropFirst().first, words.count) {
    case ("biometry", let name?, 2): self = .biometry(name)
    case ("noMatch", nil, 1): self = .noMatch
    case ("passcode", let text?, 2): self = .passcode(text)
    case ("fallback", nil, 1): self = .fallback
    case ("cancel", nil, 1): self = .cancel
    case ("companionConfirms", nil, 1): self = .companionConfirms
    case ("companionRefuses", nil, 1): self = .companionRefuses
    case ("applicationPassword", let text?, 2): self = .applicationPassword(text)
    case ("systemCancel", nil, 1): self = .systemCancel
    case ("lockDevice", nil, 1): self = .lockDevice
    case ("enterBackground", nil, 1): self = .enterBackground
    case ("wait", let text?, 2):
      guard let attoseconds = Int128(text) else { return nil }
      self = .wait(Duration(attoseconds: attoseconds))
    default: return nil
    }
  }
}
