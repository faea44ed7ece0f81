// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Runs gnome-keyring with a bus and a home of its own.
///
/// Our client in C (Benchmarks/Peers/keyring-client.c) asks gnome-keyring over one connection.
final class Keyring {
  static let daemonPath = "/usr/bin/gnome-keyring-daemon"
  static let busPath = "/usr/bin/dbus-daemon"

  private let home: String
  private let bus = Process()
  private var daemon: Process?
  private let client = Process()
  private let questions = Pipe()
  private let answers = Pipe()
  private var unread = Data()
  let environment: [String: String]

  static func isInstalled(_ client: String) -> Bool {
    [daemonPath, busPath, client].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
  }

  init(client path: String, home: String) throws {
    self.home = home
    let files = FileManager.default
    for folder in ["run", "data/keyrings", "config", "cache"] {
      try files.createDirectory(
        atPath: home + "/" + folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    try Data("bench".utf8).write(to: URL(fileURLWithPath: home + "/data/keyrings/default"))
    try Self.configuration(home).write(
      toFile: home + "/bus.conf", atomically: true, encoding: .utf8)
    var environment = [
      "HOME": home, "XDG_RUNTIME_DIR": home + "/run", "XDG_DATA_HOME": home + "/data",
      "XDG_CONFIG_HOME": home + "/config", "XDG_CACHE_HOME": home + "/cache",
      "PATH": "/usr/bin:/bin",
    ]
    let address = Pipe()
    bus.executableURL = URL(fileURLWithPath: Self.busPath)
    bus.arguments = ["--config-file=\(home)/bus.conf", "--nofork", "--print-address=1"]
    bus.environment = environment
    bus.standardOutput = address
    bus.standardError = FileHandle.nullDevice
    try bus.run()
    let line = String(decoding: address.fileHandleForReading.availableData, as: UTF8.self)
    environment["DBUS_SESSION_BUS_ADDRESS"] =
      line.split(separator: "\n").first.map(String.init) ?? ""
    self.environment = environment
    client.executableURL = URL(fileURLWithPath: path)
    client.environment = environment
    client.standardInput = questions
    client.standardOutput = answers
    try client.run()
  }

  /// Ends every process that this object started.
  func close() {
    try? stop()
    client.terminate()
    client.waitUntilExit()
    bus.terminate()
    bus.waitUntilExit()
  }

  /// Stores this many items and starts the service.
  func fill(_ items: Int) throws {
    try stop()
    try KeyringFile.write(items, to: home + "/data/keyrings/bench.keyring")
    try start()
  }

  /// Starts the service and unlocks the collection.
  func start() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.daemonPath)
    process.arguments = ["--foreground", "--components=secrets"]
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    daemon = process
    for verb in ["wait", "open", "unlock"] { _ = try ask(verb) }
  }

  func stop() throws {
    guard let process = daemon else { return }
    process.terminate()
    process.waitUntilExit()
    daemon = nil
  }

  /// The process number of the service, or 0 if it does not run.
  var process: Int { daemon.map { Int($0.processIdentifier) } ?? 0 }

  /// Sends one command to the client, and returns the nanoseconds that the client measured.
  @discardableResult
  func ask(_ verb: String, _ item: Int = 0) throws -> Int64 {
    questions.fileHandleForWriting.write(Data("\(verb) \(item)\n".utf8))
    while unread.firstIndex(of: 10) == nil {
      let more = answers.fileHandleForReading.availableData
      guard !more.isEmpty else { throw BenchError(what: "the client of gnome-keyring has ended") }
      unread += more
    }
    guard let end = unread.firstIndex(of: 10) else { return 0 }
    let line = String(decoding: unread[unread.startIndex..<end], as: UTF8.self)
    unread = Data(unread[(end + 1)...])
    guard let number = Int64(line) else {
      throw BenchError(what: "gnome-keyring, \(verb): \(line)")
    }
    return number
  }

  /// Returns the configuration of a bus that starts no services by itself.
  private static func configuration(_ home: String) -> String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <listen>unix:dir=\(home)/run</listen>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
      </policy>
    </busconfig>
    """
  }
}
