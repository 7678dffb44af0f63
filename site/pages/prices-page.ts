import { readFileSync } from 'node:fs'
import { type CatalogueModel, ownCatalogue, parseCatalogue } from '../../apps/gateway/src/catalogue/catalogue.ts'
import { addressIn, type Page } from './markdown-page.ts'

/** Prices that this release knows. */
export function pricesPage(base: string): Page {
  const catalogue = parseCatalogue(readFileSync(ownCatalogue, 'utf8'))
  if ('problem' in catalogue) throw new Error(`the catalogue of prices: ${catalogue.problem}`)
  const sections = Object.entries(catalogue.providers).map(
    ([provider, { hosts, models }]) => `## ${provider}

Hosts: ${hosts.map((host) => `\`${host}\``).join(', ')}

| model | input | output | cache read | cache write | context |
| --- | --: | --: | --: | --: | --: |
${Object.entries(models)
  .map(([id, model]) => rowOf(id, model))
  .join('\n')}`,
  )
  return {
    slug: 'reference/prices',
    title: 'Prices of models',
    description: `Prices that the gateway knows of models, as of ${catalogue.date}.`,
    body: `The catalogue of this release, as of ${catalogue.date}: ${catalogue.currency} for a million tokens, and tokens of the context. An empty field is unknown, and never 0; cached tokens without a price of their own cost as much as input. A second line is the price of requests with more input tokens than it says. How prices are looked up, replaced and updated: [usage](${addressIn(base, 'guide/keys-and-limits')}#usage).

Made of ${catalogue.sources.map(({ name, version, licence, url }) => `[${name}](${url}) ${version} (${licence})`).join(', ')}.

${sections.join('\n\n')}`,
    depth: 2,
    searched: false,
  }
}

function rowOf(id: string, { context, tiers = [], ...price }: CatalogueModel): string {
  const line = (name: string, of: Omit<CatalogueModel, 'tiers' | 'context'>, tokens?: number): string =>
    `| ${name} | ${of.input} | ${of.output} | ${of.cacheRead ?? ''} | ${of.cacheWrite ?? ''} | ${tokens?.toLocaleString('en') ?? ''} |`
  return [line(`\`${id}\``, price, context), ...tiers.map((tier) => line(`above ${tier.above.toLocaleString('en')}`, tier))].join('\n')
}
