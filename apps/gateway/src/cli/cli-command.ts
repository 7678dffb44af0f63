import type { Command } from 'commander'
import type { Terminal } from './terminal.ts'

/**
 * Adds a command of the command line to its parent. Its action sets `process.exitCode` where it is not 0: 1 where what was asked cannot be
 * done, 2 where the command itself is wrong.
 */
export type CliCommand = (parent: Command, terminal: Terminal) => void
