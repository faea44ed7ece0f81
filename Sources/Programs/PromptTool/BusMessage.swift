// SPDX-License-Identifier: Apache-2.0
import CLatchkeySystemd
import Glibc

/// A message that arrived, read from its begin.
@safe
final class BusMessage {
  private let message: OpaquePointer

  /// Keeps a message that the library lends.
  init(_ message: OpaquePointer) {
    unsafe self.message = unsafe sd_bus_message_ref(message)
  }

  deinit {
    unsafe sd_bus_message_unref(message)
  }

  /// Itself, where it is no error.
  func result() throws(BusError) -> BusMessage {
    guard unsafe sd_bus_message_is_method_error(message, nil) > 0 else { return self }
    guard let error = unsafe sd_bus_message_get_error(message),
      let name = unsafe error.pointee.name
    else { throw .broken }
    throw .named(unsafe String(cString: name))
  }

  /// The unique name of who sent it, which the bus vouches for.
  var sender: String? {
    unsafe sd_bus_message_get_sender(message).map { unsafe String(cString: $0) }
  }

  /// The object that a signal is of.
  func path() throws(BusError) -> String {
    guard let path = unsafe sd_bus_message_get_path(message) else { throw .broken }
    return unsafe String(cString: path)
  }

  /// The next string or object path.
  func text(_ type: Unicode.Scalar = "s") throws(BusError) -> String {
    var text: UnsafePointer<CChar>?
    guard unsafe sd_bus_message_read_basic(message, Self.code(type), &text) > 0,
      let text = unsafe text
    else { throw .broken }
    return unsafe String(cString: text)
  }

  /// The next truth.
  func flag() throws(BusError) -> Bool {
    var value: Int32 = 0
    guard unsafe sd_bus_message_read_basic(message, Self.code("b"), &value) > 0 else {
      throw .broken
    }
    return value != 0
  }

  /// The strings of the next array.
  func texts() throws(BusError) -> [String] {
    guard unsafe sd_bus_message_enter_container(message, Self.code("a"), "s") > 0 else {
      throw .broken
    }
    var all: [String] = []
    while unsafe sd_bus_message_at_end(message, 0) == 0 { all.append(try text()) }
    return all
  }

  /// The next whole number of 32 bits without a sign.
  func number() throws(BusError) -> UInt32 {
    var value: UInt32 = 0
    guard unsafe sd_bus_message_read_basic(message, Self.code("u"), &value) > 0 else {
      throw .broken
    }
    return value
  }

  /// The next open file, which the caller closes.
  func descriptor() throws(BusError) -> Int32 {
    var value: Int32 = -1
    guard unsafe sd_bus_message_read_basic(message, Self.code("h"), &value) > 0 else {
      throw .broken
    }
    // The message closes its own.
    let copy = fcntl(value, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw .broken }
    return copy
  }

  /// Reads each structure of the next array.
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

  /// Goes into the next variant, and into the structure in it where there is one.
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

  /// The truth in the next variant.
  func flagInVariant() throws(BusError) -> Bool {
    try enterVariant(of: "b")
    return try flag()
  }

  /// The string in the next variant.
  func textInVariant() throws(BusError) -> String {
    try enterVariant(of: "s")
    return try text()
  }

  private static func code(_ type: Unicode.Scalar) -> CChar {
    CChar(truncatingIfNeeded: type.value)
  }
}
