import { encodeItem } from '../parts/index.ts'
import type { Desk } from './desk.ts'
import { speak } from './speak.ts'
import type { ItemShelf } from './item-shelf.ts'
import { wholeOf } from './writing.ts'
import type { Writing } from './writing.ts'

/** The events in which the arguments of an item grow. */
const deltas: Readonly<Record<string, string>> = {
  function_call: 'function_call_arguments.delta',
  custom_tool_call: 'custom_tool_call_input.delta',
  mcp_call: 'mcp_call_arguments.delta',
}

/** A piece of the arguments; those of other tools come when they are whole. */
export function writeArguments(desk: Desk, writing: Writing, text: string): void {
  const wire = speak(desk, writing, { type: 'arguments', text })
  if (wire) return desk.send(wire)
  writing.text += text
  const { item } = writing
  const name = item && deltas[item.type]
  if (item && name !== undefined && text !== '') desk.put(name, { item_id: item.id, output_index: item.index, delta: text })
}

/** The whole arguments of a call that the client runs. */
export function completeCall(desk: Desk, writing: Writing): void {
  const { item } = writing
  if (item === undefined) return
  const custom = item.type === 'custom_tool_call'
  // Clients parse the arguments: the codec says what an empty text is.
  if (writing.text === '' && !custom) {
    const wire = encodeItem(writing.start, undefined, desk.scope, item.index)
    if (typeof wire?.arguments === 'string') writeArguments(desk, writing, wire.arguments)
  }
  if (custom) desk.put('custom_tool_call_input.done', { item_id: item.id, output_index: item.index, input: writing.text })
  else
    desk.send({
      type: 'response.function_call_arguments.done',
      sequence_number: desk.sequence(),
      item_id: item.id,
      output_index: item.index,
      arguments: writing.text,
    })
}

/** The whole arguments of a tool that the provider runs; its item waits for the result. */
export function completeHosted(desk: Desk, shelf: ItemShelf, writing: Writing): void {
  const { item } = writing
  if (item === undefined) return
  shelf.leave(item)
  const at = { item_id: item.id, output_index: item.index }
  if (item.type === 'mcp_call') desk.put('mcp_call_arguments.done', { ...at, arguments: writing.text })
  else if (item.type === 'code_interpreter_call') {
    const { code } = shelf.print(item, [wholeOf(writing)])
    if (typeof code !== 'string') return
    desk.put('code_interpreter_call_code.delta', { ...at, delta: code })
    desk.put('code_interpreter_call_code.done', { ...at, code })
  }
}
