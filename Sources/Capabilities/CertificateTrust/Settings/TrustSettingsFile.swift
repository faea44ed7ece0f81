// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes
import SecureMemory
import UserFiles

/// The file of trust settings of one domain.
///
/// The file is a property list. A change replaces the whole file, and processes that change it take
/// turns.
///
/// Reading throws an error if the file is damaged, is a link, or is writable by other users. The
/// file must also belong to root or, for the user's settings, to this user. An unsafe file is not
/// just ignored, because settings that deny trust would be lost.
package struct TrustSettingsFile: Sendable {
  package let path: String
  private let directory: String
  private let home: String?
  private let isOfAdministrator: Bool
  private var lock: String { path + ".lock" }

  /// The longest time to wait for other processes that change the file, in milliseconds.
  private static let longestWait = 20_000

  init(in directory: String, home: String?, isOfAdministrator: Bool) {
    self.directory = directory
    self.home = home
    self.isOfAdministrator = isOfAdministrator
    path = directory + (isOfAdministrator ? "/Admin.plist" : "/TrustSettings.plist")
  }

  /// The names of the files of trust settings in the user's directory: the settings and their lock.
  package static let names: Set<String> = ["TrustSettings.plist", "TrustSettings.plist.lock"]

  /// Returns the settings in the file; empty settings if there is no file.
  ///
  /// - Throws: -25262 if the file is damaged or unsafe; -25291 or -36 if it cannot be read.
  package func read() throws(KeychainError) -> TrustSettings {
    guard let bytes = try bytes() else { return TrustSettings() }
    do {
      return try TrustSettings(bytes)
    } catch {
      throw damaged("the trust settings are damaged or have an unknown form")
    }
  }

  /// Changes the settings in the file, while no other process changes them.
  ///
  /// The file is replaced only if `body` returns.
  ///
  /// - Throws: the errors of `read` and of `body`; -25291 if another process does not stop changing
  ///   the file within `longestWait`. If the file cannot be written: -61 (errSecWrPerm), -25292
  ///   (errSecReadOnly), -34 (errSecDiskFull) or -36 (errSecIO). -25302 if the settings are too
  ///   large.
  package func change<R>(
    _ body: (inout TrustSettings) throws(KeychainError) -> R
  ) throws(KeychainError) -> R {
    try makeDirectory()
    let descriptor = try locked()
    defer {
      flock(descriptor, LOCK_UN)
      close(descriptor)
    }
    var settings = try read()
    let answer = try body(&settings)
    let content = settings.bytes(isExported: false)
    guard content.count <= PropertyListValue.mostBytes else {
      throw KeychainError(
        .dataTooLarge, "the trust settings are too large", context: .path(path))
    }
    let failure = unsafe content.withUnsafeBytes { content in
      unsafe WholeFile.write(
        content, to: path, replacing: true, mode: isOfAdministrator ? 0o644 : 0o600)
    }
    if let failure { throw refusal(failure, path) }
    return answer
  }

  // MARK: Reading

  private func bytes() throws(KeychainError) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else {
      switch errno {
      case ENOENT, ENOTDIR: return nil
      case ELOOP: throw damaged("the file of trust settings is a symbolic link")
      default: throw unreadable(errno)
      }
    }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw unreadable(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw damaged("the file of trust settings is not a regular file")
    }
    let isOwn = isOfAdministrator ? isOwnAdmin(status) : status.st_uid == geteuid()
    guard isOwn || status.st_uid == 0 else {
      throw KeychainError(
        .invalidTrustSettings, "the file of trust settings belongs to another user",
        context: .path(path),
        advice: "run without sudo, or set LATCHKEY_HOME to a directory of this user")
    }
    guard status.st_mode & 0o022 == 0 else {
      throw damaged("other users may write in the file of trust settings")
    }
    guard status.st_size <= PropertyListValue.mostBytes else {
      throw damaged("the file of trust settings is too large")
    }
    return try content(of: file)
  }

  /// True if the administrator's file and its directory belong to this user, as in tests.
  ///
  /// The file is then accepted although it does not belong to root. Outside of tests, the directory
  /// belongs to root, so this exception concerns root only.
  ///
  /// - Parameter status: the status of the file.
  private func isOwnAdmin(_ status: stat) -> Bool {
    var parent = stat()
    guard isOfAdministrator, unsafe lstat(directory, &parent) == 0 else { return false }
    return status.st_uid == geteuid() && parent.st_uid == geteuid()
  }

  private func content(of file: Int32) throws(KeychainError) -> [UInt8] {
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while content.count <= PropertyListValue.mostBytes {
      let count = Interrupted.retry { unsafe Glibc.read(file, &buffer, buffer.count) }
      guard count >= 0 else { throw unreadable(errno) }
      guard count > 0 else { return content }
      content += buffer[..<count]
    }
    throw damaged("the file of trust settings is too large")
  }

  private func damaged(_ reason: StaticString) -> KeychainError {
    KeychainError(
      .invalidTrustSettings, reason, context: .path(path),
      advice: "move the file away, and set the trust settings again")
  }

  private func unreadable(_ number: Int32) -> KeychainError {
    switch number {
    case EMFILE, ENFILE: .noDescriptor(.path(path))
    case EIO:
      KeychainError(
        .ioFailed, "the system failed to read the file of trust settings", context: .path(path))
    default:
      KeychainError(
        .notAvailable, "the file of trust settings cannot be read", context: .path(path),
        advice: "look at its owner and mode")
    }
  }

  // MARK: Writing

  /// Locks the lock file (`.plist.lock`) beside the file of settings, and returns its descriptor.
  ///
  /// - Throws: -25291 if another process has held the lock for longer than `longestWait`.
  private func locked() throws(KeychainError) -> Int32 {
    var waited = 0
    while true {
      let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
      let file = unsafe open(lock, flags, 0o600)
      guard file >= 0 else { throw refusal(errno, lock) }
      while flock(file, LOCK_EX | LOCK_NB) != 0 {
        let number = errno
        guard number == EWOULDBLOCK || number == EINTR, waited < Self.longestWait else {
          close(file)
          throw number == EWOULDBLOCK ? isBusy : refusal(number, lock)
        }
        usleep(5_000)
        waited += 5
      }
      // Another process may have removed or exchanged the file before it was locked.
      var (own, named) = (stat(), stat())
      if unsafe fstat(file, &own) == 0, unsafe lstat(lock, &named) == 0,
        own.st_ino == named.st_ino, own.st_dev == named.st_dev, own.st_mode & S_IFMT == S_IFREG
      {
        return file
      }
      close(file)
      guard waited < Self.longestWait else { throw isBusy }
      waited += 5
    }
  }

  private var isBusy: KeychainError {
    KeychainError(
      .notAvailable, "another process has held the trust settings for too long",
      context: .path(lock))
  }

  /// Makes the directory of the file, and the missing directories between it and the home
  /// directory.
  private func makeDirectory() throws(KeychainError) {
    var missing: [String] = []
    var path = directory
    var status = stat()
    while unsafe stat(path, &status) != 0 {
      guard errno == ENOENT, path != home, path != "/" else { throw refusal(errno, path) }
      missing.append(path)
      // The administrator's directory is made in /etc, which exists.
      guard !isOfAdministrator || missing.count < 2 else { throw refusal(ENOENT, path) }
      path = WholeFile.directory(of: path)
    }
    if !isOfAdministrator, !missing.isEmpty, status.st_uid == ProcessVariable.sudoUser {
      throw KeychainError(
        .writePermission, "root would make folders in the home of the user who called sudo",
        context: .path(path), advice: "run the command without sudo, or with sudo -H")
    }
    for path in missing.reversed() {
      let isMade =
        isOfAdministrator ? AdminDirectory.make(path) : unsafe mkdir(path, 0o700) == 0
      guard isMade || errno == EEXIST else { throw refusal(errno, path) }
    }
    guard unsafe stat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw refusal(ENOTDIR, directory)
    }
    guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
      throw KeychainError(
        .writePermission, "the directory of the trust settings is not safe",
        context: .path(directory),
        advice: "give it to this user, and set its mode to 0700 (0755 for the administrator's)")
    }
  }

  private func refusal(_ number: Int32, _ path: String) -> KeychainError {
    switch number {
    case EACCES, EPERM:
      KeychainError(
        .writePermission, "the system does not let this user write the trust settings",
        context: .path(path))
    case EROFS:
      KeychainError(.readOnly, "the file system is read-only", context: .path(path))
    case ENOSPC, EDQUOT, EFBIG:
      KeychainError(
        .diskFull, "the disk or the user's quota is full", context: .path(path),
        advice: "make room and try again")
    case EMFILE, ENFILE: .noDescriptor(.path(path))
    case ELOOP: damaged("the file of trust settings is a symbolic link")
    default:
      KeychainError(
        .ioFailed, "the system failed to write the trust settings", context: .path(path))
    }
  }
}
