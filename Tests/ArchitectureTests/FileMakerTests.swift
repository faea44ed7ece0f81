// SPDX-License-Identifier: Apache-2.0
import Testing

/// Every place in which the product makes a file.
///
/// What a command writes for its user is made in one of them.
@Suite("files that are made") struct FileMakerTests {
  private static let calls = [
    "O_CREAT", "openUnnamed(", "mkstemp(", "mkostemp(", "createFile(", "write(to: URL",
    "FileHandle(forWriting", "fopen(",
  ]

  /// The files of code that make some, and which.
  private static let makers = [
    // For the user, under a name that he has given.
    "UserFiles/BackupDraft.swift": "by WholeFile: exported keys, backups",
    "KeychainFiles/DraftDirectory.swift": "the directory of a copied store",
    "KeychainTracing/TracePlace.swift": "traces and reports, which grow and are not replaced",
    // The store's own.
    "Keybag/Files/SystemFileSystem.swift": "device key, keybag, counts of tries",
    "KeychainEngine/StoreFiles.swift": "the lock",
    "KeychainFiles/LockGeneration.swift": "the lock",
    "KeychainStorage/Repair/ClosedStore+Replacing.swift": "the database of a repair",
    "KeychainStorage/Store/ItemStore+Creation.swift": "the database",
    "KeychainStorage/Store/StoreFile.swift": "a file without a name: whether there is room",
    "KeychainStorage/VFS/LogMarkFile.swift": "the log's mark",
    // The user's states, in directories of his own.
    "Authentication/Machine/PromptQueue.swift": "whose turn it is to ask",
    "KeychainTracing/Stores/StateFile.swift": "which programs were warned, and the like",
    // Below a temporary directory.
    "KeychainTesting/Store/DeviceKeychain+Survey.swift": "a copy of a simulated phone's store",
    // What the others call.
    "KeychainFiles/FileCalls.swift": "open(2) for the store",
    "SecureMemory/Kernel/NewFile.swift": "a file without a name",
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
