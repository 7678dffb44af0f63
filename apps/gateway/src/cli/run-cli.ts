import { Command, CommanderError } from 'commander'
import { commands } from './commands.ts'
import type { Terminal } from './terminal.ts'
import { version } from '../version.ts'

/** Runs `interlingua` with these arguments; without any it is `start`. Gives the exit code: 0, 1 where it failed, 2 where the command is wrong. */
export async function runCli(argv: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('interlingua')
    .version(version, '--version', 'print the version')
    .description('One address for LLM clients of every format.')
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .showHelpAfterError('(--help says more)')
    .helpCommand(false)
  for (const add of commands) add(program, terminal)
  try {
    await program.parseAsync(argv.length === 0 ? ['start'] : [...argv], { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    throw error
  }
}
