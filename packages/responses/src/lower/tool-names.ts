import { deriveId } from '@interlingua/core'
import type { ToolRef } from '@interlingua/core'
import type { WireName } from './scope.ts'

/** The names under which tools cross to the wire: legal, unique, the same for the same tool everywhere, and without state. */
export interface ToolNames {
  /** Declares a tool; a second one of the same wire name gets another, unless it is `again` the same tool, that a turn adds or finds. */
  declare(ref: ToolRef, again: boolean): WireName
  /** The wire name of a declared tool, or of one that only calls mention. */
  nameOf(ref: ToolRef): WireName
}

const illegal = /[^A-Za-z0-9_-]/g

/** `flatten`: the target knows no namespaces. */
export function createToolNames(limit: number, flatten: boolean): ToolNames {
  const names = new Map<string, WireName>()
  const taken = new Set<string>()
  // Names are looked up for every call of a conversation: the keys are one concatenation. No name holds a control character.
  const keyOf = (ref: ToolRef): string => (ref.namespace === undefined ? ref.name : `${ref.namespace}\u0001${ref.name}`)
  const fullKey = (ref: ToolRef): string => `${ref.kind ?? ''}\u0000${keyOf(ref)}`

  const legal = (name: string, seed: ToolRef, avoid: boolean): string => {
    const clean = name.replace(illegal, '_')
    if (clean === name && name !== '' && name.length <= limit && !avoid) return name
    return `${clean.slice(0, limit - 9)}_${deriveId('', seed.namespace ?? '', seed.name, seed.kind ?? '').slice(0, 8)}`
  }

  /** A namespace is a room of its own, where it stays one. */
  const choose = (ref: ToolRef, avoid: boolean): WireName => {
    if (ref.namespace === undefined) return { name: legal(ref.name, ref, avoid && taken.has(ref.name)) }
    if (flatten) {
      const flat = `${ref.namespace}__${ref.name}`
      return { name: legal(flat, ref, avoid && taken.has(flat)) }
    }
    return { name: legal(ref.name, ref, false), namespace: legal(ref.namespace, { name: ref.namespace }, false) }
  }

  return {
    declare(ref, again) {
      const known = again ? names.get(fullKey(ref)) : undefined
      if (known !== undefined && taken.has(keyOf(known))) return known
      let chosen = choose(ref, true)
      for (let i = 1; taken.has(keyOf(chosen)); i++)
        chosen = { ...chosen, name: `${chosen.name.slice(0, limit - 9)}_${deriveId('', chosen.name, i).slice(0, 8)}` }
      taken.add(keyOf(chosen))
      names.set(fullKey(ref), chosen)
      if (!names.has(keyOf(ref))) names.set(keyOf(ref), chosen)
      return chosen
    },
    nameOf(ref) {
      const full = fullKey(ref)
      const known = names.get(full) ?? names.get(keyOf(ref))
      if (known !== undefined) return known
      const chosen = choose(ref, false)
      names.set(full, chosen)
      return chosen
    },
  }
}
