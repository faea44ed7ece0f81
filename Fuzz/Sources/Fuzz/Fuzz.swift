// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The entry points of libFuzzer.
///
/// `LATCHKEY_FUZZ_TARGET` names the decoder (Scripts/fuzz.sh).
enum Fuzz {
  static let targets: [String: @Sendable ([UInt8]) -> Void] = [
    "access": { FuzzAccess.run($0) },
    "assuan": { FuzzAssuan.run($0) },
    "attempts": { FuzzAttempts.run($0) },
    "backup": { FuzzBackup.run($0) },
    "calls": { FuzzQuery.runWhole($0) },
    "certificate": { FuzzCertificate.run($0) },
    "container": { FuzzImport.container($0) },
    "enrolment": { FuzzEnrolment.run($0) },
    "entitlements": { FuzzEntitlements.run($0) },
    "frames": { FuzzFrames.run($0) },
    "history": { FuzzHistory.run($0) },
    "import": { FuzzImport.run($0) },
    "keybag": { FuzzKeybag.run($0) },
    "keychain": { FuzzKeychain.run($0) },
    "keyfile": { FuzzKeyFile.run($0) },
    "leaf": { FuzzFiles.leaf($0) },
    "lines": { FuzzLines.run($0) },
    "log": { FuzzFiles.log($0) },
    "mark": { FuzzFiles.mark($0) },
    "message": { FuzzMessage.run($0) },
    "metadata": { FuzzMetadata.run($0) },
    "ocsp": { FuzzResponse.run($0) },
    "pkcs12": { FuzzPKCS12.run($0) },
    "query": { FuzzQuery.run($0) },
    "reference": { FuzzReference.run($0) },
    "requirement": { FuzzRequirement.run($0) },
    "row": { FuzzRow.run($0) },
    "settings": { FuzzSettings.run($0) },
    "trust": { FuzzTrust.run($0) },
  ]

  static let chosen: @Sendable ([UInt8]) -> Void = {
    let name = ProcessInfo.processInfo.environment["LATCHKEY_FUZZ_TARGET"] ?? ""
    guard let target = targets[name] else {
      print("LATCHKEY_FUZZ_TARGET is one of:", targets.keys.sorted().joined(separator: " "))
      exit(2)
    }
    return target
  }()
}

/// Runs one input.
///
/// An input that ends the process is a finding.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Fuzz.chosen(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
