// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

print(Data("found".utf8).count + Int(SecKeyGetTypeID() & 0))
