import type { Target } from './channels/resolver.ts'
import { isJsonObject, type JsonObject } from '@interlingua/core'
import type { IncomingHttpHeaders } from 'node:http'

/** Headers by which clients name the conversation of a request. */
const names = ['x-session-affinity', 'x-claude-code-session-id', 'x-session-id', 'session-id', 'thread-id'] as const

/** Name of a request's conversation, which should go on at the same upstream, since its prompt cache is there; undefined if the request has none. */
export function sessionOf(headers: IncomingHttpHeaders, { prompt_cache_key: key, metadata }: JsonObject): string | undefined {
  if (typeof key === 'string' && key !== '') return key
  for (const name of names) {
    const value = headers[name]
    if (typeof value === 'string' && value !== '') return value
  }
  const user = isJsonObject(metadata) ? metadata['user_id'] : undefined
  return typeof user === 'string' && user !== '' ? user : undefined
}

/**
 * Orders the targets of each group by weights: each comes first as often as its share says. The same `session` gets the same order at every gateway,
 * which changes as little as possible when channels come and go.
 */
export function weighTargets(targets: readonly Target[], session: string | undefined, random: () => number): readonly Target[] {
  return targets
    .map((target, place) => ({ target, place, group: target.group ?? 0, turn: turnOf(target, targets, session, random) }))
    .toSorted((a, b) => a.group - b.group || (a.turn < b.turn ? -1 : a.turn > b.turn ? 1 : a.place - b.place))
    .map(({ target }) => target)
}

/** Time of the first tick of a random clock with the weight as rate: the earliest of several comes first in proportion to its share. */
function turnOf(target: Target, targets: readonly Target[], session: string | undefined, random: () => number): number {
  // In a group without weights, the order of the configuration stands.
  if (target.weight === undefined && !targets.some(({ group, weight }) => group === target.group && weight !== undefined)) return 0
  const chance = session === undefined ? random() : chanceOf(`${target.channel.name} ${target.model} ${session}`)
  const { weight = 1 } = target
  return weight === 0 ? Infinity : -Math.log1p(-chance) / weight
}

/** Number from 0 to 1, 1 excluded, that looks random and is the same for the same text: FNV-1a with the mixing of MurmurHash3. */
function chanceOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
