// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import KeychainTypes
import SecureMemory

/// The commands `trust-settings-export` and `trust-settings-import`, whose files Apple's systems
/// read and write.
enum TrustSettingsExchange {
  static func export(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    guard let path = options.operands.first else { throw invocation.command.missingOperand }
    let trust = invocation.store.trust
    let bytes: [UInt8]
    do throws(KeychainError) {
      let settings = try trust.settings(of: TrustSettingsCommands.domain(options))
      bytes = settings.bytes(isExported: true)
    } catch {
      return TrustRefusal.report(
        error, of: "SecTrustSettingsCreateExternalRepresentation", in: invocation)
    }
    try write(bytes, to: path, invocation)
    tell("...Trust Settings exported successfully.\n", invocation)
    return 0
  }

  static func importing(_ invocation: Invocation) throws(Stop) -> Int32 {
    let function = "SecTrustSettingsImportExternalRepresentation"
    let options = try invocation.options()
    guard let path = options.operands.first else { throw invocation.command.missingOperand }
    let bytes = try content(path, invocation)
    do throws(KeychainError) {
      try invocation.store.trust.places.replaceAll(
        of: TrustSettingsCommands.domain(options), by: bytes)
    } catch {
      return TrustRefusal.report(error, of: function, in: invocation)
    }
    tell("...Trust Settings imported successfully.\n", invocation)
    return 0
  }

  private static func tell(_ line: String, _ invocation: Invocation) {
    if !invocation.terminal.isQuiet { invocation.terminal.output(line) }
  }

  /// Reads the settings in a file that the user named.
  ///
  /// - Parameter function: The name of the Apple function that the error message begins with.
  /// - Throws: status 1 after a message, if the file has no settings or cannot be read.
  static func read(
    _ path: [UInt8], _ function: String, _ invocation: Invocation
  ) throws(Stop) -> TrustSettings {
    let bytes = try content(path, invocation)
    do throws(KeychainError) {
      return try TrustSettings(bytes)
    } catch {
      throw .status(TrustRefusal.report(error, of: function, in: invocation))
    }
  }

  private static func content(_ path: [UInt8], _ invocation: Invocation) throws(Stop) -> [UInt8] {
    do throws(KeychainError) {
      let content = try InputFile.read(path)
      return content.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    } catch {
      let name = VisibleText.of(String(decoding: path, as: UTF8.self))
      invocation.terminal.error("Error reading file \(name)\n")
      _ = Refusal.report(error, of: nil, in: invocation)
      throw .status(1)
    }
  }

  /// Writes a file that the user named.
  ///
  /// - Throws: status 1 after a message, if the file cannot be written.
  static func write(
    _ bytes: [UInt8], to path: [UInt8], _ invocation: Invocation
  ) throws(Stop) {
    do throws(KeychainError) {
      let content = SecretBytes(copying: bytes)
      try OutputFile.write(
        content, to: path, besides: invocation.store.directory)
    } catch {
      let name = VisibleText.of(String(decoding: path, as: UTF8.self))
      invocation.terminal.error("Error writing to file \(name)\n")
      _ = Refusal.report(error, of: nil, in: invocation)
      throw .status(1)
    }
  }
}
