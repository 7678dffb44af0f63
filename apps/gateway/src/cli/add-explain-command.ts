import { Option } from 'commander'
import { formatIds } from '../format-ids.ts'
import type { CliCommand } from './cli-command.ts'

/** `interlingua explain`. */
export const addExplainCommand: CliCommand = (parent, terminal) => {
  parent
    .command('explain')
    .description("show what becomes of a request, without sending it: the canonical form, the upstream's request, and what is lost")
    .addOption(new Option('--from <format>', 'what the request is').choices(formatIds).makeOptionMandatory())
    .addOption(new Option('--to <format>', 'what the upstream speaks').choices(formatIds).makeOptionMandatory())
    .option('--model <id>', 'the model, instead of the one in the request')
    .option('--stream', 'as a streamed request')
    .option('--json', 'print all of it as JSON')
    .argument('[file]', 'the request; else it is read from standard input')
    .action(async (file: string | undefined, options: { from: string; to: string; model?: string; stream?: true; json?: true }) => {
      const { explainCommand } = await import('../explain/explain-command.ts')
      const [{ createFormats }, { formats }] = await Promise.all([import('../create-formats.ts'), import('../formats.ts')])
      const { from, to, ...rest } = options
      const [client, upstream] = [from, to].map((id) => createFormats(formats).find(id))
      if (client === undefined || upstream === undefined) throw new TypeError('commander lets no other format pass')
      process.exitCode = explainCommand({ ...rest, from: client, to: upstream, ...(file !== undefined && { file }) }, terminal)
    })
}
