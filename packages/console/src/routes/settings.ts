import type { GatewayState } from '@interlingua/server'
import type { AboutReport, ConfigReport, DiagnosisFinding, DiagnosisReport, PriceReport, PriceRow } from '../api/index.ts'
import { pricesOf } from '../overview/price-of.ts'
import { servedOf } from '../overview/served-of.ts'
import { refuseUnknown } from '../serve/read-input.ts'
import type { ChannelSource } from './channel-actions.ts'
import { type ConfigFileSource, createConfigFileRoutes } from './config-file.ts'
import { type Call, type ConsoleRoute, operators, watchers } from '../serve/route.ts'

/** Facts of the program about its configuration and itself. */
export interface SettingsSource extends ChannelSource {
  /** Reads the configuration in force. */
  configuration(): ConfigReport | Promise<ConfigReport>
  /** Finds the source of a model's price, and the date of the catalogue. */
  priceSource(channel: string, model: string): PriceRow['from']
  catalogueDate(): string | undefined
  /** Looks at the machine: configuration, store, disk, addresses, channels. */
  examine(): Promise<readonly DiagnosisFinding[]>
  readonly file: ConfigFileSource
  about(): Pick<AboutReport, 'licence' | 'licences' | 'worker'>
}

const month = 30 * 24 * 3_600_000
const mostRows = 1000

/** Routes of what is in force: configuration, prices, the program itself. */
export function createSettingsRoutes(load: () => Promise<SettingsSource>, version: string): readonly ConsoleRoute[] {
  async function readPrices(call: Call): Promise<PriceReport> {
    refuseUnknown(call.query, [])
    const { gateway, now } = call
    const source = await load()
    const used = new Map((await gateway.store.usage.sum({ from: now - month }, 'served')).map(({ group, requests }) => [group, requests]))
    const listed = gateway.channels.flatMap(({ name, models }) =>
      models.flatMap((model) => (model.name.includes('*') ? [] : [`${name}\n${model.upstream ?? model.name}`])),
    )
    const served = [...used.keys()].filter((group) => !/^\n|\n$/.test(group))
    const rows = [...new Set([...served, ...listed])]
      .slice(0, mostRows)
      .map((group) => priceRow(gateway, source, group, used.get(group) ?? 0))
    const catalogue = source.catalogueDate()
    return {
      currency: gateway.prices.currency,
      ...(catalogue !== undefined && { catalogue }),
      rows: rows.toSorted((one, other) => other.requests - one.requests),
    }
  }

  async function readAbout({ gateway: { startedAt, store, formats }, query }: Call): Promise<AboutReport> {
    refuseUnknown(query, [])
    return {
      version,
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      store: store.kind,
      startedAt: new Date(startedAt).toISOString(),
      formats: formats.ids,
      ...(await load()).about(),
    }
  }

  async function readDiagnosis({ query, now }: Call): Promise<DiagnosisReport> {
    refuseUnknown(query, [])
    const findings = await (await load()).examine()
    return { version, at: new Date(now).toISOString(), findings: findings.slice(0, mostRows) }
  }

  return [
    {
      method: 'GET',
      path: '/diagnosis',
      summary: 'Looks at the machine, its store, addresses and channels, without contents and secrets',
      roles: operators,
      serve: readDiagnosis,
    },
    {
      method: 'GET',
      path: '/config',
      summary: 'Tells the configuration in force, without secrets',
      roles: operators,
      async serve({ query }) {
        refuseUnknown(query, [])
        return (await load()).configuration()
      },
    },
    ...createConfigFileRoutes(load),
    { method: 'GET', path: '/prices', summary: 'Tells the prices of the models in use', roles: watchers, serve: readPrices },
    { method: 'GET', path: '/about', summary: 'Tells what this program is', roles: watchers, serve: readAbout },
  ]
}

function priceRow(gateway: GatewayState, source: SettingsSource, group: string, requests: number): PriceRow {
  const { channel, model } = servedOf(group)
  const prices = pricesOf(gateway, channel, model)
  const from = prices && source.priceSource(channel, model)
  return { channel, model, requests, ...(from && { from }), ...prices }
}
