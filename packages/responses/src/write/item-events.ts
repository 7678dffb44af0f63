import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'
import type { JsonDraft } from '../extension.ts'

/** States of hosted tools while they run, the first one at their beginning. */
export const ticks: Readonly<Record<string, readonly string[]>> = {
  web_search_call: ['in_progress', 'searching', 'completed'],
  file_search_call: ['in_progress', 'searching', 'completed'],
  code_interpreter_call: ['in_progress', 'interpreting', 'completed'],
  image_generation_call: ['in_progress', 'generating', 'completed'],
  mcp_call: ['in_progress', 'completed', 'failed'],
}

/** Turns an item into one at its beginning: empty where its events fill it, and not completed. */
export function emptyItem(added: JsonDraft): JsonDraft {
  if (added.status === 'completed' || added.status === 'failed') added.status = 'in_progress'
  switch (added.type) {
    case 'message':
      added.content = []
      break
    case 'reasoning':
      added.summary = []
      delete added.content
      break
    case 'function_call':
    case 'mcp_call':
      added.arguments = ''
      break
    case 'custom_tool_call':
      added.input = ''
      break
    case 'shell_call':
      if (isJsonObject(added.action)) added.action = { ...added.action, commands: [] }
      break
    case 'shell_call_output':
      added.output = []
      break
    case 'image_generation_call':
      added.result = null
      break
    case 'mcp_list_tools':
      added.tools = []
      break
  }
  return added
}

/** Events between the start and the end of an item that is written whole: name and payload beside the item's index. */
export function middleEvents(wire: JsonObject): readonly (readonly [string, JsonDraft])[] {
  switch (wire.type) {
    case 'shell_call':
      return commandEvents(isJsonObject(wire.action) ? wire.action.commands : undefined)
    case 'shell_call_output':
      return contentEvents(wire)
    case 'image_generation_call':
      return (ticks.image_generation_call ?? []).map((tick) => [`image_generation_call.${tick}`, { item_id: wire.id ?? '' }])
    case 'mcp_list_tools': {
      const failed = wire.error !== undefined && wire.error !== null
      const item = { item_id: wire.id ?? '' }
      return [
        ['mcp_list_tools.in_progress', item],
        [failed ? 'mcp_list_tools.failed' : 'mcp_list_tools.completed', item],
      ]
    }
    case 'compaction':
      return [['compaction.compacting', { item_id: wire.id ?? '' }]]
    default:
      return []
  }
}

/** Commands are identified only by the index of their item. */
function commandEvents(commands: Json | undefined): readonly (readonly [string, JsonDraft])[] {
  const events: (readonly [string, JsonDraft])[] = []
  if (!Array.isArray(commands)) return events
  commands.forEach((command: Json, index) => {
    if (typeof command !== 'string') return
    events.push(
      ['shell_call_command.added', { command_index: index, command: '' }],
      ['shell_call_command.delta', { command_index: index, delta: command }],
      ['shell_call_command.done', { command_index: index, command }],
    )
  })
  return events
}

/** Events of what commands printed. */
function contentEvents({ id, output }: JsonObject): readonly (readonly [string, JsonDraft])[] {
  const events: (readonly [string, JsonDraft])[] = []
  if (!Array.isArray(output)) return events
  output.forEach((content: Json, index) => {
    if (!isJsonObject(content)) return
    const place = { item_id: id ?? '', command_index: index }
    const { stdout = '', stderr = '' } = content
    events.push(
      ['shell_call_output_content.delta', { ...place, delta: { stdout, stderr } }],
      ['shell_call_output_content.done', { ...place, output: [content] }],
    )
  })
  return events
}
