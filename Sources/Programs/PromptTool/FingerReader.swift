// SPDX-License-Identifier: Apache-2.0
import Authentication
import CLatchkeySystemd

/// fprintd's default reader (spec/access-control.md 3.4).
///
/// What answered the first call is talked to from then on, by its unique name, which nobody else
/// ever gets.
struct FingerReader {
  private static let service = "net.reactivated.Fprint"

  let bus: Bus
  let sensor: FingerSensor
  /// fprintd's unique name.
  let owner: String
  let path: String

  /// - Throws: `absent` without a reader; a reader without fingers is no error.
  static func find() throws(FingerFailure) -> FingerReader {
    do throws(BusError) {
      let bus = try Bus(.system)
      let manager = BusMethod(
        destination: service, path: "/net/reactivated/Fprint/Manager",
        interface: service + ".Manager", member: "GetDefaultDevice")
      let reply = try bus.call(manager)
      let path = try reply.text("o")
      guard let owner = reply.sender else { throw .broken }
      let name = try property("name", of: path, owner, bus)
      let scanType = try property("scan-type", of: path, owner, bus)
      let fingers = try fingers(path, owner, bus)
      let sensor = FingerSensor(name: name, scanType: scanType, fingers: fingers)
      return FingerReader(bus: bus, sensor: sensor, owner: owner, path: path)
    } catch {
      throw failure(error, otherwise: .absent)
    }
  }

  /// Calls a method of the reader.
  func call(
    _ member: String, _ arguments: String..., onReply: (() -> Void)? = nil
  ) throws(BusError) {
    let method = Self.method(member, path, owner)
    if let argument = arguments.first {
      _ = try bus.call(method, argument, onReply: onReply)
    } else {
      _ = try bus.call(method, onReply: onReply)
    }
  }

  /// What an error stands for.
  static func failure(_ error: BusError, otherwise: FingerFailure) -> FingerFailure {
    switch error {
    case .named(service + ".Error.PermissionDenied"): .refused
    case .named(service + ".Error.NoEnrolledPrints"): .noneEnrolled
    case .named(service + ".Error.AlreadyInUse"): .busy
    case .named(service + ".Error.NoSuchDevice"): .absent
    // The limit of a call is over.
    case .named("org.freedesktop.DBus.Error.NoReply"): .absent
    case .named, .broken: otherwise
    }
  }

  private static func method(_ member: String, _ path: String, _ owner: String) -> BusMethod {
    BusMethod(destination: owner, path: path, interface: service + ".Device", member: member)
  }

  private static func property(
    _ name: String, of path: String, _ owner: String, _ bus: Bus
  ) throws(BusError) -> String {
    let method = BusMethod(
      destination: owner, path: path, interface: "org.freedesktop.DBus.Properties",
      member: "Get")
    return try bus.call(method, service + ".Device", name).textInVariant()
  }

  private static func fingers(
    _ path: String, _ owner: String, _ bus: Bus
  ) throws(BusError) -> [String] {
    do throws(BusError) {
      return try bus.call(method("ListEnrolledFingers", path, owner), "").texts()
    } catch {
      guard error == .named(service + ".Error.NoEnrolledPrints") else { throw error }
      return []
    }
  }
}
