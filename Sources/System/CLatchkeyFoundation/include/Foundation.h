// SPDX-License-Identifier: Apache-2.0
#ifndef CLATCHKEY_FOUNDATION_H
#define CLATCHKEY_FOUNDATION_H

/// Returns the run loop of this thread, which `latchkey_remove_source` releases.
const void *latchkey_copy_run_loop(void);

/// Adds a source of work to a run loop, in its common modes.
///
/// The loop calls `perform` after each signal, and `release` once, when the source has ended. If
/// memory is short, the result is NULL, and the function releases the work and the loop.
const void *latchkey_add_source(
    const void *loop, void *work, void (*perform)(void *work), void (*release)(const void *work));

/// Has a run loop perform the work of a source, and wakes the loop; any thread may call this.
void latchkey_signal_source(const void *loop, const void *source);

/// Ends a source, and releases it and its run loop.
void latchkey_remove_source(const void *loop, const void *source);

/// Copies the keys and values of an `NSDictionary` into two arrays, which must have room for all.
///
/// References are not retained: the dictionary keeps the objects alive.
void latchkey_lend_pairs(const void *dictionary, const void **keys, const void **values);
#endif
