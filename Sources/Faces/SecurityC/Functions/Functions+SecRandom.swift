// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/c_functions.py.
import Foundation
import Security

@_cdecl("SecRandomCopyBytes")
package func c_SecRandomCopyBytes(_ rnd: Ref?, _ count: Int, _ bytes: UnsafeMutableRawPointer?)
  -> Int32
{
  answering(errSecParam) {
    SecRandomCopyBytes(rnd.map(OpaquePointer.init), count, try needed(bytes))
  }
}
