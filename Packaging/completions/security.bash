# SPDX-License-Identifier: Apache-2.0
# placeholder, follows with the command table
