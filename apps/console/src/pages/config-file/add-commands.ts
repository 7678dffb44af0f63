import type { ConfigEdit } from '@interlingua/console/api'
import { shellWord } from '../../format/shell-word.ts'

/** Commands that make the same change of the file, on the gateway's machine. */
export function addCommands({ prices = [], routes = [] }: ConfigEdit): readonly string[] {
  const option = (name: string, value: string | number | undefined): string =>
    value === undefined ? '' : ` --${name} ${shellWord(String(value))}`
  return [
    ...prices.map(
      ({ model, channel, input, output }) =>
        `interlingua prices add ${shellWord(model)}${option('channel', channel)}${option('input', input)}${option('output', output)} --write`,
    ),
    ...routes.map(
      ({ match, to, fallbacks = [] }) =>
        `interlingua route add ${shellWord(match)}${option('to', to)}${fallbacks.map((model) => option('fallback', model)).join('')} --write`,
    ),
  ]
}
