// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainTypes

/// Describes an access list in the form of the second implementation
/// (Tests/Keychains/keychain_acl.py).
enum AccessDescription {
  static func of(_ access: AccessList) -> JSONValue {
    let entries = access.entries.map { entry -> JSONValue in
      [
        "tag": .text(String(decoding: entry.tag, as: UTF8.self)),
        "authorizations": entry.authorizations.map { .list($0.map(name)) } ?? "any",
        "delegate": .number(Int(entry.delegate)), "subject": subject(entry.subject),
      ]
    }
    return [
      "owner": subject(access.owner), "ownerDelegate": .number(Int(access.ownerDelegate)),
      "entries": .list(entries), "trailing": KeychainDescription.hex(access.rest),
    ]
  }

  private static func name(_ authorization: Authorization) -> JSONValue {
    switch authorization {
    case .changeAccess: return "changeACL"
    case .partitionList: return "partitionID"
    default:
      let parts = authorization.word.split(separator: "_").map(String.init)
      return .text(parts[0] + parts.dropFirst().map(\.capitalized).joined())
    }
  }

  private static func subject(_ subject: AccessSubject) -> JSONValue {
    func hex(_ bytes: [UInt8]) -> JSONValue { KeychainDescription.hex(bytes) }
    switch subject {
    case .any: return ["type": "any"]
    case .threshold(let needed, let subjects):
      return [
        "type": "threshold", "needed": .number(Int(needed)),
        "subjects": .list(subjects.map(Self.subject)),
      ]
    case .prompt(let prompt):
      let flags = [UInt8(prompt.flags >> 8), UInt8(prompt.flags & 0xFF)]
      return [
        "type": "prompt", "version": prompt.hasFlags ? 1 : 0,
        "selector": prompt.hasFlags ? hex([1, 1] + flags) : .null,
        "description": hex(prompt.description),
      ]
    case .program(let program):
      let blobs = program.blobs.map { blob -> JSONValue in
        hex(atom(blob.magic) + atom(UInt32(blob.content.count + 8)) + blob.content)
      }
      return [
        "type": "codeSignature", "legacyHash": hex(program.legacyHash),
        "path": hex(program.path), "blobs": .list(blobs),
      ]
    case .partition(let payload): return ["type": "partition", "payload": hex(payload)]
    case .process(let process):
      return [
        "type": "process", "version": .number(Int(process.version)),
        "mask": .number(Int(process.mask)), "uid": .number(Int(process.user)),
        "gid": .number(Int(process.group)),
      ]
    }
  }

  static func atom(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
  }
}
