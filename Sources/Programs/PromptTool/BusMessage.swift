// SPDX-License-Identifier: Apache-2.0
import CLatchkeySystemd
import Glibc

/// A message that was received from the bus.
///
/// Its values must be read in the order in which the message contains them.
@safe
final class BusMessage {
  private let message: OpaquePointer

  /// Keeps a message that the D-Bus library passed to a handler, until this object is released.
  init(_ message: OpaquePointer) {
    unsafe self.message = unsafe sd_bus_message_ref(message)
  }

  deinit {
    unsafe sd_bus_message_unref(message)
  }

  /// Returns this message, or throws its error if the message is an error reply.
  func result() throws(BusError) -> BusMessage {
    guard unsafe sd_bus_message_is_method_error(message, nil) > 0 else { return self }
    guard let error = unsafe sd_bus_message_get_error(message),
      let name = unsafe error.pointee.name
    else { throw .broken }
    throw .named(unsafe String(cString: name))
  }

  /// The unique name of the connection that sent the message.
  ///
  /// The bus sets this name, so that no sender can use another name. Nil if the message names no
  /// sender.
  var sender: String? {
    unsafe sd_bus_message_get_sender(message).map { unsafe String(cString: $0) }
  }

  /// Returns the path of the D-Bus object that sent this signal.
  func path() throws(BusError) -> String {
    guard let path = unsafe sd_bus_message_get_path(message) else { throw .broken }
    return unsafe String(cString: path)
  }

  /// Reads the next value of the message, which must be a string or an object path.
  ///
  /// - Parameter type: the D-Bus type code: `s` for a string, `o` for an object path.
  func text(_ type: Unicode.Scalar = "s") throws(BusError) -> String {
    var text: UnsafePointer<CChar>?
    guard unsafe sd_bus_message_read_basic(message, Self.code(type), &text) > 0,
      let text = unsafe text
    else { throw .broken }
    return unsafe String(cString: text)
  }

  /// Reads the next value of the message, which must be a Boolean.
  func flag() throws(BusError) -> Bool {
    var value: Int32 = 0
    guard unsafe sd_bus_message_read_basic(message, Self.code("b"), &value) > 0 else {
      throw .broken
    }
    return value != 0
  }

  /// Reads the next value of the message, which must be an array of strings.
  func texts() throws(BusError) -> [String] {
    guard unsafe sd_bus_message_enter_container(message, Self.code("a"), "s") > 0 else {
      throw .broken
    }
    var all: [String] = []
    while unsafe sd_bus_message_at_end(message, 0) == 0 { all.append(try text()) }
    return all
  }

  /// Reads the next value of the message, which must be an unsigned integer of 32 bits.
  func number() throws(BusError) -> UInt32 {
    var value: UInt32 = 0
    guard unsafe sd_bus_message_read_basic(message, Self.code("u"), &value) > 0 else {
      throw .broken
    }
    return value
  }

  /// Reads the next value of the message, which must be a file descriptor.
  ///
  /// The result is a copy of the descriptor, which the caller must close.
  func descriptor() throws(BusError) -> Int32 {
    var value: Int32 = -1
    guard unsafe sd_bus_message_read_basic(message, Self.code("h"), &value) > 0 else {
      throw .broken
    }
    // The message closes its own descriptor, so the caller gets a copy.
    let copy = fcntl(value, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw .broken }
    return copy
  }

  /// Reads the next value of the message, which must be an array of structures.
  ///
  /// - Parameters:
  ///   - contents: the D-Bus types of the members of each structure.
  ///   - body: called for each structure to read its members.
  func structures(
    of contents: String, _ body: (BusMessage) throws(BusError) -> Void
  ) throws(BusError) {
    guard
      unsafe sd_bus_message_enter_container(message, Self.code("a"), "(\(contents))") > 0
    else { throw .broken }
    while unsafe sd_bus_message_at_end(message, 0) == 0 {
      guard unsafe sd_bus_message_enter_container(message, Self.code("r"), contents) > 0 else {
        throw .broken
      }
      try body(self)
      guard unsafe sd_bus_message_exit_container(message) >= 0 else { throw .broken }
    }
  }

  /// Enters the next value of the message, which must be a variant, so that its contents are read
  /// next.
  ///
  /// - Parameter contents: the D-Bus type of the contents. If it is a structure, the structure is
  ///   entered too.
  func enterVariant(of contents: String) throws(BusError) {
    guard unsafe sd_bus_message_enter_container(message, Self.code("v"), contents) > 0 else {
      throw .broken
    }
    guard contents.hasPrefix("(") else { return }
    let inner = String(contents.dropFirst().dropLast())
    guard unsafe sd_bus_message_enter_container(message, Self.code("r"), inner) > 0 else {
      throw .broken
    }
  }

  /// Reads the next value of the message, which must be a variant that contains a Boolean.
  func flagInVariant() throws(BusError) -> Bool {
    try enterVariant(of: "b")
    return try flag()
  }

  /// Reads the next value of the message, which must be a variant that contains a string.
  func textInVariant() throws(BusError) -> String {
    try enterVariant(of: "s")
    return try text()
  }

  private static func code(_ type: Unicode.Scalar) -> CChar {
    CChar(truncatingIfNeeded: type.value)
  }
}
