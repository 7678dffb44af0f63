import type { CliCommand } from '../terminal.ts'

/** Adds `interlingua migrate-config`. */
export const addMigrateCommand: CliCommand = (parent, terminal) => {
  parent
    .command('migrate-config')
    .description('write the new names of keys into the configuration; comments stay')
    .argument('[file]', 'the file; else the one that the gateway would read')
    .option('--print', 'print the new text, and write nothing')
    .option('--json', 'print what is renamed as JSON')
    .addHelpText('after', '\nExamples:\n  interlingua migrate-config\n  interlingua migrate-config old.yaml --print')
    .action(async (file: string | undefined, options: { readonly print?: true; readonly json?: true }) => {
      const { runMigrate } = await import('./run-migrate.ts')
      process.exitCode = runMigrate(file, options, terminal)
    })
}
