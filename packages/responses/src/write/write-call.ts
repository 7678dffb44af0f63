import { encodeItem } from '../parts/index.ts'
import type { WriterContext } from './writer-context.ts'
import { writeTextDelta } from './write-text-delta.ts'
import type { ItemRegistry } from './item-registry.ts'
import { wholeOf } from './open-part.ts'
import type { OpenPart } from './open-part.ts'

/** Events in which the arguments of an item grow. */
const deltas: Readonly<Record<string, string>> = {
  function_call: 'function_call_arguments.delta',
  custom_tool_call: 'custom_tool_call_input.delta',
  mcp_call: 'mcp_call_arguments.delta',
}

/** Writes a piece of arguments; those of other tools come once complete. */
export function writeArguments(writer: WriterContext, open: OpenPart, text: string): void {
  const wire = writeTextDelta(writer, open, { type: 'arguments', text })
  if (wire) return writer.send(wire)
  open.text += text
  const { item } = open
  const name = item && deltas[item.type]
  if (item && name !== undefined && text !== '') writer.put(name, { item_id: item.id, output_index: item.index, delta: text })
}

/** Writes the whole arguments of a call that the client runs. */
export function completeCall(writer: WriterContext, open: OpenPart): void {
  const { item } = open
  if (item === undefined) return
  const custom = item.type === 'custom_tool_call'
  // Clients parse the arguments, so the codec decides about an empty text.
  if (open.text === '' && !custom) {
    const wire = encodeItem(open.start, undefined, writer.scope, item.index)
    if (typeof wire?.arguments === 'string') writeArguments(writer, open, wire.arguments)
  }
  if (custom) writer.put('custom_tool_call_input.done', { item_id: item.id, output_index: item.index, input: open.text })
  else
    writer.send({
      type: 'response.function_call_arguments.done',
      sequence_number: writer.sequence(),
      item_id: item.id,
      output_index: item.index,
      arguments: open.text,
    })
}

/** Writes the whole arguments of a hosted tool; its item waits for the result. */
export function completeHosted(writer: WriterContext, registry: ItemRegistry, open: OpenPart): void {
  const { item } = open
  if (item === undefined) return
  registry.leave(item)
  const at = { item_id: item.id, output_index: item.index }
  if (item.type === 'mcp_call') writer.put('mcp_call_arguments.done', { ...at, arguments: open.text })
  else if (item.type === 'code_interpreter_call') {
    const { code } = registry.encode(item, [wholeOf(open)])
    if (typeof code !== 'string') return
    writer.put('code_interpreter_call_code.delta', { ...at, delta: code })
    writer.put('code_interpreter_call_code.done', { ...at, code })
  }
}
