import type { CliCommand } from '../terminal.ts'

/** Adds `interlingua console`. */
export const addConsoleCommand: CliCommand = (parent, terminal) => {
  parent
    .command('console')
    .description('print a link that signs in to the console once, within ten minutes, on this machine')
    .option('--open', 'open it in the browser as well')
    .option('--url <address>', "the gateway's address; else that of the configuration")
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExamples:\n  interlingua console\n  interlingua console --open')
    .action(async (options: { readonly open?: true; readonly url?: string; readonly json?: true }) => {
      const { runConsole } = await import('./run-console.ts')
      await runConsole(options, terminal)
    })
}
