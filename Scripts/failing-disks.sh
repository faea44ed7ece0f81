#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# failing-disks.sh: at every act on a file of a scripted session, tries each way in which a disk can
# refuse, once and until it recovers. Also uses real full, small and read-only disks, which need
# root.
set -eu
cd "$(dirname "$0")/.."
Scripts/build-tests.sh
LATCHKEY_DISKS=whole exec swift test --skip-build --disable-xctest \
  --filter 'FailingDiskTests|RealDiskTests'
