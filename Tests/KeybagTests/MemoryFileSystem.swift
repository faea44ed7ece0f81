// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keybag
import SecureMemory

/// Files in memory that can refuse an act or crash at it, and then lose bytes that were not
/// durable.
final class MemoryFileSystem: FileSystem {
  struct File: Equatable {
    var bytes: [UInt8]
    var owner: UInt32 = 1000
    var mode: UInt32 = 0o600
  }

  /// A fault at the act with the number `at`, counted from 0 over acts that write.
  enum Fault: Equatable {
    /// The act fails with an errno and has no effect.
    case refuse(at: Int, errno: Int32)
    /// The act fails after half of its effect, and so does every act after it.
    case crash(at: Int)
  }

  private struct State {
    var files: [String: File] = [:]
    /// The files that would be left after a power failure, in the worst case.
    var durable: [String: File] = [:]
    var acts = 0
    var fault: Fault?
  }

  let owner: UInt32 = 1000
  private let state = Lock(State())

  var acts: Int { state.withLock { $0.acts } }
  var names: [String] { state.withLock { $0.files.keys.sorted() } }

  subscript(path: String) -> File? {
    get { state.withLock { $0.files[path] } }
    set {
      state.withLock {
        $0.files[path] = newValue
        $0.durable[path] = newValue
      }
    }
  }

  /// Sets the fault, and counts acts from 0 again.
  func arm(_ fault: Fault?) {
    state.withLock {
      $0.acts = 0
      $0.fault = fault
    }
  }

  /// Leaves the files that the next process finds.
  ///
  /// With `losing`, names that were not synchronized are lost.
  func reboot(losing: Bool) {
    state.withLock {
      if losing { $0.files = $0.durable } else { $0.durable = $0.files }
      $0.fault = nil
      $0.acts = 0
    }
  }

  /// Returns true to do the whole act, or false to do half of it.
  ///
  /// Throws to do nothing.
  private static func begin(_ state: inout State) throws(FileError) -> Bool {
    defer { state.acts += 1 }
    switch state.fault {
    case .refuse(let at, let errno)? where state.acts == at: throw .refused(errno: errno)
    case .crash(let at)? where state.acts > at: throw .refused(errno: EIO)
    case .crash(let at)? where state.acts == at: return false
    default: return true
    }
  }

  func read(_ path: String, limit: Int) throws(FileError) -> FileContent {
    guard let file = self[path] else { throw .absent }
    guard file.bytes.count <= limit else { throw .tooLarge }
    return FileContent(
      bytes: SecretBytes(copying: file.bytes), owner: file.owner, mode: file.mode)
  }

  func create(_ path: String, _ bytes: Span<UInt8>) throws(FileError) {
    let content = bytes.indices.map { bytes[$0] }
    try state.withLock { (state) throws(FileError) in
      let whole = try Self.begin(&state)
      guard state.files[path] == nil else { throw .exists }
      state.files[path] = File(
        bytes: whole ? content : Array(content.prefix(content.count / 2)))
      if !whole { throw .refused(errno: EIO) }
    }
  }

  func rename(_ path: String, to target: String, replacing: Bool) throws(FileError) {
    try state.withLock { (state) throws(FileError) in
      // A rename is whole or absent, so the crash comes just before it.
      guard try Self.begin(&state) else { throw .refused(errno: EIO) }
      guard let file = state.files[path] else { throw .absent }
      guard replacing || state.files[target] == nil else { throw .exists }
      state.files[path] = nil
      state.files[target] = file
    }
  }

  func remove(_ path: String) throws(FileError) {
    try state.withLock { (state) throws(FileError) in
      guard try Self.begin(&state) else { throw .refused(errno: EIO) }
      guard state.files.removeValue(forKey: path) != nil else { throw .absent }
    }
  }

  func synchronize(directory: String) throws(FileError) {
    try state.withLock { (state) throws(FileError) in
      guard try Self.begin(&state) else { throw .refused(errno: EIO) }
      state.durable = state.files
    }
  }
}
