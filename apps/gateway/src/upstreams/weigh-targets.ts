import type { Target } from '../channels/create-resolver.ts'

/**
 * The targets with those of each group in an order that their weights choose: each comes first as often as its share says. With a `session`
 * the same session gets the same order every time, at every gateway, and keeps it as far as can be where channels come and go.
 */
export function weighTargets(targets: readonly Target[], session: string | undefined, random: () => number): readonly Target[] {
  return targets
    .map((target, place) => ({ target, place, group: target.group ?? 0, turn: turnOf(target, targets, session, random) }))
    .toSorted((a, b) => a.group - b.group || (a.turn < b.turn ? -1 : a.turn > b.turn ? 1 : a.place - b.place))
    .map(({ target }) => target)
}

/** The moment at which a clock that ticks as often as the weight says ticks first: the soonest of several is each as often as its share. */
function turnOf(target: Target, targets: readonly Target[], session: string | undefined, random: () => number): number {
  // Where no weight is named in a group, the order of the configuration stands.
  if (target.weight === undefined && !targets.some(({ group, weight }) => group === target.group && weight !== undefined)) return 0
  const chance = session === undefined ? random() : chanceOf(`${target.channel.name} ${target.model} ${session}`)
  const { weight = 1 } = target
  return weight === 0 ? Infinity : -Math.log1p(-chance) / weight
}

/** A number from 0 to 1 (not 1 itself) that looks random and is the same for the same text. FNV-1a, with the mixing of MurmurHash3 behind it. */
function chanceOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
