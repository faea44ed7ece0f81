// SPDX-License-Identifier: Apache-2.0

/// A keyed digest, 16 bytes: of an attribute's value, a group, or a whole primary key (a slot).
///
/// Made by the keybag's index key only; the store compares digests and learns nothing else.
package typealias Digest = Identifier16
