#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# forget-plan.sh PACKAGE: makes SwiftPM plan the next build of an outside package anew. It keeps the
# list of files of a path dependency from build to build, and a file that came with a pull is missed.
set -eu
rm -f "$1"/.build/*.yaml
