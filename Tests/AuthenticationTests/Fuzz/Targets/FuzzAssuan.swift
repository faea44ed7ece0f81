// SPDX-License-Identifier: Apache-2.0
import Authentication
import SecureMemory

/// Reads an input as the output of a pinentry, from its greeting on.
enum FuzzAssuan {
  static func run(_ bytes: [UInt8]) {
    // Most inputs begin after the greeting.
    let isGreeted = (bytes.first ?? 0) % 4 != 0
    let said = (isGreeted ? Array("OK\n".utf8) : []) + bytes.dropFirst()
    FuzzSocket.withStream(saying: said) { stream in
      do throws(AssuanError) {
        let connection = try AssuanConnection(stream)
        for (command, argument) in [("SETDESC", "what for"), ("GETPIN", ""), ("CONFIRM", "%\n")] {
          let reply = try connection.exchange(command, argument)
          precondition(reply.data?.count ?? 0 <= 4096, "no more data than an answer may have")
        }
        connection.sayGoodbye()
      } catch {
        precondition([.ended, .garbled].contains(error), "it neither waits nor is cancelled")
      }
    }
  }
}
