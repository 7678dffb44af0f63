import { Option } from 'commander'
import type { doors } from '../doors/doors.ts'
import type { CliCommand } from './cli-command.ts'

type Format = keyof typeof doors

/** Spelled out, so that commands which need no format load none. */
const formats = Object.keys({ messages: true, responses: true, chat: true, contents: true } satisfies Record<Format, true>)

/** `interlingua explain`. */
export const addExplainCommand: CliCommand = (parent, terminal) => {
  parent
    .command('explain')
    .description("show what becomes of a request, without sending it: the canonical form, the upstream's request, and what is lost")
    .addOption(new Option('--from <format>', 'what the request is').choices(formats).makeOptionMandatory())
    .addOption(new Option('--to <format>', 'what the upstream speaks').choices(formats).makeOptionMandatory())
    .option('--model <id>', 'the model, instead of the one in the request')
    .option('--stream', 'as a streamed request')
    .option('--json', 'print all of it as JSON')
    .argument('[file]', 'the request; else it is read from standard input')
    .action(async (file: string | undefined, options: { from: Format; to: Format; model?: string; stream?: true; json?: true }) => {
      const { explainCommand } = await import('../explain/explain-command.ts')
      const { doors } = await import('../doors/doors.ts')
      const { from, to, ...rest } = options
      process.exitCode = explainCommand({ ...rest, from: doors[from], to: doors[to], ...(file !== undefined && { file }) }, terminal)
    })
}
