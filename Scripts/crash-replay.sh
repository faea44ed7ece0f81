#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# crash-replay.sh: crashes after every act on a file of a scripted session, of a migration and of a
# repair. Each crash is tried with and without the bytes that were not synced yet, and torn at every
# sector. Faults are tried at every write of a simulated device. SEED= chooses the mixtures of lost
# writes.
set -eu
cd "$(dirname "$0")/.."
Scripts/build-tests.sh
LATCHKEY_CRASH=whole exec swift test --skip-build --disable-xctest \
  --filter 'CrashReplayTests|RepairReplayTests|FailingRepairTests|DeviceFaultTests'
