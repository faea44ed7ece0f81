// SPDX-License-Identifier: Apache-2.0
import Foundation

print(Data("found".utf8).count)
