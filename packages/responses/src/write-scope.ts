import { createIdDeriver } from '@interlingua/core/adapter'
import type { EncodeState, Context, Part } from '@interlingua/core'
import { vendorOf } from './extension.ts'
import { keptItemId } from './kept-item-id.ts'
import { notice } from './notices.ts'
import { builtinCallTypes } from './parts/builtin-calls.ts'
import type { EncodeScope } from './parts/codec.ts'

/**
 * Makes the context for printing the items of a response. Ids that the source did not give are made from the response's id and the item's
 * index.
 */
export function createWriteScope(responseId: string, own: boolean, context: Context, asked: EncodeState | undefined): EncodeScope {
  const derive = createIdDeriver(responseId)
  const scope: EncodeScope = {
    answer: true,
    vendor: vendorOf(context),
    envelopes: context.policy.carryForeignSeals,
    idOf: asked?.kept
      ? (id, prefix, index) => id ?? keptItemId(prefix, responseId, index)
      : (id, prefix, index) => id ?? (own ? undefined : derive(prefix, index)),
    onLost: (part) => context.onNotice(notice(lostCode(part), part.at ?? '')),
  }
  const builtins = builtinsOf(asked)
  return builtins === undefined ? scope : { ...scope, builtins }
}

/** Notice code for a part without an item: it stood in the result of a hosted tool, since all others were checked before. */
function lostCode({ type }: Part): 'hosted-result' | 'hosted-part' {
  return type === 'hosted-call' ? 'hosted-part' : 'hosted-result'
}

/** Item types of calls of vendor-defined tools that the request declared: other formats have them as functions of that name. */
export function builtinsOf(asked: EncodeState | undefined): ReadonlyMap<string, string> | undefined {
  let builtins: Map<string, string> | undefined
  for (const tool of asked?.request?.tools ?? []) {
    if (tool.type !== 'builtin') continue
    const name = tool.family.replaceAll('-', '_')
    const type = Object.hasOwn(builtinCallTypes, name) ? builtinCallTypes[name] : undefined
    if (type !== undefined && tool.runsOn === 'client') (builtins ??= new Map()).set(tool.name, type).set(name, type)
  }
  return builtins
}
