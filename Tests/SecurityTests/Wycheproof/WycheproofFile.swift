// SPDX-License-Identifier: Apache-2.0
import Foundation

/// One file of Project Wycheproof's test vectors, from its directory `testvectors_v1`.
struct WycheproofFile {
  /// Vectors that share a key.
  struct Group {
    let values: [String: Any]
    let vectors: [Vector]

    func text(_ name: String) -> String { values[name] as? String ?? "" }
    func bytes(_ name: String) -> Data { Data(hex: text(name)) }
    func bytes(_ name: String, in part: String) -> Data {
      Data(hex: (values[part] as? [String: Any])?[name] as? String ?? "")
    }
    var saltLength: Int { values["sLen"] as? Int ?? -1 }
  }

  struct Vector {
    let values: [String: Any]

    var number: Int { values["tcId"] as? Int ?? 0 }
    var flags: [String] { values["flags"] as? [String] ?? [] }
    func bytes(_ name: String) -> Data { Data(hex: values[name] as? String ?? "") }
    /// Returns the bytes of a value.
    ///
    /// A PEM text is returned as it is, other values are decoded.
    func content(_ name: String) -> Data {
      let text = values[name] as? String ?? ""
      return text.hasPrefix("-----") ? Data(text.utf8) : bytes(name)
    }
    /// True if the vector must be accepted, false if refused, nil if both are right.
    var isValid: Bool? {
      switch values["result"] as? String {
      case "valid": true
      case "invalid": false
      default: nil
      }
    }
  }

  let name: String
  let groups: [Group]

  init(_ path: URL) throws {
    name = path.lastPathComponent
    let whole = try JSONSerialization.jsonObject(with: Data(contentsOf: path)) as? [String: Any]
    groups = (whole?["testGroups"] as? [[String: Any]] ?? []).map { group in
      let vectors = group["tests"] as? [[String: Any]] ?? []
      return Group(values: group, vectors: vectors.map(Vector.init))
    }
  }

  /// Returns the files below a folder whose names have this beginning, in order.
  static func files(below folder: String, _ beginning: String) -> [URL] {
    let all = FileManager.default.enumerator(
      at: URL(fileURLWithPath: folder), includingPropertiesForKeys: nil)
    return (all?.compactMap { $0 as? URL } ?? []).filter {
      $0.lastPathComponent.hasPrefix(beginning) && $0.pathExtension == "json"
    }.sorted { $0.path < $1.path }
  }
}

extension Data {
  fileprivate init(hex text: String) {
    let digits = Array(text.utf8)
    self.init(
      stride(from: 0, to: digits.count - 1, by: 2).map { place in
        UInt8(String(decoding: digits[place...place + 1], as: UTF8.self), radix: 16) ?? 0
      })
  }
}
