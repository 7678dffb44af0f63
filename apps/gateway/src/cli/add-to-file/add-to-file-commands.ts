import { type Command, InvalidArgumentError } from 'commander'
import type { CliCommand, Terminal } from '../terminal.ts'
import type { AddOptions } from './run-add-to-file.ts'

interface PriceOptions extends AddOptions {
  readonly channel?: string
  readonly input: number
  readonly output: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
}

/** Adds `add` to `interlingua prices`. */
export function addPriceCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('add')
    .description('add the prices of a model to the configuration file; without --write show the change alone')
    .argument('<model>', 'id or pattern of the model at the upstream')
    .requiredOption('--input <price>', 'price of a million input tokens, in the currency of the file', readPrice)
    .requiredOption('--output <price>', 'price of a million output tokens', readPrice)
    .option('--cache-read <price>', 'price of a million tokens that are read from a cache (default: as input)', readPrice)
    .option('--cache-write <price>', 'price of a million tokens that are written to a cache (default: as input)', readPrice)
    .option('--channel <name>', 'at this channel alone')
    .option('--write', 'write the file; its text from before is kept beside it')
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExample:\n  interlingua prices add gpt-5 --channel openai --input 1.25 --output 10 --write')
    .action(async (model: string, { write, json, ...prices }: PriceOptions) => {
      const { runAddToFile } = await import('./run-add-to-file.ts')
      process.exitCode = await runAddToFile(
        { prices: [{ model, ...prices }] },
        { ...(write && { write }), ...(json && { json }) },
        terminal,
      )
    })
}

interface RouteOptions extends AddOptions {
  readonly to?: string
  readonly fallback?: string[]
}

/** Adds `interlingua route`. */
export const addRouteCommand: CliCommand = (parent, terminal) => {
  parent
    .command('route')
    .description('lead models that clients ask for to others')
    .command('add')
    .description('add a route to the configuration file; without --write show the change alone')
    .argument('<match>', 'model that clients ask for, or a pattern such as *haiku*')
    .option('--to <model>', 'model that they get')
    .option('--fallback <models...>', 'models to try after it, in this order')
    .option('--write', 'write the file; its text from before is kept beside it')
    .option('--json', 'as JSON')
    .addHelpText('after', "\nExample:\n  interlingua route add '*haiku*' --to gpt-5-mini --write")
    .action(async (match: string, { write, json, to, fallback }: RouteOptions) => {
      const { runAddToFile } = await import('./run-add-to-file.ts')
      const route = { match, ...(to !== undefined && { to }), ...(fallback && { fallbacks: fallback }) }
      process.exitCode = await runAddToFile({ routes: [route] }, { ...(write && { write }), ...(json && { json }) }, terminal)
    })
}

function readPrice(text: string): number {
  const price = Number(text)
  if (!/^\d{1,7}(?:\.\d{1,6})?$/.test(text) || price > 1_000_000)
    throw new InvalidArgumentError('It must be a price such as 2.5, with at most six digits after the point.')
  return price
}
