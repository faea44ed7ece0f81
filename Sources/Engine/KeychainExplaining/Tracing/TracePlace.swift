// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainEngine

/// Opens files of traces and reports, and refuses what would harm somebody: files of others, links,
/// what holds something else, and everything that belongs to the store.
struct TracePlace: Sendable {
  struct Refusal: Error {
    let reason: String

    init(_ error: Int32) { reason = unsafe String(cString: strerror(error)) }
    init(reason: String) { self.reason = reason }
  }

  let path: String
  /// Whether each file begins with a first line of its own, as a trace does; reports have none.
  let isTrace: Bool

  /// Opens the file to add to it, or makes it; it is the user's alone then.
  func open() throws(Refusal) -> Int32 {
    let folder = Self.folder(of: path)
    var above = stat()
    guard unsafe stat(folder, &above) == 0 else { throw Refusal(errno) }
    guard above.st_mode & S_IWOTH == 0 || above.st_mode & S_ISVTX != 0 else {
      throw Refusal(reason: "everybody may replace files in its folder")
    }
    if StoreOutline.ofThisProcess?.holds(path) == true {
      throw Refusal(reason: "it is where the store keeps its files")
    }
    // Not even opened: to open a device may do something.
    var there = stat()
    if unsafe lstat(path, &there) == 0, there.st_mode & S_IFMT != S_IFREG {
      throw Refusal(reason: "it is no plain file")
    }
    let flags = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let descriptor = unsafe Glibc.open(path, flags, 0o600)
    guard descriptor >= 0 else { throw Refusal(errno) }
    do throws(Refusal) {
      try requireOwn(descriptor)
    } catch {
      close(descriptor)
      throw error
    }
    return descriptor
  }

  private func requireOwn(_ descriptor: Int32) throws(Refusal) {
    guard let own = Self.about(descriptor), own.st_mode & S_IFMT == S_IFREG else {
      throw Refusal(reason: "it is no plain file")
    }
    guard own.st_uid == geteuid() else { throw Refusal(reason: "it belongs to somebody else") }
    guard own.st_nlink <= 1 else { throw Refusal(reason: "it has another name as well") }
    guard own.st_size == 0 || isOurs(descriptor) else {
      throw Refusal(reason: "it holds something else than \(isTrace ? "a trace" : "reports")")
    }
    // Somebody who may read it already keeps it; what comes is the user's alone.
    guard own.st_mode & 0o077 == 0 || fchmod(descriptor, 0o600) == 0 else {
      throw Refusal(reason: "others may read it, and that cannot be changed")
    }
  }

  /// Whether a full file may take a name: nothing is there, or what was full before.
  func mayReplace(_ name: String) -> Bool {
    let descriptor = unsafe Glibc.open(
      name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return errno == ENOENT }
    defer { close(descriptor) }
    guard let about = Self.about(descriptor), about.st_mode & S_IFMT == S_IFREG else {
      return false
    }
    return about.st_size == 0 || isOurs(descriptor)
  }

  /// Whether a file that is not empty begins as ours do.
  private func isOurs(_ descriptor: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: Self.mostOfFirstLine)
    let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return false }
    let line = String(
      decoding: bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    if isTrace { return line.hasPrefix("{") && line.contains("\"begin\":") }
    // `push-handler[4711]: SecItemAdd answered -25299 …`
    guard let bracket = line.firstRange(of: "]: ") else { return line.hasPrefix("latchkey: ") }
    let number = line[..<bracket.lowerBound].reversed().prefix { $0.isASCII && $0.isNumber }
    return !number.isEmpty && line[..<bracket.lowerBound].dropLast(number.count).hasSuffix("[")
  }

  /// More is not looked at: by then it has said what it is.
  private static let mostOfFirstLine = 2_048

  static func about(_ descriptor: Int32) -> stat? {
    var about = stat()
    return unsafe fstat(descriptor, &about) == 0 ? about : nil
  }

  static func folder(of path: String) -> String {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    return folder.isEmpty ? "/" : folder
  }
}
