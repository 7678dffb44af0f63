import type { Json } from '@interlingua/core'
import { createCloner } from './create-cloner.ts'
import type { Cloner } from './create-cloner.ts'

/** A value of which some members are new in each text. All others are shared, since wire documents are never edited in place. */
export interface JsonTemplate {
  readonly base: Container
  readonly copy: Cloner
  readonly changing: readonly { readonly key: string | number; readonly slot: number }[]
  readonly within: readonly { readonly key: string | number; readonly template: JsonTemplate }[]
}

/** Place in a value for the value of a slot. */
export interface TemplateSlot {
  readonly path: readonly (string | number)[]
  readonly slot: number
}

type Container = Json[] | { [key: string]: Json }

/** Makes the template of a value; `undefined` if a path leads nowhere in it. */
export function createTemplate(value: Json | undefined, places: readonly TemplateSlot[], depth = 0): JsonTemplate | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const changing: { key: string | number; slot: number }[] = []
  const inner = new Map<string | number, TemplateSlot[]>()
  for (const place of places) {
    const key = place.path[depth] ?? ''
    if (place.path.length === depth + 1) changing.push({ key, slot: place.slot })
    else inner.set(key, [...(inner.get(key) ?? []), place])
  }
  const within: { key: string | number; template: JsonTemplate }[] = []
  const base = value as Container // only ever copied
  for (const [key, list] of inner) {
    const template = createTemplate((base as { [key: string]: Json })[key], list, depth + 1) // the index of a list is a key too
    if (template === undefined) return undefined
    within.push({ key, template })
  }
  return { base, copy: createCloner(base as { [key: string]: Json }), changing, within } // see above
}

/** Value of the template with `found`, the values of its slots. */
export function fillTemplate({ base, copy: copyObject, changing, within }: JsonTemplate, found: readonly Json[]): Json {
  const copy = (Array.isArray(base) ? base.slice() : copyObject(base)) as { [key: string]: Json } // the index of a list is a key too
  for (let i = 0; i < changing.length; i++) {
    const member = changing[i]
    if (member) copy[member.key] = found[member.slot] ?? null
  }
  for (let i = 0; i < within.length; i++) {
    const member = within[i]
    if (member) copy[member.key] = fillTemplate(member.template, found)
  }
  return copy
}
