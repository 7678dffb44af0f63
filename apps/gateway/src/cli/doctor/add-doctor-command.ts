import type { CliCommand } from '../terminal.ts'

/** Adds `interlingua doctor`. */
export const addDoctorCommand: CliCommand = (parent, terminal) => {
  parent
    .command('doctor')
    .description('look at this machine: the configuration, the store, the disk, addresses, channels, and agents')
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExample:\n  interlingua doctor')
    .action(async (options: { readonly json?: true }) => {
      const { runDoctor } = await import('./run-doctor.ts')
      const machine = { environment: process.env, folder: process.cwd(), platform: process.platform }
      process.exitCode = await runDoctor(options, machine, terminal)
    })
}
