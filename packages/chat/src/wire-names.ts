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
  const names = new Map<string, string>()
  const taken = new Set<string>()
  const mentioned = new Map<string, string>()
  // Nearly every call is of a function without a namespace, looked up by its bare name.
  const functions = new Map<string, string>()
  // Names are looked up for every call of a conversation: the keys are one concatenation. No name holds a control character.
  const keyOf = (ref: ToolRef): string => (ref.namespace === undefined ? ref.name : `${ref.namespace}\u0001${ref.name}`)
  const fullKey = (ref: ToolRef): string => `${ref.kind ?? ''}\u0000${keyOf(ref)}`

  const choose = (ref: ToolRef, avoid: boolean): string => {
    const flat = ref.namespace === undefined ? ref.name : `${ref.namespace}__${ref.name}`
    const clean = flat.replace(illegal, '_')
    if (clean === flat && flat !== '' && flat.length <= limit && !(avoid && taken.has(flat))) return flat
    const suffix = deriveId('', ref.namespace ?? '', ref.name, ref.kind ?? '').slice(0, 8)
    return `${clean.slice(0, limit - 9)}_${suffix}`
  }

  const find = (ref: ToolRef): string => {
    const full = fullKey(ref)
    const known = names.get(full) ?? names.get(keyOf(ref)) ?? mentioned.get(full)
    if (known !== undefined) return known
    const name = choose(ref, false)
    mentioned.set(full, name)
    return name
  }

  return {
    declare(ref) {
      let name = choose(ref, true)
      for (let i = 1; taken.has(name); i++) name = `${name.slice(0, limit - 9)}_${deriveId('', name, i).slice(0, 8)}`
      taken.add(name)
      functions.clear()
      names.set(fullKey(ref), name)
      if (!names.has(keyOf(ref))) names.set(keyOf(ref), name)
      return name
    },
    nameOf(ref) {
      if (ref.kind !== 'function' || ref.namespace !== undefined) return find(ref)
      let name = functions.get(ref.name)
      if (name === undefined) functions.set(ref.name, (name = find(ref)))
      return name
    },
  }
}
