// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests that the product makes files only in these places.
///
/// The files that a command writes for its user are made in one of them.
@Suite("files that are made") struct FileMakerTests {
  private static let calls = [
    "O_CREAT", "openUnnamed(", "mkstemp(", "mkostemp(", "createFile(", "write(to: URL",
    "FileHandle(forWriting", "fopen(",
  ]

  /// The files of code that make files, with the files they make.
  private static let makers = [
    // Files for the user, under a name that the user has given.
    "Capabilities/UserFiles/BackupDraft.swift": "by WholeFile: exported keys, backups",
    "Capabilities/KeychainStorage/Files/DraftDirectory.swift": "the directory of a copied store",
    "Engine/KeychainExplaining/Tracing/TracePlace.swift":
      "traces and reports, which grow and are not replaced",
    // Files of the store.
    "Capabilities/Keybag/SystemFileSystem.swift": "device key, keybag, counts of tries",
    "Engine/KeychainEngine/StoreFiles.swift": "the lock",
    "Capabilities/KeychainStorage/Files/LockGeneration.swift": "the lock",
    "Capabilities/KeychainStorage/Repair/ClosedStore.swift": "the database of a repair",
    "Capabilities/KeychainStorage/Store/ItemStore+Creation.swift": "the database",
    "Capabilities/KeychainStorage/Store/StoreFile.swift":
      "a file without a name: whether there is room",
    "Capabilities/KeychainStorage/VFS/LogMarkFile.swift": "the log's mark",
    // Keychain files.
    "Capabilities/FileKeychain/Files/FileDraftFile.swift": "the draft that becomes the keychain",
    "Capabilities/FileKeychain/Files/FileLock.swift": "the lock of a keychain",
    // Files of trust settings.
    "Capabilities/CertificateTrust/Settings/TrustSettingsFile.swift": "the lock of the settings",
    "Capabilities/CertificateTrust/Settings/UserSettingsMark.swift":
      "the mark that disables the settings of users",
    // Files for the user's states, in directories of the user.
    "Capabilities/Authentication/Machine/PromptQueue.swift": "whose turn it is to ask",
    "Engine/KeychainExplaining/Tracing/StateFile.swift": "which programs were warned, and the like",
    // Files below a temporary directory.
    "Faces/KeychainTesting/Store/DeviceKeychain+Survey.swift":
      "a copy of a simulated phone's store",
    // Functions that the others call.
    "Capabilities/UserFiles/FileCalls.swift": "open(2) for the store and for keychain files",
    "System/SecureMemory/Kernel/NewFile.swift": "a file without a name",
  ]

  @Test("are made in these places, and each of them makes some")
  func all() {
    for file in Repository.sources where file.path.hasPrefix("Sources/") {
      let makes = file.code.contains { line in Self.calls.contains { line.contains($0) } }
      let path = String(file.path.dropFirst("Sources/".count))
      #expect(makes == (Self.makers[path] != nil), "\(file.path)")
    }
  }
}
