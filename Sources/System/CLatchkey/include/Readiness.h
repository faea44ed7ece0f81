// SPDX-License-Identifier: Apache-2.0
// Waiting for descriptors in C alone. Another thread may fork during a wait, and Swift's runtime
// may hold locks that the child would inherit.
#ifndef READINESS_H
#define READINESS_H

/// Makes an event: a descriptor that is readable after `latchkey_event_signal`.
///
/// The descriptor is closed on exec. Returns -1 with errno if the system refuses the descriptor.
int latchkey_event_make(void);

/// Makes the descriptor of an event readable, until `latchkey_event_clear`.
void latchkey_event_signal(int event);

/// Makes the descriptor of an event unreadable again.
///
/// Returns 1 if the descriptor was readable, or else 0.
int latchkey_event_clear(int event);

/// Waits until one of two descriptors is readable, at most for the given time.
///
/// A negative descriptor is ignored. A signal or a failure ends the wait early. A negative time
/// means a wait without limit.
void latchkey_wait_readable(int one, int other, int milliseconds);
#endif
