// SPDX-License-Identifier: Apache-2.0
import Authentication
import CLatchkeySystemd

/// The default fingerprint reader of fprintd (Specification/access-control.md, "Presence by finger:
/// fprintd").
///
/// The reply to the first call to fprintd shows the unique name of fprintd's connection to the bus.
/// All later calls go to this name, which the bus never gives to another program.
struct FingerReader {
  private static let service = "net.reactivated.Fprint"

  let bus: Bus
  let sensor: FingerSensor
  /// The unique name of fprintd's connection to the system bus.
  let owner: String
  let path: String

  /// Finds fprintd's default fingerprint reader.
  ///
  /// - Throws: `absent` if there is no reader. A reader without enrolled fingers is no error.
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

  /// Calls a D-Bus method of the fingerprint reader, with at most one argument.
  ///
  /// - Parameters:
  ///   - member: the name of the method.
  ///   - onReply: called when the reply is handled, before any later message is handled.
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

  /// Translates an error of a call to fprintd into the failure that is sent to the process that
  /// started this program.
  ///
  /// - Parameter otherwise: the failure for an error that this function does not know.
  static func failure(_ error: BusError, otherwise: FingerFailure) -> FingerFailure {
    switch error {
    case .named(service + ".Error.PermissionDenied"): .refused
    case .named(service + ".Error.NoEnrolledPrints"): .noneEnrolled
    case .named(service + ".Error.AlreadyInUse"): .busy
    case .named(service + ".Error.NoSuchDevice"): .absent
    // The call has timed out.
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
