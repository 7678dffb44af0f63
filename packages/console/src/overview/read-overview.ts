import type { GatewayState } from '@interlingua/server'
import { unreadiness, wordsOfFailure } from '@interlingua/server'
import type { UsageRecord, UsageStore, UsageSum } from '@interlingua/store'
import type { Channel } from '@interlingua/upstreams'
import type { ChannelOverview, FirstStep, Last15, Overview } from '../api/index.ts'
import { healthOf } from './channel-health.ts'
import { namesOfKeys } from './names-of-keys.ts'
import { rowOfRecord } from './request-row.ts'
import { runningAtChannels } from './running-at-channels.ts'

/** Facts that the program knows and the library does not. */
export interface ProgramFacts {
  readonly version: string
  /** True if the scripted provider's models are served. */
  readonly demo: () => boolean
  readonly recording: () => boolean
}

const minute = 60_000
const minutes = 15
/** Newest records that percentiles are read from, that are searched for an agent, and that are shown. */
const sampled = 1000
const searched = 200
const shown = 8

/** Programs that are agents, by the names that records give them. */
const agents =
  /^(?:claude-code|codex|gemini-cli|qwen-code|opencode|copilot-cli|cline|continue|aider|mistral-vibe|kimi|openhands|gptme|mini-swe-agent|pi)\b/

/** Reads what the first page shows. Rejects with a `StoreError`. */
export async function readOverview(gateway: GatewayState, facts: ProgramFacts, now: number): Promise<Overview> {
  const { store, channels, prices, startedAt } = gateway
  const [reasons, keys, newest, { last15, byChannel }, failures, today] = await Promise.all([
    unreadiness(gateway),
    store.keys.page({}, { limit: 1 }),
    store.usage.list({}, { limit: searched }),
    readLast15(store.usage, now),
    Promise.all(channels.map(readFailure)),
    store.usage.sum({ from: now - (now % (24 * 60 * minute)) }),
  ])
  const running = runningAtChannels(gateway)
  const lately = newest.slice(0, shown)
  const names = await namesOfKeys(
    store.keys,
    lately.map(({ key }) => key),
  )
  return {
    ready: reasons.length === 0,
    reasons,
    version: facts.version,
    startedAt: new Date(startedAt).toISOString(),
    demo: facts.demo(),
    store: store.kind,
    recording: facts.recording(),
    currency: prices.currency,
    last15,
    costTodayMicros: today[0]?.costMicros ?? 0,
    unpricedToday: today[0]?.unpriced ?? 0,
    channels: channels.map((channel, index) => {
      const { name } = channel
      const lastFailure = failures[index]
      const { requests = 0, failed = 0, p50 } = byChannel.get(name) ?? {}
      return {
        running: running.get(name) ?? 0,
        ...healthOf(channel),
        requests,
        failed,
        ...(p50 !== undefined && { p50 }),
        ...(lastFailure !== undefined && { lastFailure }),
      }
    }),
    steps: stepsOf(keys.length > 0, newest),
    lately: lately.map((record) => rowOfRecord(record, names)),
  }
}

/** Message of the last failure of a channel that is left alone for it; undefined if it is not known. */
async function readFailure({ circuit }: Channel): Promise<string | undefined> {
  if (circuit.state === 'closed' || circuit.cause === 'pause') return undefined
  try {
    const trouble = await circuit.lastTrouble()
    return trouble && wordsOfFailure(trouble.message)
  } catch {
    // Another process knows it, and does not answer.
    return undefined
  }
}

type ChannelSums = Pick<ChannelOverview, 'requests' | 'failed' | 'p50'>

interface Sums {
  readonly last15: Last15
  /** Sums of each channel, by its name. */
  readonly byChannel: ReadonlyMap<string, ChannelSums>
}

async function readLast15(usage: UsageStore, now: number): Promise<Sums> {
  const first = now - (now % minute) - (minutes - 1) * minute
  const [sums, records] = await Promise.all([
    usage.sum({ from: first }, 'minute', 'channel'),
    usage.list({ from: first }, { limit: sampled }),
  ])
  const byTime = Map.groupBy(sums, ({ group }) => group)
  const recordsOf = Map.groupBy(records, ({ channel }) => channel)
  const series = Array.from({ length: minutes }, (_, index) => {
    const at = new Date(first + index * minute).toISOString()
    return { at, ...totalOf(byTime.get(at) ?? []) }
  })
  const input = sums.reduce((all, sum) => all + sum.input, 0)
  const cacheRead = sums.reduce((all, sum) => all + sum.cacheRead, 0)
  return {
    last15: { ...totalOf(sums), firstByte: percentiles(records), ...(input > 0 && { cacheShare: cacheRead / input }), series },
    byChannel: new Map(
      [...Map.groupBy(sums, ({ part = '' }) => part)].map(([name, own]): [string, ChannelSums] => {
        const { requests, errors: failed } = totalOf(own)
        const { p50 } = percentiles(recordsOf.get(name) ?? [])
        return [name, { requests, failed, ...(p50 !== undefined && { p50 }) }]
      }),
    ),
  }
}

function totalOf(sums: readonly UsageSum[]): { readonly requests: number; readonly errors: number; readonly costMicros: number } {
  const total = { requests: 0, errors: 0, costMicros: 0 }
  for (const { requests, failed, costMicros } of sums) {
    total.requests += requests
    total.errors += failed
    total.costMicros += costMicros
  }
  return total
}

/** Percentiles of the time to the first byte; those of documents, which have none, are the whole time. */
function percentiles(records: readonly UsageRecord[]): Last15['firstByte'] {
  const times = records
    .filter(({ outcome }) => outcome === 'ok')
    .map(({ firstByteMillis, millis }) => firstByteMillis ?? millis)
    .toSorted((one, other) => one - other)
  const at = (share: number): number | undefined => times[Math.min(times.length - 1, Math.floor(times.length * share))]
  const [p50, p95] = [at(0.5), at(0.95)]
  return { ...(p50 !== undefined && { p50 }), ...(p95 !== undefined && { p95 }) }
}

/** Steps by the newest records: a search of all would take longer with each request that was ever made. */
function stepsOf(hasKey: boolean, newest: readonly UsageRecord[]): readonly FirstStep[] {
  return [
    { id: 'running', done: true },
    { id: 'key', done: hasKey },
    { id: 'request', done: newest.length > 0 },
    { id: 'agent', done: newest.some(({ client }) => isAgent(client)) },
  ]
}

function isAgent(client: string | undefined): boolean {
  return client !== undefined && agents.test(client)
}
