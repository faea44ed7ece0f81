// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import TestPatience
import Testing

/// A directory in which `openssl` makes keys, certificates and messages.
///
/// In arguments, `{name}` stands for the path of a file in the directory.
final class MessageBench {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "latchkey-messages-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func write(_ data: Data, to name: String) throws {
    try data.write(to: folder.appending(path: name))
  }

  func read(_ name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }

  /// Runs `openssl`, and returns true if it succeeds.
  @discardableResult func openssl(_ words: String...) throws -> Bool { try run(words) }

  /// Runs `openssl` with a list of arguments.
  func run(_ words: [String]) throws -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/openssl")
    process.arguments = words.map { word in
      word.replacing(/\{(.+?)\}/) { folder.appending(path: String($0.output.1)).path }
    }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    guard Patience.wait(until: { !process.isRunning }) else {
      process.terminate()
      Issue.record("openssl did not end")
      return false
    }
    return process.terminationStatus == 0
  }

  /// Makes a key and a certificate of its own, as `NAME.key` and `NAME.pem`, and returns both.
  func identity(_ name: String, _ algorithm: String...) throws -> SecIdentity {
    let made = try run(
      ["req", "-x509", "-nodes", "-newkey"] + algorithm + [
        "-keyout", "{\(name).key}", "-out", "{\(name).pem}", "-days", "30", "-subj",
        "/CN=\(name)/emailAddress=\(name)@example.org",
      ])
    #expect(made)
    #expect(
      try openssl(
        "pkcs12", "-export", "-in", "{\(name).pem}", "-inkey", "{\(name).key}", "-out",
        "{\(name).p12}", "-passout", "pass:x"))
    var items: CFArray?
    let options: NSDictionary = [kSecImportExportPassphrase: "x"]
    let status = unsafe SecPKCS12Import(
      NSData(data: try read("\(name).p12")), options, &items)
    #expect(status == errSecSuccess)
    let first = try #require((items as? [[String: Any]])?.first)
    return try #require(first["identity"] as? SecIdentity)
  }

  func rsaIdentity(_ name: String = "rsa") throws -> SecIdentity { try identity(name, "rsa:2048") }

  func curveIdentity(_ name: String = "ec") throws -> SecIdentity {
    try identity(name, "ec", "-pkeyopt", "ec_paramgen_curve:P-256")
  }
}

/// The functions of messages with Swift values in place of pointers.
enum MessageCalls {
  static func certificate(_ identity: SecIdentity) throws -> SecCertificate {
    var certificate: SecCertificate?
    #expect(unsafe SecIdentityCopyCertificate(identity, &certificate) == errSecSuccess)
    return try #require(certificate)
  }

  static func update(_ encoder: CMSEncoder, _ content: Data) -> OSStatus {
    unsafe content.withUnsafeBytes { bytes in
      unsafe withUnsafePointer(to: UInt8(0)) { nothing in
        unsafe CMSEncoderUpdateContent(encoder, bytes.baseAddress ?? .init(nothing), bytes.count)
      }
    }
  }

  static func encoder() throws -> CMSEncoder {
    var encoder: CMSEncoder?
    #expect(unsafe CMSEncoderCreate(&encoder) == errSecSuccess)
    return try #require(encoder)
  }

  static func encoded(_ encoder: CMSEncoder) -> (status: OSStatus, data: Data?) {
    var data: CFData?
    let status = unsafe CMSEncoderCopyEncodedContent(encoder, &data)
    return (status, data as Data?)
  }

  /// Makes a decoder and reads a message.
  static func decoder(
    _ message: Data, detached: Data? = nil
  ) throws -> (decoder: CMSDecoder, status: OSStatus) {
    var decoder: CMSDecoder?
    #expect(unsafe CMSDecoderCreate(&decoder) == errSecSuccess)
    let made = try #require(decoder)
    // The message comes in two parts.
    for part in [message.prefix(message.count / 2), message.dropFirst(message.count / 2)] {
      let status = unsafe Data(part).withUnsafeBytes { bytes in
        unsafe withUnsafePointer(to: UInt8(0)) { nothing in
          unsafe CMSDecoderUpdateMessage(made, bytes.baseAddress ?? .init(nothing), bytes.count)
        }
      }
      #expect(status == errSecSuccess)
    }
    if let detached {
      #expect(CMSDecoderSetDetachedContent(made, NSData(data: detached)) == errSecSuccess)
    }
    return (made, CMSDecoderFinalizeMessage(made))
  }

  static func content(_ decoder: CMSDecoder) -> Data? {
    var content: CFData?
    #expect(unsafe CMSDecoderCopyContent(decoder, &content) == errSecSuccess)
    return content as Data?
  }

  /// Verifies a signature, and evaluates the trust in its signer if anchors are given.
  static func status(
    _ decoder: CMSDecoder, _ index: Int = 0, evaluates: Bool = false
  ) -> (call: OSStatus, signer: CMSSignerStatus, trust: SecTrust?, code: OSStatus) {
    var signer = CMSSignerStatus.unsigned
    var trust: SecTrust?
    var code = OSStatus(1)
    let call = unsafe CMSDecoderCopySignerStatus(
      decoder, index, SecPolicyCreateBasicX509(), evaluates, &signer, &trust, &code)
    return (call, signer, trust, code)
  }
}
