import type { CliCommand } from '../terminal.ts'
import { formatOption } from '../arguments.ts'

/** Adds `interlingua resolve`. */
export const addResolveCommand: CliCommand = (parent, terminal) => {
  parent
    .command('resolve')
    .description('show which channels a request for a model may go to, in which order, and by which rule')
    .argument('<model>', 'the model, as a client names it')
    .addOption(formatOption('--format <format>', 'what the client speaks; else all formats'))
    .option('--key <key>', 'id or name of a key that must permit it')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  interlingua resolve claude-sonnet-4-5\n  interlingua resolve gpt-5 --format anthropic --key laptop',
    )
    .action(async (model: string, options: { readonly format?: string; readonly key?: string; readonly json?: true }) => {
      const { runResolve } = await import('./run-resolve.ts')
      await runResolve(model, options, terminal)
    })
}
