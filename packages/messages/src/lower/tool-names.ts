import { deriveId, noteToolName } from '@interlingua/core'
import type { BuiltinTool, Context, GenerateRequest, Pointer, ReversalDraft, Tool, ToolRef } from '@interlingua/core'
import { hintOf } from '../extension.ts'
import { notice } from '../notices.ts'
import { crossingTools } from './crossing-tools.ts'

/** The names on the wire: legal, unique, and the same every time. */
export function createToolNames(
  request: GenerateRequest,
  context: Context,
  reversals: ReversalDraft,
): (ref: ToolRef, at: Pointer) => string {
  const limit = context.model?.toolNameLimit ?? 128
  const declared = request.tools ?? []
  // A vendor's tool has the name that the vendor gave it.
  const taken = new Set<string>()
  for (const tool of declared) if (tool.type === 'builtin' && isNamed(tool)) taken.add(fixedName(tool))
  // Legal names keep what they are, whoever comes first. Nearly every name that is asked for is one of these.
  const kept = new Map<string, Tool['type']>()
  for (const { type, name, namespace } of declared) {
    if (type === 'builtin' || namespace !== undefined || taken.has(name) || !isLegal(name, limit)) continue
    kept.set(name, type)
    taken.add(name)
  }
  const changed = new Map<string, string>()

  const change = (ref: ToolRef, at: Pointer): string => {
    const key = `${ref.kind ?? ''}\u0000${ref.namespace ?? ''}\u0000${ref.name}`
    const old = changed.get(key) ?? inherited(ref)
    if (old !== undefined) return old
    const name = freeName(ref, limit, taken)
    changed.set(key, name)
    taken.add(name)
    if (name !== ref.name) {
      noteToolName(reversals, name, ref.namespace === undefined ? { name: ref.name } : { name: ref.name, namespace: ref.namespace })
      context.onNotice(notice('tool-name', at))
    }
    return name
  }

  /** What no declaration of its own kind has is what any declaration of this name has. */
  const inherited = (ref: ToolRef): string | undefined => {
    const same = declared.filter(({ name, namespace }) => name === ref.name && namespace === ref.namespace)
    const own = same.find(({ type }) => type === ref.kind)
    if (own?.type === 'builtin') return fixedName(own)
    if (own !== undefined) return undefined
    const [first] = same
    if (first === undefined) return undefined
    return first.type === 'builtin' || kept.has(ref.name)
      ? ref.name
      : changed.get(`${first.type}\u0000${ref.namespace ?? ''}\u0000${ref.name}`)
  }

  return (ref, at) =>
    ref.namespace === undefined && ref.kind !== undefined && kept.get(ref.name) === ref.kind ? ref.name : change(ref, at)
}

function isNamed(tool: BuiltinTool): boolean {
  return hintOf(tool).slot !== 'mcp_servers' && hintOf(tool).unnamed !== true
}

function fixedName(tool: BuiltinTool): string {
  return (tool.format === 'messages' ? undefined : crossingTools.get(tool.family)?.name) ?? tool.name
}

function freeName({ namespace, name }: ToolRef, limit: number, taken: ReadonlySet<string>): string {
  const flat = namespace === undefined ? name : `${namespace}__${name}`
  if (isLegal(flat, limit) && !taken.has(flat)) return flat
  const suffix = `_${deriveId('', namespace ?? '', name).slice(0, 8)}`
  return `${flat.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, limit - suffix.length)}${suffix}`
}

function isLegal(name: string, limit: number): boolean {
  return name.length <= limit && /^[A-Za-z0-9_-]+$/.test(name)
}
