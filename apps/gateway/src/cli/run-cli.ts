import { Command, CommanderError } from 'commander'
import { commands } from './commands.ts'
import type { Terminal } from './terminal.ts'
import { ownCommand } from '../own-command.ts'
import { plainUsageError } from './usage-error.ts'
import { version } from '../version.ts'

/** Creates the command line of `interlingua`. `argv`: the arguments, by which its errors list the commands that fit. */
export function createProgram(argv: readonly string[], terminal: Terminal): Command {
  const program = new Command('interlingua')
    .version(version, '--version', 'print the version')
    .description('One address for LLM clients of every format.')
    .exitOverride()
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.err,
      outputError: (text, write) => {
        const named = program.commands.find((command) => command.name() === argv[0])
        const list = named !== undefined && named.commands.length > 0 ? named.commands : program.commands
        write(
          plainUsageError(
            text,
            list.map((command) => command.name()),
          ),
        )
      },
    })
    .helpCommand(false)
  for (const add of commands) add(program, terminal)
  nameHelp(program, '')
  return program
}

/** Lets the errors of a command end with the words that show its help. */
function nameHelp(command: Command, path: string): void {
  command.showHelpAfterError(`Help: ${ownCommand()}${path} --help`)
  for (const each of command.commands) nameHelp(each, `${path} ${each.name()}`)
}

/** True for no arguments, and for those of `start` without its name. */
function isStart([first]: readonly string[]): boolean {
  return first === undefined || /^--(?:port|host|demo|workers)\b/.test(first)
}

/**
 * Runs `interlingua` with these arguments; without arguments `start`. Returns the exit code: 0, 1 if the command failed, 2 if its arguments are
 * wrong.
 */
export async function runCli(argv: readonly string[], terminal: Terminal): Promise<number> {
  const program = createProgram(argv, terminal)
  try {
    await program.parseAsync(isStart(argv) ? ['start', ...argv] : [...argv], { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    throw error
  }
}
