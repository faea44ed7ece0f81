// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import TestPatience

/// The memory of another process, which lets itself be traced.
struct ProcessMemory {
  let process: pid_t
  /// A directory in which core files may be written for a while.
  let directory: String

  /// Stops all threads of the process.
  func stop() throws {
    kill(process, SIGSTOP)
    let tasks = "/proc/\(process)/task"
    let standsStill = try Patience.wait {
      try FileManager.default.contentsOfDirectory(atPath: tasks).allSatisfy {
        try KernelFile.text("\(tasks)/\($0)/status").contains("State:\tT")
      }
    }
    guard standsStill else { throw Worker.Failure(text: "it does not stand still") }
  }

  func resume() { kill(process, SIGCONT) }

  /// Searches the core that a debugger writes of the process.
  func searchCore(_ search: MemorySearch) throws -> MemorySearch.Found {
    let dumper = Process()
    dumper.executableURL = URL(fileURLWithPath: "/usr/bin/gcore")
    dumper.arguments = ["-o", directory + "/core", "\(process)"]
    dumper.standardInput = FileHandle.nullDevice
    dumper.standardOutput = FileHandle.nullDevice
    dumper.standardError = FileHandle.nullDevice
    try dumper.run()
    dumper.waitUntilExit()
    let path = directory + "/core.\(process)"
    guard dumper.terminationStatus == 0, FileManager.default.fileExists(atPath: path) else {
      throw Worker.Failure(text: "gcore wrote no core")
    }
    defer { unsafe unlink(path) }
    let core = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    return unsafe core.withUnsafeBytes { unsafe search.search($0) }
  }

  /// Searches all writable memory of the process, both the dumped part and the part that cores
  /// leave out.
  func searchAll(
    _ search: MemorySearch
  ) throws -> (dumped: MemorySearch.Found, hidden: MemorySearch.Found) {
    var dumped = MemorySearch.Found()
    var hidden = MemorySearch.Found()
    let memory = unsafe open("/proc/\(process)/mem", O_RDONLY | O_CLOEXEC)
    guard memory >= 0 else { throw Worker.Failure(text: "its memory cannot be read") }
    defer { close(memory) }
    for mapping in try Mapping.all(of: process) where mapping.isWritable {
      var bytes = [UInt8](repeating: 0, count: mapping.range.count)
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe pread(memory, buffer.baseAddress, buffer.count, mapping.range.lowerBound)
      }
      guard count == bytes.count else {
        throw Worker.Failure(text: "\(mapping.range) cannot be read")
      }
      let found = unsafe bytes.withUnsafeBytes { unsafe search.search($0) }
      if mapping.isHidden { hidden.add(found) } else { dumped.add(found) }
    }
    return (dumped, hidden)
  }
}
