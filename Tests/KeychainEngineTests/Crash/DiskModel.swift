// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes

/// A model of a disk while a program works on it: the visible files, and the files that a loss of
/// power can leave.
///
/// A sync of a file makes its content durable, and a sync of a directory the names in it. SQLite
/// syncs the directory itself at the first sync of a log or journal that it has made.
struct DiskModel {
  /// A change of a file's bytes that is not durable yet.
  private enum Change {
    case write(offset: Int, bytes: [UInt8])
    case truncate(Int)
  }

  private struct File {
    var seen: [UInt8] = []
    var durable: [UInt8] = []
    var pending: [Change] = []
  }

  /// A change of names that is not durable yet.
  ///
  /// A crash leaves it whole or absent.
  private struct Naming {
    var given: [(name: String, file: Int)] = []
    var taken: String?
  }

  /// The files of a directory by name.
  typealias Image = [String: [UInt8]]

  private var files: [File] = []
  private var names: [String: Int] = [:]
  private var durableNames: [String: Int] = [:]
  private var namings: [Naming] = []

  /// Makes a disk whose files are durable.
  init(_ image: Image = [:]) {
    for (name, bytes) in image {
      names[name] = files.count
      files.append(File(seen: bytes, durable: bytes))
    }
    durableNames = names
  }

  /// Applies an operation, with names relative to `directory`.
  mutating func apply(_ operation: FileOperation, in directory: String) {
    guard operation.path.hasPrefix(directory + "/") else {
      if operation.act == .sync, operation.path == directory { syncNames() }
      return
    }
    let name = String(operation.path.dropFirst(directory.utf8.count + 1))
    switch operation.act {
    case .open(let creates): if creates, names[name] == nil { create(name) }
    case .write(let offset, _):
      change(name, .write(offset: Int(offset), bytes: operation.bytes))
    case .truncate(let size): change(name, .truncate(Int(size)))
    case .sync: sync(name, operation.file)
    case .delete: if names[name] != nil { register(Naming(taken: name)) }
    case .rename(let target): move(name, to: target, in: directory, keeping: false)
    case .link(let target): move(name, to: target, in: directory, keeping: true)
    case .read, .take, .look: break
    }
  }

  /// Applies a sync that the disk refused: the system discards the unwritten pages and marks them
  /// clean.
  mutating func forget(_ operation: FileOperation, in directory: String) {
    let name = String(operation.path.dropFirst(directory.utf8.count + 1))
    guard operation.act == .sync, let file = names[name] else { return }
    files[file].pending = []
  }

  /// The files that a killed process leaves.
  var seen: Image { names.mapValues { files[$0].seen } }

  /// The files that a loss of power leaves if only synced changes reached the disk.
  var durable: Image { durableNames.mapValues { files[$0].durable } }

  /// True if any change waits to become durable.
  var isPending: Bool { !namings.isEmpty || names.values.contains { !files[$0].pending.isEmpty } }

  /// Returns the files that a loss of power leaves if some unsynced changes reached the disk.
  ///
  /// - Parameter keeps: asked for each change, and for each sector of a write separately, since the
  ///   system writes its pages in any order. The last write may be kept up to a sector.
  func image(_ keeps: (_ isName: Bool) -> Bool, tearingLastAt cut: Int? = nil) -> Image {
    var image: Image = [:]
    for (name, file) in survivingNames(keeps) {
      var bytes = files[file].durable
      let pending = files[file].pending
      for (place, change) in pending.enumerated() {
        let isLast = place == pending.count - 1 && file == lastWritten
        for part in Self.sectors(isLast ? Self.torn(change, at: cut) : change) where keeps(false) {
          Self.apply(part, to: &bytes)
        }
      }
      image[name] = bytes
    }
    return image
  }

  /// The places where the last write can tear: distances from its start to the sector boundaries in
  /// it.
  var cuts: [Int] {
    guard let file = lastWritten, case .write(let offset, let bytes)? = files[file].pending.last
    else { return [] }
    let first = 512 - offset % 512
    return Array(stride(from: first, to: bytes.count, by: 512))
  }

  private var lastWritten: Int?

  private func survivingNames(_ keeps: (Bool) -> Bool) -> [String: Int] {
    var result = durableNames
    for naming in namings where keeps(true) {
      for (name, file) in naming.given { result[name] = file }
      if let taken = naming.taken { result[taken] = nil }
    }
    return result
  }

  private mutating func create(_ name: String) {
    files.append(File())
    register(Naming(given: [(name, files.count - 1)]))
  }

  private mutating func register(_ naming: Naming) {
    for (name, file) in naming.given { names[name] = file }
    if let taken = naming.taken { names[taken] = nil }
    namings.append(naming)
  }

  private mutating func move(
    _ name: String, to target: String, in directory: String, keeping: Bool
  ) {
    guard let file = names[name] else { return }
    let new = String(target.dropFirst(directory.utf8.count + 1))
    if keeping, names[new] != nil { return }
    register(Naming(given: [(new, file)], taken: keeping ? nil : name))
  }

  private mutating func change(_ name: String, _ change: Change) {
    guard let file = names[name] else { return }
    Self.apply(change, to: &files[file].seen)
    files[file].pending.append(change)
    lastWritten = file
  }

  private mutating func sync(_ name: String, _ kind: FileOperation.File) {
    if kind == .directory { return syncNames() }
    guard let file = names[name] else { return }
    files[file].durable = files[file].seen
    files[file].pending = []
    if lastWritten == file { lastWritten = nil }
    if kind == .log || kind == .journal, durableNames[name] != file { syncNames() }
  }

  private mutating func syncNames() {
    durableNames = names
    namings = []
  }

  /// Splits a write where sectors of the file end.
  private static func sectors(_ change: Change) -> [Change] {
    guard case .write(let offset, let bytes) = change else { return [change] }
    var parts: [Change] = []
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, (offset + start) / 512 * 512 + 512 - offset)
      parts.append(.write(offset: offset + start, bytes: Array(bytes[start..<end])))
      start = end
    }
    return parts
  }

  private static func torn(_ change: Change, at cut: Int?) -> Change {
    guard let cut, case .write(let offset, let bytes) = change else { return change }
    return .write(offset: offset, bytes: Array(bytes.prefix(cut)))
  }

  private static func apply(_ change: Change, to bytes: inout [UInt8]) {
    switch change {
    case .truncate(let size):
      if size < bytes.count { bytes.removeLast(bytes.count - size) }
      if size > bytes.count { bytes += [UInt8](repeating: 0, count: size - bytes.count) }
    case .write(let offset, let new):
      let end = offset + new.count
      if end > bytes.count { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
      bytes.replaceSubrange(offset..<end, with: new)
    }
  }
}
