// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/c_functions.py.
import Foundation
import Security

@_cdecl("SecCopyErrorMessageString")
package func c_SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?)
  -> Ref?
{
  making {
    SecCopyErrorMessageString(status, reserved)
  }
}
