import { deriveId } from '../derive-id.ts'
import type { ToolRef } from '../tool.ts'

/** Rules of a target for names of tools. */
export interface ToolNameRules {
  /** Global pattern of the characters that a name may not hold; each of them becomes `_`. */
  readonly illegal: RegExp
  /** Pattern of a legal beginning; other names get `prefix` before them, default `_`. Absent: any beginning. */
  readonly begins?: RegExp
  readonly prefix?: string
  /** Length of the longest name, in characters. */
  readonly limit: number
  /** True if the target knows namespaces. Absent: a namespace becomes the beginning of the name. */
  readonly namespaces?: boolean
  /** True if the suffix of a changed name depends on the kind of the tool. */
  readonly kinds: boolean
}

/** A tool's name on the wire. */
export interface WireToolName {
  readonly name: string
  readonly namespace?: string
}

/** Names under which tools cross to the wire: legal, unique, and the same for the same tool everywhere, without state. */
export interface ToolNames {
  /** Gives a tool the name that its vendor gave it. `taken`: no other tool may have that name. */
  fix(ref: ToolRef, name: string, taken: boolean): void
  /** True if a tool would keep its own name. */
  keeps(ref: ToolRef): boolean
  /** Names a declared tool. A second tool of the same wire name gets another name, unless it is `again` the same tool. */
  declare(ref: ToolRef, again: boolean): WireToolName
  /** Wire name of a declared tool, or of a tool that only calls mention. */
  nameOf(ref: ToolRef): WireToolName
}

/** Length of `_` and the characters after it that make a changed name unique. */
const suffixLength = 9

/** Work and memory grow linearly with the number of names: each base name counts its repetitions. */
export function createToolNames({ illegal, begins, prefix = '_', limit, namespaces = false, kinds }: ToolNameRules): ToolNames {
  // Declared names by kind, then by a key that is the name itself where there is no namespace: every call of a conversation looks its name
  // up.
  const declared = new Map<ToolRef['kind'], Map<string, WireToolName>>()
  const mentioned = new Map<ToolRef['kind'], Map<string, WireToolName>>()
  /** First tool that was declared under a key, of any kind. */
  const first = new Map<string, WireToolName>()
  const taken = new Set<string>()
  /** Count of repetitions of a wire name. */
  const repeated = new Map<string, { name: string; count: number }>()
  const room = Math.max(0, limit - suffixLength)

  const isLegal = (name: string): boolean =>
    name !== '' && name.length <= limit && name.search(illegal) === -1 && (begins === undefined || begins.test(name))

  const encode = (name: string, { namespace, name: own, kind }: ToolRef): string => {
    const clean = name.replace(illegal, '_')
    const begun = begins === undefined || begins.test(clean) ? clean : `${prefix}${clean}`
    const suffix = kinds ? deriveId('', namespace ?? '', own, kind ?? '') : deriveId('', namespace ?? '', own)
    return `${begun.slice(0, room)}_${suffix.slice(0, suffixLength - 1)}`
  }

  const choose = (ref: ToolRef): WireToolName => {
    const { name, namespace } = ref
    // A target with namespaces keeps names unique within each.
    if (namespace !== undefined && namespaces)
      return {
        name: isLegal(name) ? name : encode(name, ref),
        namespace: isLegal(namespace) ? namespace : encode(namespace, { name: namespace }),
      }
    const flat = flatten(ref)
    return { name: isLegal(flat) && !taken.has(flat) ? flat : encode(flat, ref) }
  }

  const repeat = (base: WireToolName): WireToolName => {
    const key = keyOf(base)
    let state = repeated.get(key)
    if (state === undefined) repeated.set(key, (state = { name: base.name, count: 0 }))
    let next: WireToolName
    do {
      state.count++
      state.name = `${state.name.slice(0, room)}_${deriveId('', state.name, state.count).slice(0, suffixLength - 1)}`
      next = { ...base, name: state.name }
    } while (taken.has(keyOf(next)))
    return next
  }

  return {
    fix(ref, name, alone) {
      if (alone) taken.add(name)
      const key = keyOf(ref)
      if (lookUp(declared, ref.kind, key) === undefined) put(declared, ref.kind, key, { name })
      if (!first.has(key)) first.set(key, { name })
    },
    keeps: (ref) => isLegal(ref.name) && !taken.has(keyOf(ref)),
    declare(ref, again) {
      const key = keyOf(ref)
      const known = again ? lookUp(declared, ref.kind, key) : undefined
      if (known !== undefined) return known
      const chosen = choose(ref)
      const name = taken.has(keyOf(chosen)) ? repeat(chosen) : chosen
      taken.add(keyOf(name))
      put(declared, ref.kind, key, name)
      if (!first.has(key)) first.set(key, name)
      return name
    },
    nameOf(ref) {
      const key = keyOf(ref)
      const known = lookUp(declared, ref.kind, key) ?? first.get(key) ?? lookUp(mentioned, ref.kind, key)
      if (known !== undefined) return known
      const name = choose(ref)
      put(mentioned, ref.kind, key, name)
      return name
    },
  }
}

/** Joins namespace and name by a control character, which no name holds. */
function keyOf({ name, namespace }: WireToolName): string {
  return namespace === undefined ? name : `${namespace}\u0001${name}`
}

function flatten({ name, namespace }: ToolRef): string {
  return namespace === undefined ? name : `${namespace}__${name}`
}

function lookUp<V>(maps: ReadonlyMap<ToolRef['kind'], ReadonlyMap<string, V>>, kind: ToolRef['kind'], key: string): V | undefined {
  return maps.get(kind)?.get(key)
}

function put<V>(maps: Map<ToolRef['kind'], Map<string, V>>, kind: ToolRef['kind'], key: string, value: V): void {
  const values = maps.get(kind)
  if (values) values.set(key, value)
  else maps.set(kind, new Map([[key, value]]))
}
