import type { ListedModel, ListQuery, ModelListAdapter } from '@interlingua/models'
import type { Channel } from '../channels/channel.ts'
import { allModelStyles, modelStyleOf } from './model-styles.ts'

const kept = 3_600_000
const keptAfterFailure = 60_000
/** Clients wait three seconds for a list of models. */
const patience = 2_000
/** Pages of a thousand that are read of one upstream. */
const mostPages = 10
const pageSize = 1000
/** Bytes of a page: some thousands of models with long descriptions. */
const mostBytes = 16 * 1024 * 1024

const nothing: Promise<readonly ListedModel[]> = Promise.resolve([])

/**
 * What the upstreams of channels have, where the configuration leaves something to be known: which models a pattern stands for, or when a
 * named one was published. Asked at most once an hour; an upstream that does not answer soon, or has no list, offers what it did before, if
 * anything, for a minute. `now` is a clock in milliseconds that never goes back.
 */
export function createModelLister(now: () => number): (channel: Channel) => Promise<readonly ListedModel[]> {
  const lists = new WeakMap<Channel, { until: number; readonly models: Promise<readonly ListedModel[]> }>()
  return (channel) => {
    const known = lists.get(channel)
    if (known && known.until > now()) return known.models
    if (!channel.models.some(({ name, created }) => name.includes('*') || created === undefined)) return nothing
    const entry = {
      until: now() + kept,
      models: readPages(channel).catch(() => {
        entry.until = now() + keptAfterFailure
        return known?.models ?? nothing
      }),
    }
    lists.set(channel, entry)
    return entry.models
  }
}

async function readPages(channel: Channel): Promise<readonly ListedModel[]> {
  const { style } = modelStyleOf(channel.edge.vendor)
  const models: ListedModel[] = []
  let query: ListQuery = { limit: pageSize }
  const signal = AbortSignal.timeout(patience)
  for (let pages = 0; pages < mostPages; pages++) {
    const page = await readPage(channel, style, query, signal)
    models.push(...page.models)
    const last = page.next?.token
    // A server that names the same place again would be asked for ever.
    if (last === undefined || last === query.after) break
    query = { limit: pageSize, after: last }
  }
  return models
}

async function readPage(
  { pool, origin, path, headers }: Channel,
  style: ModelListAdapter,
  query: ListQuery,
  signal: AbortSignal,
): Promise<ReturnType<ModelListAdapter['decodeList']>> {
  const target = path(style.path)
  const parameters = new URLSearchParams(style.encodeQuery(query)).toString()
  const address = parameters === '' ? target : `${target}${target.includes('?') ? '&' : '?'}${parameters}`
  const answer = await pool.request({ origin, path: address, method: 'GET', headers, signal })
  const body = await readJson(answer.body)
  if (answer.statusCode !== 200) throw new Error('the upstream has no list of models')
  const reply = { status: 200, headers: {}, body }
  // Servers that speak a vendor's format often list their models in another's.
  const spoken = [style, ...allModelStyles].find((candidate) => fits(candidate, body))
  if (spoken === undefined) throw new Error('the upstream has no list of models')
  return spoken.decodeList(spoken.parseList(reply))
}

async function readJson(body: AsyncIterable<Buffer>): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop ends the call.
  for await (const chunk of body) {
    size += chunk.length
    if (size > mostBytes) throw new Error('the list of models is too long')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks, size).toString('utf8'))
}

function fits(style: ModelListAdapter, body: unknown): boolean {
  try {
    style.parseList({ status: 200, headers: {}, body })
    return true
  } catch {
    return false
  }
}
