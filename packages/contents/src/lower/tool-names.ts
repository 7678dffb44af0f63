import { createToolNames, noteToolName } from '@interlingua/core/adapter'
import type { Context, GenerateRequest, Pointer, Tool, ToolRef } from '@interlingua/core'
import type { ReversalDraft } from '@interlingua/core/adapter'
import { notice } from '../notices.ts'

/** Makes wire names. Each changed name is noted, and reported at its first use. */
export function createNameFinder(
  { tools = [] }: GenerateRequest,
  context: Context,
  reversals: ReversalDraft,
): (ref: ToolRef, place: () => Pointer) => string {
  const limit = context.model?.toolNameLimit ?? 64
  const names = createToolNames({ illegal: /[^A-Za-z0-9_.:-]/g, begins: /^[A-Za-z_]/, limit, kinds: false })
  const known = new Set<string>()
  // Legal names are declared first, so that they stay unchanged.
  for (const tool of tools)
    if (tool.type !== 'builtin' && tool.namespace === undefined && names.keeps(tool)) names.declare(refOf(tool), true)
  for (const tool of tools) if (tool.type !== 'builtin' || tool.runsOn === 'client') names.declare(refOf(tool), true)

  return (ref, place) => {
    const { name } = names.nameOf(ref)
    if (name === ref.name || known.has(name)) return name
    known.add(name)
    noteToolName(reversals, name, ref.namespace === undefined ? { name: ref.name } : { name: ref.name, namespace: ref.namespace })
    context.onNotice(notice('tool-name', place()))
    return name
  }
}

function refOf({ name, namespace, type: kind }: Tool): ToolRef {
  return namespace === undefined ? { name, kind } : { name, namespace, kind }
}
