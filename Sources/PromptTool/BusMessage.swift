// SPDX-License-Identifier: Apache-2.0
import CLatchkeySystemd

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

  /// The string in the next variant.
  func textInVariant() throws(BusError) -> String {
    guard unsafe sd_bus_message_enter_container(message, Self.code("v"), "s") > 0 else {
      throw .broken
    }
    return try text()
  }

  private static func code(_ type: Unicode.Scalar) -> CChar {
    CChar(truncatingIfNeeded: type.value)
  }
}
