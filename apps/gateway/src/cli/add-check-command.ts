import type { CliCommand } from './cli-command.ts'

/** `interlingua check`. */
export const addCheckCommand: CliCommand = (parent, terminal) => {
  parent
    .command('check')
    .description('check the configuration: the file, its secrets, the store, and with --connect the upstreams')
    .option('--connect', 'ask each channel for its list of models')
    .option('--schema', 'print the JSON Schema of the file instead')
    .argument('[file]', 'the file; else the one that the gateway would read')
    .action(async (file: string | undefined, options: { connect?: true; schema?: true }) => {
      const { checkCommand } = await import('./check/check-command.ts')
      process.exitCode = await checkCommand({ ...options, ...(file !== undefined && { file }) }, terminal)
    })
}
