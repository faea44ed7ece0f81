// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainEngine

/// Opens the file for a trace or for reports, if the file may be written.
///
/// Files of other users, links, files with other contents, and all paths in the store are refused.
struct TracePlace: Sendable {
  struct Refusal: Error {
    let reason: String

    init(_ error: Int32) { reason = unsafe String(cString: strerror(error)) }
    init(reason: String) { self.reason = reason }
  }

  let path: String
  /// True if the file is a trace, in which each process writes a first line about itself; false for
  /// reports.
  let isTrace: Bool

  /// Opens the file for adding lines, or creates the file if it does not exist.
  ///
  /// After the call, only the owner of the file can read the file.
  ///
  /// - Returns: the descriptor of the open file.
  /// - Throws: the reason if the file is refused or cannot be opened.
  func open() throws(Refusal) -> Int32 {
    let folder = Self.folder(of: path)
    var above = stat()
    guard unsafe stat(folder, &above) == 0 else { throw Refusal(errno) }
    guard above.st_mode & S_IWOTH == 0 || above.st_mode & S_ISVTX != 0 else {
      throw Refusal(reason: "every user may replace files in its folder")
    }
    if StoreOutline.ofThisProcess?.holds(path) == true {
      throw Refusal(reason: "the store keeps its files there")
    }
    // The type is checked before the file is opened, because opening a device may have effects.
    var there = stat()
    if unsafe lstat(path, &there) == 0, there.st_mode & S_IFMT != S_IFREG {
      throw Refusal(reason: "it is not a plain file")
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
      throw Refusal(reason: "it is not a plain file")
    }
    guard own.st_uid == geteuid() else { throw Refusal(reason: "it belongs to another user") }
    guard own.st_nlink <= 1 else { throw Refusal(reason: "it has a second name (a hard link)") }
    guard own.st_size == 0 || isOurs(descriptor) else {
      throw Refusal(reason: "it does not hold \(isTrace ? "a trace" : "reports")")
    }
    // Another user who could read the file may have kept its contents. New lines are for the user
    // alone.
    guard own.st_mode & 0o077 == 0 || fchmod(descriptor, 0o600) == 0 else {
      throw Refusal(reason: "other users may read it, and its mode cannot be changed")
    }
  }

  /// Returns true if a file that has reached its size limit may be renamed to the given path.
  ///
  /// The path must not exist yet, or must name an empty file or a file of this kind (traces or
  /// reports).
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

  /// Returns true if a file begins as the traces or reports of Latchkey do; false if the file is
  /// empty.
  private func isOurs(_ descriptor: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: Self.mostOfFirstLine)
    let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return false }
    let line = String(
      decoding: bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    if isTrace { return line.hasPrefix("{") && line.contains("\"begin\":") }
    // A report begins like `push-handler[4711]: SecItemAdd answered -25299 …`.
    guard let bracket = line.firstRange(of: "]: ") else { return line.hasPrefix("latchkey: ") }
    let number = line[..<bracket.lowerBound].reversed().prefix { $0.isASCII && $0.isNumber }
    return !number.isEmpty && line[..<bracket.lowerBound].dropLast(number.count).hasSuffix("[")
  }

  /// The number of bytes that are read to recognize a trace or a report.
  ///
  /// These bytes are enough for the start of the first line.
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
