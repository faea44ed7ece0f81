// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite

/// The methods of an open file: the system's own, with sums added and checked around them.
@unsafe
enum PageFileMethods {
  typealias File = UnsafeMutablePointer<sqlite3_file>

  /// Version 3 of the method table.
  ///
  /// Locks and shared memory go straight through, so that several
  /// processes share a store as they share any SQLite file.
  static func table() -> sqlite3_io_methods {
    var table = sqlite3_io_methods()
    table.iVersion = 3
    unsafe table.xRead = { unsafe PageFileMethods.read($0, $1, $2, $3) }
    unsafe table.xWrite = { unsafe PageFileMethods.write($0, $1, $2, $3) }
    unsafe table.xTruncate = { unsafe PageFileMethods.truncate($0, $1) }
    unsafe table.xSync = { unsafe PageFileMethods.sync($0, $1) }
    unsafe table.xFileControl = { unsafe PageFileMethods.control($0, $1, $2) }
    unsafe passThrough(&table)
    // A mapped page would go round the check.
    unsafe table.xFetch = { _, _, _, place in
      unsafe place?.pointee = nil
      return SQLITE_OK
    }
    unsafe table.xUnfetch = { _, _, _ in SQLITE_OK }
    return table
  }

  private static func passThrough(_ table: inout sqlite3_io_methods) {
    unsafe table.xClose = { unsafe real($0).pointee.pMethods.pointee.xClose(real($0)) }
    unsafe table.xFileSize = { unsafe real($0).pointee.pMethods.pointee.xFileSize(real($0), $1) }
    unsafe table.xLock = { unsafe real($0).pointee.pMethods.pointee.xLock(real($0), $1) }
    unsafe table.xUnlock = { unsafe real($0).pointee.pMethods.pointee.xUnlock(real($0), $1) }
    unsafe table.xCheckReservedLock = {
      unsafe real($0).pointee.pMethods.pointee.xCheckReservedLock(real($0), $1)
    }
    unsafe table.xSectorSize = { unsafe real($0).pointee.pMethods.pointee.xSectorSize(real($0)) }
    unsafe table.xDeviceCharacteristics = {
      unsafe real($0).pointee.pMethods.pointee.xDeviceCharacteristics(real($0))
    }
    unsafe table.xShmMap = {
      unsafe real($0).pointee.pMethods.pointee.xShmMap(real($0), $1, $2, $3, $4)
    }
    unsafe table.xShmLock = {
      unsafe real($0).pointee.pMethods.pointee.xShmLock(real($0), $1, $2, $3)
    }
    unsafe table.xShmBarrier = { unsafe real($0).pointee.pMethods.pointee.xShmBarrier(real($0)) }
    unsafe table.xShmUnmap = { unsafe real($0).pointee.pMethods.pointee.xShmUnmap(real($0), $1) }
  }

  private static func read(
    _ file: File?, _ buffer: UnsafeMutableRawPointer?, _ count: Int32, _ offset: Int64
  ) -> Int32 {
    let below = unsafe real(file)
    let code = unsafe below.pointee.pMethods.pointee.xRead(below, buffer, count, offset)
    guard code == SQLITE_OK || code == SQLITE_IOERR | (2 << 8),
      let page = unsafe PageFileAccess.page(file), let buffer = unsafe buffer
    else { return code }
    let bytes = unsafe UnsafeRawBufferPointer(start: buffer, count: Int(count))
    switch unsafe page.pointee.role {
    case FileOperation.File.database.rawValue:
      return unsafe PageCheck.read(page, bytes, offset, code)
    case FileOperation.File.log.rawValue:
      return unsafe LogCheck.read(page, below, bytes, offset, code)
    default: return code
    }
  }

  static func write(
    _ file: File?, _ buffer: UnsafeRawPointer?, _ count: Int32, _ offset: Int64
  ) -> Int32 {
    let below = unsafe real(file)
    guard let page = unsafe PageFileAccess.page(file), let buffer = unsafe buffer else {
      return SQLITE_MISUSE
    }
    var count = count
    var answer = SQLITE_OK
    switch unsafe fault(page, .write(offset: offset, count: Int(count))) {
    case nil: break
    case .full: return SQLITE_FULL
    case .failure: return SQLITE_IOERR | (3 << 8)
    case .lost: return SQLITE_OK
    case .torn(let kept):
      count = Int32(max(0, min(kept, Int(count))))
      answer = SQLITE_IOERR | (3 << 8)
    }
    let bytes = unsafe UnsafeRawBufferPointer(start: buffer, count: Int(count))
    let code =
      unsafe page.pointee.role == FileOperation.File.database.rawValue
      ? unsafe PageCheck.write(page, below, bytes, offset)
      : unsafe below.pointee.pMethods.pointee.xWrite(below, buffer, count, offset)
    return code == SQLITE_OK ? answer : code
  }

  static func truncate(_ file: File?, _ size: Int64) -> Int32 {
    let below = unsafe real(file)
    if let page = unsafe PageFileAccess.page(file),
      let fault = unsafe fault(page, .truncate(to: size))
    {
      if case .lost = fault { return SQLITE_OK }
      return SQLITE_IOERR | (6 << 8)
    }
    return unsafe below.pointee.pMethods.pointee.xTruncate(below, size)
  }

  static func sync(_ file: File?, _ flags: Int32) -> Int32 {
    let below = unsafe real(file)
    if let page = unsafe PageFileAccess.page(file), let fault = unsafe fault(page, .sync) {
      if case .lost = fault { return SQLITE_OK }
      return SQLITE_IOERR | (4 << 8)
    }
    return unsafe below.pointee.pMethods.pointee.xSync(below, flags)
  }

  private static func control(
    _ file: File?, _ code: Int32, _ argument: UnsafeMutableRawPointer?
  ) -> Int32 {
    if code == PageFileSystem.watchOpcode, let argument = unsafe argument {
      unsafe PageFileAccess.page(file)?.pointee.watch = Unmanaged.fromOpaque(argument)
      return SQLITE_OK
    }
    let below = unsafe real(file)
    let answer = unsafe below.pointee.pMethods.pointee.xFileControl(below, code, argument)
    // Asked at the last close, before the log is deleted: 1 keeps it.
    if code == SQLITE_FCNTL_PERSIST_WAL, let keeps = unsafe argument, answer == SQLITE_OK,
      let page = unsafe PageFileAccess.page(file), unsafe !LogMarking.release(page)
    {
      unsafe keeps.storeBytes(of: 1, as: Int32.self)
    }
    return answer
  }

  /// What the gate says, if there is one and the file is part of the store.
  private static func fault(
    _ page: UnsafeMutablePointer<PageFile>, _ act: FileOperation.Act
  ) -> FileFault? {
    guard let gate = unsafe PageFileAccess.watch(page)?.gate,
      let role = unsafe FileOperation.File(rawValue: page.pointee.role)
    else { return nil }
    return gate(FileOperation(file: role, act: act))
  }
}

/// The system's file; SQLite calls only files that are open.
private func real(_ file: UnsafeMutablePointer<sqlite3_file>?)
  -> UnsafeMutablePointer<sqlite3_file>
{
  guard let real = unsafe PageFileAccess.real(file) else {
    preconditionFailure("SQLite passes the file it calls a method of")
  }
  return unsafe real
}
