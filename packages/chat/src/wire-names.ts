import type { ToolRef } from '@interlingua/core'
import { deriveId } from '@interlingua/core'

/** The names under which tools cross to the wire: legal, unique, the same for the same tool everywhere, and without state. */
export interface WireNames {
  /** Declares a tool; a second one of the same wire name gets another. */
  declare(ref: ToolRef): string
  /** The wire name of a declared tool, or of one that only calls mention. */
  nameOf(ref: ToolRef): string
}

const illegal = /[^A-Za-z0-9_-]/g

export function createWireNames(limit: number): WireNames {
  // Names are looked up for every call of a conversation: by kind, then by a key that is the name itself where there is no namespace.
  const declared = new Map<ToolRef['kind'], Map<string, string>>()
  const mentioned = new Map<ToolRef['kind'], Map<string, string>>()
  /** The first that was declared under a key, of whatever kind. */
  const first = new Map<string, string>()
  const taken = new Set<string>()
  // No name holds a control character.
  const keyOf = (ref: ToolRef): string => (ref.namespace === undefined ? ref.name : `${ref.namespace}\u0001${ref.name}`)

  const choose = (ref: ToolRef, avoid: boolean): string => {
    const flat = ref.namespace === undefined ? ref.name : `${ref.namespace}__${ref.name}`
    const clean = flat.replace(illegal, '_')
    if (clean === flat && flat !== '' && flat.length <= limit && !(avoid && taken.has(flat))) return flat
    const suffix = deriveId('', ref.namespace ?? '', ref.name, ref.kind ?? '').slice(0, 8)
    return `${clean.slice(0, limit - 9)}_${suffix}`
  }

  return {
    declare(ref) {
      let name = choose(ref, true)
      for (let i = 1; taken.has(name); i++) name = `${name.slice(0, limit - 9)}_${deriveId('', name, i).slice(0, 8)}`
      taken.add(name)
      const key = keyOf(ref)
      put(declared, ref.kind, key, name)
      if (!first.has(key)) first.set(key, name)
      return name
    },
    nameOf(ref) {
      const key = keyOf(ref)
      const known = declared.get(ref.kind)?.get(key) ?? first.get(key) ?? mentioned.get(ref.kind)?.get(key)
      if (known !== undefined) return known
      const name = choose(ref, false)
      put(mentioned, ref.kind, key, name)
      return name
    },
  }
}

function put<K>(maps: Map<K, Map<string, string>>, kind: K, key: string, name: string): void {
  const names = maps.get(kind)
  if (names) names.set(key, name)
  else maps.set(kind, new Map([[key, name]]))
}
