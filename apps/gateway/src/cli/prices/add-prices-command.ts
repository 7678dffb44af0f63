import { addPriceCommand } from '../add-to-file/add-to-file-commands.ts'
import type { CliCommand } from '../terminal.ts'
import type { ShowOptions, UpdateOptions } from './run-prices.ts'

/** Adds `interlingua prices`. */
export const addPricesCommand: CliCommand = (parent, terminal) => {
  const command = parent
    .command('prices')
    .description('show and add what models cost, and compare a newer catalogue of models with the one in use')
  command
    .command('show')
    .description('show the prices of the models of the channels: from the file, from the catalogue, or unknown')
    .argument('[model]', 'only this model')
    .option('--channel <name>', 'only this channel')
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExamples:\n  interlingua prices show\n  interlingua prices show gpt-5 --json')
    .action(async (model: string | undefined, options: ShowOptions) => {
      const { showPrices } = await import('./run-prices.ts')
      process.exitCode = showPrices(model, options, terminal)
    })
  addPriceCommand(command, terminal)
  command
    .command('update')
    .description('compare a catalogue with the one in use; with --write take it into use')
    .argument('<source>', 'file or https:// address of a catalogue.json')
    .option('--write', 'take it into use, in the folder of the state')
    .option('--force', 'also where it is older, or a price changes more than threefold')
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExample:\n  interlingua prices update catalogue.json --write')
    .action(async (source: string, options: UpdateOptions) => {
      const { updatePrices } = await import('./run-prices.ts')
      process.exitCode = await updatePrices(source, options, terminal)
    })
}
