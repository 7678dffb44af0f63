import type { PriceRow } from '@interlingua/console/api'

/** Word in place of a price, which the gateway refuses, so that nothing becomes free by accident. */
const open = 'FILL_IN'

/** Lines for the configuration file that give a price to each model without one; undefined where none lacks it. */
export function priceLines(rows: readonly PriceRow[]): string | undefined {
  const unpriced = rows.filter(({ input }) => input === undefined)
  if (unpriced.length === 0) return undefined
  // JSON in YAML, so that no sign in a name has a meaning.
  const lines = unpriced.map(
    ({ channel, model }) =>
      `    - { model: ${JSON.stringify(model)}, channel: ${JSON.stringify(channel)}, input: ${open}, output: ${open} }`,
  )
  return ['prices:', '  models:', ...lines, ''].join('\n')
}
