// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainTypes

/// Reads the file of the last known enrolments, and new texts of a fingerprint reader.
///
/// The file has the bytes as given, or with a valid code.
enum FuzzEnrolment {
  static func run(_ bytes: [UInt8]) {
    var input = FuzzBytes(bytes)
    let isAuthentic = input.byte() % 4 != 0
    let texts = (0..<Int(input.byte() % 4)).map { _ in
      String(decoding: input.string(), as: UTF8.self)
    }
    let content = Array(input.rest)
    guard let (store, files) = FuzzKeyFiles.with("enrolment", content) else { return }
    if isAuthentic {
      let head = Array("LATCHKEN".utf8) + [1, 0, 0, 0]
      guard let whole = store.authenticated(head + content, "latchkey 1 enrolment") else { return }
      store.put("enrolment", whole)
    }
    guard let known = try? files.enrolmentGeneration(seeing: nil),
      let seen = try? files.enrolmentGeneration(seeing: texts)
    else { return renew(files, texts) }
    precondition(seen == known, "other fingers have no known generation")
    renew(files, texts)
  }

  private static func renew(_ files: KeybagFiles, _ texts: [String]) {
    let fresh = try? files.renewEnrolmentGeneration(seeing: texts, randomness: FuzzRandomness())
    let found = try? files.enrolmentGeneration(seeing: texts)
    precondition(fresh != nil && found == fresh, "what was seen is known afterwards")
  }
}
