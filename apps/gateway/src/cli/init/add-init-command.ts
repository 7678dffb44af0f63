import type { CliCommand } from '../terminal.ts'

/** Adds `interlingua init`. */
export const addInitCommand: CliCommand = (parent, terminal) => {
  parent
    .command('init')
    .description('write an interlingua.yaml with comments, with a channel for each provider whose key is set in the environment')
    .argument('[file]', 'the new file', 'interlingua.yaml')
    .option('--from-env', 'fail where no key of a provider is set, instead of writing a file with the demo')
    .addHelpText('after', '\nExamples:\n  interlingua init\n  interlingua init --from-env gateway.yaml')
    .action(async (file: string, options: { readonly fromEnv?: true }) => {
      const { runInit } = await import('./run-init.ts')
      process.exitCode = runInit(file, options, process.env, terminal)
    })
}
