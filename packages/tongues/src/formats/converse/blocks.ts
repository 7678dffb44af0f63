import { at, items, text } from '../../json/access.ts'
import { formatJson } from '../../json/format-json.ts'
import { Literal, type Json, type Writable } from '../../json/json.ts'
import type { Item } from '../gist.ts'

/** Content block of an item; none for instructions, which have their own place. */
export function blockOf(item: Item): Writable | undefined {
  switch (item.kind) {
    case 'user':
    case 'assistant':
    case 'refusal':
      return { text: item.text }
    case 'media':
      return { image: { format: item.media.mime?.split('/')[1] ?? 'png', source: { bytes: item.media.data } } }
    case 'think':
      return item.redacted === true
        ? { reasoningContent: { redactedContent: item.seal } }
        : { reasoningContent: { reasoningText: { text: item.text, signature: item.seal } } }
    case 'call':
      return { toolUse: { toolUseId: item.id ?? 'call_0', name: item.name, input: new Literal(item.args.trim() || '{}') } }
    case 'result':
      return {
        toolResult: { toolUseId: item.of ?? 'call_0', content: [{ text: item.text }], status: item.error === true ? 'error' : undefined },
      }
    default:
      return undefined
  }
}

/** Content block of the assistant in neutral words. */
export function readBlock(block: Json): readonly Item[] {
  const said = text(at(block, 'text'))
  if (said !== undefined) return [{ kind: 'assistant', text: said }]
  const call = at(block, 'toolUse')
  if (call !== undefined) {
    const id = text(at(call, 'toolUseId'))
    const args = formatJson(at(call, 'input') ?? {})
    return [{ kind: 'call', name: text(at(call, 'name')) ?? '', args, ...(id !== undefined && { id }) }]
  }
  const reasoning = at(block, 'reasoningContent')
  if (reasoning !== undefined) {
    const seal = text(at(reasoning, 'reasoningText', 'signature'))
    const redacted = text(at(reasoning, 'redactedContent'))
    if (redacted !== undefined) return [{ kind: 'think', text: '', seal: redacted, redacted: true }]
    return [{ kind: 'think', text: text(at(reasoning, 'reasoningText', 'text')) ?? '', ...(seal !== undefined && { seal }) }]
  }
  const cited = items(at(block, 'citationsContent', 'content')).map((part) => text(at(part, 'text')) ?? '')
  return cited.length > 0 ? [{ kind: 'assistant', text: cited.join('') }] : []
}
