import type { ConfigEdit } from '@interlingua/console/api'
import { shellWord } from '../../format/shell-word.ts'

/** Commands that make the same change of the file, on the gateway's machine. */
export function addCommands({ prices = [], routes = [] }: ConfigEdit): readonly string[] {
  return [
    ...prices.map(({ model, channel, input, output }) =>
      commandOf('prices', model, [
        ['channel', channel],
        ['input', input],
        ['output', output],
      ]),
    ),
    ...routes.map(({ match, to, fallbacks = [] }) =>
      commandOf('route', match, [['to', to], ...fallbacks.map((model) => ['fallback', model] as const)]),
    ),
  ]
}

type Option = readonly [name: string, value: string | number | undefined]

function commandOf(group: string, first: string, options: readonly Option[]): string {
  const named = options.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${shellWord(String(value))}`]))
  // Words after `--` are no options, whatever they begin with.
  const words = first.startsWith('-') ? [...named, '--write', '--', shellWord(first)] : [shellWord(first), ...named, '--write']
  return ['interlingua', group, 'add', ...words].join(' ')
}
