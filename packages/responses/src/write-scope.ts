import { createIdDeriver } from '@interlingua/core'
import type { Asked, Context, Part } from '@interlingua/core'
import { vendorOf } from './extension.ts'
import { keptItemId } from './kept-item-id.ts'
import { notice } from './notices.ts'
import { builtinCallTypes } from './parts/builtin-calls.ts'
import type { EncodeScope } from './parts/codec.ts'

/** How the items of an answer are printed. Ids that the source did not give are made from the answer's id and the item's place. */
export function createWriteScope(responseId: string, own: boolean, context: Context, asked: Asked | undefined): EncodeScope {
  const derive = createIdDeriver(responseId)
  const scope: EncodeScope = {
    answer: true,
    vendor: vendorOf(context),
    envelopes: context.policy.envelopeSeals,
    idOf: asked?.kept
      ? (id, prefix, index) => id ?? keptItemId(prefix, responseId, index)
      : (id, prefix, index) => id ?? (own ? undefined : derive(prefix, index)),
    onLost: (part) => context.onNotice(notice(lostCode(part), part.at ?? '')),
  }
  const builtins = builtinsOf(asked)
  return builtins === undefined ? scope : { ...scope, builtins }
}

/** What no item takes stands in the result of a hosted tool: all else was looked at before. */
function lostCode({ type }: Part): 'hosted-result' | 'hosted-part' {
  return type === 'hosted-call' ? 'hosted-part' : 'hosted-result'
}

/** The item types of calls of vendor-defined tools that the request declared: elsewhere they were functions of that name. */
export function builtinsOf(asked: Asked | undefined): ReadonlyMap<string, string> | undefined {
  let builtins: Map<string, string> | undefined
  for (const tool of asked?.request?.tools ?? []) {
    if (tool.type !== 'builtin') continue
    const name = tool.family.replaceAll('-', '_')
    const type = Object.hasOwn(builtinCallTypes, name) ? builtinCallTypes[name] : undefined
    if (type !== undefined && tool.runsOn === 'client') (builtins ??= new Map()).set(tool.name, type).set(name, type)
  }
  return builtins
}
