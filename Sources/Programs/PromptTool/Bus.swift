// SPDX-License-Identifier: Apache-2.0
import CLatchkeySystemd
import Glibc

/// A connection to a D-Bus message bus that handles messages in the order in which they arrive.
///
/// Replies to calls are handled in this order too. So it is certain which signals came before a
/// reply and which came after it (Specification/access-control.md, "Presence by finger: fprintd",
/// trap 2).
@safe
final class Bus {
  /// The time limit of each call over the bus, in microseconds (Specification/access-control.md,
  /// "Deadlines and cancellation").
  ///
  /// Without this limit, the limit of the D-Bus library would apply, which is 25 s.
  private static let limit: UInt64 = 3_000_000  // microseconds

  private let bus: OpaquePointer
  /// The signal handlers, in the order in which `handle` added them.
  ///
  /// This array keeps the handlers alive, because the D-Bus library has only their addresses.
  private var handlers: [SignalHandler] = []

  /// The two kinds of buses: the system bus of the machine, and the bus of the user's session.
  enum Kind {
    case system, session
  }

  /// Connects to the bus of the given kind.
  ///
  /// - Throws: `broken` if the bus cannot be reached.
  init(_ kind: Kind) throws(BusError) {
    var made: OpaquePointer?
    let status = unsafe kind == .system ? sd_bus_open_system(&made) : sd_bus_open_user(&made)
    guard status >= 0, let made = unsafe made else { throw .broken }
    unsafe bus = made
    unsafe sd_bus_set_method_call_timeout(bus, Self.limit)
  }

  deinit {
    unsafe sd_bus_flush_close_unref(bus)
  }

  /// Calls a method whose arguments are strings, waits for its reply, and returns the reply.
  ///
  /// - Parameters:
  ///   - startsService: true if the bus may start the service that owns the destination's name.
  ///   - onReply: called when the reply is handled, before any later message is handled.
  /// - Throws: the error of an error reply, or `broken`.
  func call(
    _ method: BusMethod, _ arguments: String..., startsService: Bool = true,
    onReply: (() -> Void)? = nil
  ) throws(BusError) -> BusMessage {
    var made: OpaquePointer?
    guard
      unsafe sd_bus_message_new_method_call(
        bus, &made, method.destination, method.path, method.interface, method.member) >= 0,
      let message = unsafe made
    else { throw .broken }
    defer { unsafe sd_bus_message_unref(message) }
    if !startsService { unsafe sd_bus_message_set_auto_start(message, 0) }
    for argument in arguments {
      let added = unsafe argument.withCString { text in
        unsafe sd_bus_message_append_basic(message, CChar(bitPattern: UInt8(ascii: "s")), text)
      }
      guard added >= 0 else { throw .broken }
    }
    let pending = PendingCall(onReply: onReply)
    defer { withExtendedLifetime(pending) {} }
    var slot: OpaquePointer?
    let this = unsafe Unmanaged.passUnretained(pending).toOpaque()
    guard
      unsafe sd_bus_call_async(bus, &slot, message, PendingCall.take, this, Self.limit) >= 0
    else { throw .broken }
    // After the slot is released, the D-Bus library does not call `pending` any more.
    defer { unsafe sd_bus_slot_unref(slot) }
    while true {
      if let reply = pending.reply { return try reply.result() }
      guard waitAndProcess(alsoFor: -1) != .gone else { throw .broken }
    }
  }

  /// Calls `body` for each later signal that matches `rule`, a D-Bus match rule.
  func handle(_ rule: String, _ body: @escaping (BusMessage) -> Void) throws(BusError) {
    let handler = SignalHandler(body)
    handlers.append(handler)
    let this = unsafe Unmanaged.passUnretained(handler).toOpaque()
    guard unsafe sd_bus_add_match(bus, nil, rule, SignalHandler.take, this) >= 0 else {
      throw .broken
    }
  }

  /// Returns the unique name of the connection that owns a bus name.
  ///
  /// Nil if no connection owns the name: the service is not running.
  func owner(of name: String) throws(BusError) -> String? {
    let method = BusMethod(
      destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
      interface: "org.freedesktop.DBus", member: "GetNameOwner")
    do throws(BusError) {
      return try call(method, name).text()
    } catch {
      guard error == .named("org.freedesktop.DBus.Error.NameHasNoOwner") else { throw error }
      return nil
    }
  }

  /// Calls `body` whenever the owner of a bus name changes.
  ///
  /// The argument of `body` is the unique name of the new owner. The argument is nil if no
  /// connection owns the bus name any more.
  func handleOwner(
    of name: String, _ body: @escaping (String?) -> Void
  ) throws(BusError) {
    try handle(
      "type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',"
        + "interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(name)'"
    ) { message in
      guard message.sender == "org.freedesktop.DBus", (try? message.text()) != nil,
        (try? message.text()) != nil, let owner = try? message.text()
      else { return }
      body(owner.isEmpty ? nil : owner)
    }
  }

  /// The outcome of waiting for a message of the bus or for other input.
  enum Turn {
    /// A message was handled, or the wait ended without other input, so that the caller may wait
    /// again.
    case processed
    /// The descriptor that the caller passed can be read, or its other end is closed.
    case other
    /// The connection to the bus is lost.
    case gone
  }

  /// Handles one message of the bus if a message is ready; otherwise waits until a message arrives.
  ///
  /// The next call then handles that message. The wait also ends if `descriptor` can be read, or if
  /// a call over the bus times out.
  func waitAndProcess(alsoFor descriptor: Int32) -> Turn {
    if let turn = process() { return turn }
    var entries = [pollEntry, pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    unsafe poll(&entries, 2, millisecondsToTimeout())
    return entries[1].revents != 0 ? .other : .processed
  }

  /// Handles one message of the bus, or returns nil at once if no message is ready.
  func process() -> Turn? {
    let status = unsafe sd_bus_process(bus, nil)
    if status < 0 { return .gone }
    return status > 0 ? .processed : nil
  }

  /// The entry for the system call `poll` that waits for a message of the bus.
  var pollEntry: pollfd {
    unsafe pollfd(
      fd: sd_bus_get_fd(bus), events: Int16(truncatingIfNeeded: sd_bus_get_events(bus)),
      revents: 0)
  }

  /// Returns the milliseconds until the next call over the bus times out, at most 60,000.
  ///
  /// -1 if no call is waiting for a reply.
  private func millisecondsToTimeout() -> Int32 {
    var end: UInt64 = 0
    guard unsafe sd_bus_get_timeout(bus, &end) >= 0, end != .max else { return -1 }
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    let microseconds = UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1000
    return end <= microseconds ? 0 : Int32(min((end - microseconds) / 1000 + 1, 60_000))
  }
}

/// The address of a D-Bus method: destination, object path, interface and member.
struct BusMethod {
  let destination: String
  let path: String
  let interface: String
  let member: String
}

/// The reason why a call over the bus has failed.
enum BusError: Error, Hashable {
  /// The service or the bus replied with the D-Bus error of this name.
  case named(String)
  /// The connection to the bus is lost, or a message is malformed.
  case broken
}

/// A call over the bus that waits for its reply.
///
/// The D-Bus library has the address of this object, and stores the reply in it.
final class PendingCall {
  private(set) var reply: BusMessage?
  private let onReply: (() -> Void)?

  init(onReply: (() -> Void)?) {
    self.onReply = onReply
  }

  static let take: sd_bus_message_handler_t = { message, this, _ in
    guard let message = unsafe message, let this = unsafe this else { return 0 }
    let call = unsafe Unmanaged<PendingCall>.fromOpaque(this).takeUnretainedValue()
    call.reply = unsafe BusMessage(message)
    call.onReply?()
    return 1
  }
}

/// The closure for a signal of the bus, in an object whose address the D-Bus library has.
final class SignalHandler {
  private let body: (BusMessage) -> Void

  init(_ body: @escaping (BusMessage) -> Void) {
    self.body = body
  }

  static let take: sd_bus_message_handler_t = { message, this, _ in
    guard let message = unsafe message, let this = unsafe this else { return 0 }
    let handler = unsafe Unmanaged<SignalHandler>.fromOpaque(this).takeUnretainedValue()
    unsafe handler.body(BusMessage(message))
    return 0
  }
}
