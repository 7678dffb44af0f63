import type { Json } from '@interlingua/core'
import { copierOf } from './copier-of.ts'
import type { Copier } from './copier-of.ts'

/** A value of which some members are new in each text. All others are shared: nobody edits a wire document in place. */
export interface Mould {
  readonly base: Container
  readonly copy: Copier
  readonly changing: readonly { readonly key: string | number; readonly hole: number }[]
  readonly within: readonly { readonly key: string | number; readonly mould: Mould }[]
}

/** Where the value of a hole belongs. */
export interface MouldPlace {
  readonly path: readonly (string | number)[]
  readonly hole: number
}

type Container = Json[] | { [key: string]: Json }

/** `undefined` where a path leads nowhere in the value. */
export function mouldOf(value: Json | undefined, places: readonly MouldPlace[], depth = 0): Mould | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const changing: { key: string | number; hole: number }[] = []
  const inner = new Map<string | number, MouldPlace[]>()
  for (const place of places) {
    const key = place.path[depth] ?? ''
    if (place.path.length === depth + 1) changing.push({ key, hole: place.hole })
    else inner.set(key, [...(inner.get(key) ?? []), place])
  }
  const within: { key: string | number; mould: Mould }[] = []
  const base = value as Container // only ever copied
  for (const [key, list] of inner) {
    const mould = mouldOf((base as { [key: string]: Json })[key], list, depth + 1) // the index of a list is a key too
    if (mould === undefined) return undefined
    within.push({ key, mould })
  }
  return { base, copy: copierOf(base as { [key: string]: Json }), changing, within } // as above
}

/** A value of the mould; `found` are the values of its holes. */
export function castMould({ base, copy: copyObject, changing, within }: Mould, found: readonly Json[]): Json {
  const copy = (Array.isArray(base) ? base.slice() : copyObject(base)) as { [key: string]: Json } // the index of a list is a key too
  for (let i = 0; i < changing.length; i++) {
    const member = changing[i]
    if (member) copy[member.key] = found[member.hole] ?? null
  }
  for (let i = 0; i < within.length; i++) {
    const member = within[i]
    if (member) copy[member.key] = castMould(member.mould, found)
  }
  return copy
}
