// SPDX-License-Identifier: Apache-2.0
import CLatchkeySystemd
import Glibc

/// A connection to a message bus, on which messages are handled in the order in which they came.
///
/// A reply is handled in its turn as well, so that it is certain which signals came before it and
/// which after (spec/access-control.md 3.4, trap 2).
@safe
final class Bus {
  /// For each call (spec/access-control.md 3.8); the library's own is 25 s.
  private static let limit: UInt64 = 3_000_000  // microseconds

  private let bus: OpaquePointer
  /// What `handle` was given, by place; the library keeps the place.
  private var handlers: [SignalHandler] = []

  /// The bus of the machine, or that of the user's session.
  enum Kind {
    case system, session
  }

  /// - Throws: `broken` where there is no bus.
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

  /// Calls a method whose arguments are strings, and waits for its reply.
  ///
  /// - Parameters:
  ///   - startsService: whether the bus may start what answers to the destination's name.
  ///   - onReply: called when the reply's turn comes, before any message behind it.
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
    // Without the slot nobody calls `pending` any more.
    defer { unsafe sd_bus_slot_unref(slot) }
    while true {
      if let reply = pending.reply { return try reply.result() }
      guard waitAndProcess(alsoFor: -1) != .gone else { throw .broken }
    }
  }

  /// Has signals handled that match a rule.
  func handle(_ rule: String, _ body: @escaping (BusMessage) -> Void) throws(BusError) {
    let handler = SignalHandler(body)
    handlers.append(handler)
    let this = unsafe Unmanaged.passUnretained(handler).toOpaque()
    guard unsafe sd_bus_add_match(bus, nil, rule, SignalHandler.take, this) >= 0 else {
      throw .broken
    }
  }

  /// Who has a name now; nil for nobody.
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

  /// Has it handled when a name gets another owner; nil for none.
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

  /// What a wait ended with.
  enum Turn {
    /// A message was handled, or there was none after all.
    case processed
    /// The other descriptor can be read.
    case other
    /// The connection is lost.
    case gone
  }

  /// Handles one message; waits for it, and for `descriptor`, where there is none.
  func waitAndProcess(alsoFor descriptor: Int32) -> Turn {
    if let turn = process() { return turn }
    var entries = [pollEntry, pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    unsafe poll(&entries, 2, millisecondsToTimeout())
    return entries[1].revents != 0 ? .other : .processed
  }

  /// Handles one message where there is one; nil where there is none.
  func process() -> Turn? {
    let status = unsafe sd_bus_process(bus, nil)
    if status < 0 { return .gone }
    return status > 0 ? .processed : nil
  }

  /// What to wait for until there is a message.
  var pollEntry: pollfd {
    unsafe pollfd(
      fd: sd_bus_get_fd(bus), events: Int16(truncatingIfNeeded: sd_bus_get_events(bus)),
      revents: 0)
  }

  /// Until the next call is over its limit; -1 where there is none.
  private func millisecondsToTimeout() -> Int32 {
    var end: UInt64 = 0
    guard unsafe sd_bus_get_timeout(bus, &end) >= 0, end != .max else { return -1 }
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    let microseconds = UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1000
    return end <= microseconds ? 0 : Int32(min((end - microseconds) / 1000 + 1, 60_000))
  }
}

/// A method of an object on the bus.
struct BusMethod {
  let destination: String
  let path: String
  let interface: String
  let member: String
}

/// Why a call over the bus has no result.
enum BusError: Error, Hashable {
  /// The error's name, as the other side or the bus gave it.
  case named(String)
  /// No connection, or a message that is not what it should be.
  case broken
}

/// A call on its way.
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

/// What is done with a signal.
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
