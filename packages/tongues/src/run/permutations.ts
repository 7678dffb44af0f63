import { draftIds, formatIds, type FormatId } from '../formats/gist.ts'
import type { Profile } from '../profiles/profile.ts'
import type { Case, Permutation } from './case.ts'

export interface Selection {
  /** Beginnings of ids, with `*` for anything. */
  readonly only?: readonly string[]
  readonly axis?: readonly string[]
  readonly directions?: readonly string[]
  readonly timing: boolean
  /** Draft cases as well. */
  readonly drafts?: boolean
}

/** Permutations of the cases, in the order of their names. */
export function permutationsOf(cases: readonly Case[]): readonly Permutation[] {
  return cases.flatMap((given) => {
    if (given.front === 'only') return []
    const isDraft = given.status === 'draft'
    const all: readonly FormatId[] = isDraft ? [...formatIds, ...draftIds] : formatIds
    const { from = all, to = all, stream = [false, true], same, except = [] } = given.over ?? {}
    return all
      .filter((each) => from.includes(each))
      .flatMap((client) =>
        all
          // A draft is of a direction with a format of its own.
          .filter((each) => !isDraft || isDraftFormat(client) || isDraftFormat(each))
          .filter(
            (each) => to.includes(each) && (same === undefined || (client === each) === same) && !except.includes(`${client}>${each}`),
          )
          .flatMap((target) =>
            stream.map((flag): Permutation => {
              const name = `${given.id}[${client}>${target}${flag ? ',stream' : ''}]`
              return { case: given, from: client, to: target, stream: flag, name }
            }),
          ),
      )
  })
}

/** True for a format whose directions are not scored. */
export function isDraftFormat(format: string): boolean {
  return draftIds.some((each) => each === format)
}

/** Permutations in mode `front`: by the client's format alone, since the upstream is the gateway's own. */
export function frontPermutationsOf(cases: readonly Case[]): readonly Permutation[] {
  return cases.flatMap((given) => {
    const { from = formatIds, stream = [false, true] } = given.over ?? {}
    if (given.status === 'draft') return []
    return formatIds
      .filter((each) => from.includes(each))
      .flatMap((client) =>
        stream.map((flag): Permutation => {
          const name = `${given.id}[${client}${flag ? ',stream' : ''}]`
          return { case: given, from: client, to: client, stream: flag, front: true, name }
        }),
      )
  })
}

/** Features of a profile that names none. */
export const defaultFeatures: readonly string[] = ['stream', 'count', 'models', 'abort', 'keepalive', 'timing', 'keys']

/** Reason for which a profile does not offer a permutation, or undefined. */
export function notOffered({ from, to, stream, front, case: given }: Permutation, profile: Profile): string | undefined {
  const { directions, features = defaultFeatures } = profile
  const isOffered = directions?.some((each) => (front === true ? each.startsWith(from) : each === `${from}>${to}`)) ?? true
  if (!isOffered) return `${front === true ? from : `${from}>${to}`} is not offered`
  const needs = [...(given.over?.needs ?? []), ...(stream ? ['stream'] : [])]
  const missing = needs.find((need) => !features.includes(need))
  return missing === undefined ? undefined : `${missing} is not offered`
}

/** True if a selection takes the permutation. */
export function isSelected({ case: given, from, to, front, name }: Permutation, { only, directions, timing, drafts }: Selection): boolean {
  if (given.status === 'draft' && drafts !== true) return false
  if (directions !== undefined && !directions.includes(front === true ? from : `${from}>${to}`)) return false
  if (!timing && (given.over?.needs ?? []).includes('timing')) return false
  return only === undefined || only.some((pattern) => matches(pattern, given.id) || pattern === name)
}

/** True if an id begins as a pattern says; `*` is anything. */
export function matches(pattern: string, id: string): boolean {
  const source = pattern
    .split('*')
    .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('.*')
  return new RegExp(`^${source}`).test(id)
}
