import { isJsonObject, type Json } from '@interlingua/core'
import type { Channel } from '../channel.ts'
import { fitsPattern } from '../fits-pattern.ts'

/** A model that an upstream says it has. */
export interface OfferedModel {
  readonly id: string
  /** Unix seconds. */
  readonly created?: number
  readonly ownedBy?: string
}

const kept = 3_600_000
const keptAfterFailure = 60_000
/** Clients wait three seconds for a list of models. */
const patience = 2_000

const nothing: Promise<readonly OfferedModel[]> = Promise.resolve([])

/**
 * What the upstreams of channels with patterns offer, so that a list can show more than patterns. Asked at most once an hour; an upstream
 * that does not answer soon, or has no list, offers nothing for a minute.
 */
export function createModelLister(now: () => number): (channel: Channel) => Promise<readonly OfferedModel[]> {
  const lists = new Map<Channel, { until: number; readonly models: Promise<readonly OfferedModel[]> }>()
  return (channel) => {
    const known = lists.get(channel)
    if (known && known.until > now()) return known.models
    const patterns = channel.models.map(({ name }) => name).filter((name) => name.includes('*'))
    if (patterns.length === 0) return nothing
    const entry = {
      until: now() + kept,
      models: ask(channel).then(
        (models) => models.filter(({ id }) => patterns.some((pattern) => fitsPattern(pattern, id))),
        () => {
          entry.until = now() + keptAfterFailure
          return []
        },
      ),
    }
    lists.set(channel, entry)
    return entry.models
  }
}

async function ask({ door, pool, path, headers }: Channel): Promise<readonly OfferedModel[]> {
  const [endpoint = '', query = ''] = door.listPath.split('?')
  const target = path(endpoint)
  const answer = await pool.request({
    path: `${target}${target.includes('?') ? '&' : '?'}${query}`,
    method: 'GET',
    headers,
    signal: AbortSignal.timeout(patience),
  })
  const body = (await answer.body.json()) as Json // what JSON gives
  const list = isJsonObject(body) ? (body['data'] ?? body['models']) : undefined
  if (answer.statusCode !== 200 || !Array.isArray(list)) throw new Error('the upstream has no list of models')
  return list.flatMap(readModel)
}

/** OpenAI's style, Anthropic's, or Google's. */
function readModel(entry: Json): readonly OfferedModel[] {
  if (isJsonObject(entry) && typeof entry['name'] === 'string' && entry['id'] === undefined)
    return [{ id: entry['name'].replace(/^models\//, ''), ownedBy: 'google' }]
  if (!isJsonObject(entry) || typeof entry['id'] !== 'string') return []
  const { id, created, created_at: createdAt, owned_by: owner } = entry
  const instant = typeof created === 'number' ? created : typeof createdAt === 'string' ? Date.parse(createdAt) / 1000 : Number.NaN
  return [{ id, ...(instant >= 0 && { created: Math.floor(instant) }), ...(typeof owner === 'string' && { ownedBy: owner }) }]
}
