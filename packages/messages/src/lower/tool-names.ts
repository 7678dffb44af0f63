import { createToolNames, noteToolName } from '@interlingua/core/adapter'
import type { BuiltinTool, Context, GenerateRequest, Node, Pointer, Tool, ToolRef } from '@interlingua/core'
import type { ReversalDraft } from '@interlingua/core/adapter'
import { hintOf } from '../extension.ts'
import { notice } from '../notices.ts'
import { crossingTools } from './crossing-tools.ts'

/** Makes wire names. Each changed name is noted, and reported at its first use. */
export function createNameFinder(
  { tools = [] }: GenerateRequest,
  context: Context,
  reversals: ReversalDraft,
): (ref: ToolRef, place: () => Pointer) => string {
  const names = createToolNames({ illegal: /[^A-Za-z0-9_-]/g, limit: context.model?.toolNameLimit ?? 128, kinds: false })
  /** Names that need no report, or no further one. */
  const known = new Set<string>()
  // A vendor's tool has the name that the vendor gave it.
  for (const tool of tools) {
    if (tool.type !== 'builtin') continue
    known.add(fixedName(tool))
    names.fix(refOf(tool), fixedName(tool), isNamed(tool))
  }
  // Legal names are declared first, so that they stay unchanged.
  for (const tool of tools)
    if (tool.type !== 'builtin' && tool.namespace === undefined && names.keeps(tool)) names.declare(refOf(tool), true)
  for (const tool of tools) if (tool.type !== 'builtin') names.declare(refOf(tool), true)

  return (ref, place) => {
    const { name } = names.nameOf(ref)
    if (name === ref.name || known.has(name)) return name
    known.add(name)
    noteToolName(reversals, name, ref.namespace === undefined ? { name: ref.name } : { name: ref.name, namespace: ref.namespace })
    context.onNotice(notice('tool-name', place()))
    return name
  }
}

/** Place of the name of a tool or a call. */
export function placeOfName({ fields }: Node, at: Pointer): Pointer {
  return `${at}${fields?.['name'] ?? '/name'}` as Pointer // two pointers, one after the other
}

function refOf({ name, namespace, type: kind }: Tool): ToolRef {
  return namespace === undefined ? { name, kind } : { name, namespace, kind }
}

function isNamed(tool: BuiltinTool): boolean {
  return hintOf(tool).slot !== 'mcp_servers' && hintOf(tool).unnamed !== true
}

function fixedName(tool: BuiltinTool): string {
  return (tool.format === 'messages' ? undefined : crossingTools.get(tool.family)?.name) ?? tool.name
}
