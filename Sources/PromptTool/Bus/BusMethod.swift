// SPDX-License-Identifier: Apache-2.0

/// A method of an object on the bus.
struct BusMethod {
  let destination: String
  let path: String
  let interface: String
  let member: String
}
