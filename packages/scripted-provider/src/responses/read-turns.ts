import type { Part, ToolResultPart, Turn } from '@interlingua/core'
import { readContent } from './read-content.ts'
import { readTools } from './read-tools.ts'
import type { WireItem } from './shapes/read-item.ts'

/** Reads input items as turns: the items of the model share a turn, as do results, and each message of another author is a turn. */
export function readTurns(items: readonly WireItem[]): readonly Turn[] {
  const turns: { author: Turn['author']; kind: string; turn: Turn & { parts: Part[] } }[] = []
  for (const item of items) {
    const { author, parts, ...more } = readTurn(item)
    const kind = item.type === 'message' && author !== 'assistant' ? 'message' : author
    const last = turns.at(-1)
    if (last && kind !== 'message' && last.kind === kind && last.author === author && !more.changes) last.turn.parts.push(...parts)
    else turns.push({ author, kind, turn: { author, ...more, parts: [...parts] } })
  }
  return turns.map(({ turn }) => turn)
}

function readTurn(item: WireItem): Turn {
  switch (item.type) {
    case 'message':
      return readMessage(item)
    case 'reasoning':
      return {
        author: 'assistant',
        parts: [{ type: 'reasoning', segments: item.summary.map(({ text }) => ({ type: 'summary', text })) }],
      }
    case 'function_call':
      return call(item.call_id, item.name, 'function', item.arguments, item.namespace)
    case 'custom_tool_call':
      return call(item.call_id, item.name, 'custom', item.input, item.namespace)
    case 'shell_call':
      return call(item.call_id, 'shell', 'builtin', JSON.stringify(item.action))
    case 'local_shell_call':
      return call(item.call_id, 'local_shell', 'builtin', JSON.stringify(item.action))
    case 'apply_patch_call':
      return call(item.call_id, 'apply_patch', 'builtin', JSON.stringify(item.operation))
    case 'computer_call':
      return call(item.call_id, 'computer', 'builtin', JSON.stringify(item.action ?? item.actions ?? {}))
    case 'tool_search_call':
      return item.execution === 'client'
        ? call(item.call_id ?? '', 'tool_search', 'builtin', JSON.stringify(item.arguments ?? {}))
        : hosted(item.id ?? '', 'tool-search')
    case 'function_call_output':
    case 'custom_tool_call_output':
      return result({ type: 'tool-result', callId: item.call_id, parts: readContent(item.output) })
    case 'shell_call_output':
      return result({ type: 'tool-result', callId: item.call_id, parts: item.output.map(textOfOutput) })
    case 'local_shell_call_output':
      return result({ type: 'tool-result', callId: item.call_id ?? item.id, parts: [{ type: 'text', text: item.output }] })
    case 'apply_patch_call_output':
      return result({
        type: 'tool-result',
        callId: item.call_id,
        isError: item.status === 'failed',
        parts: item.output === undefined ? [] : [{ type: 'text', text: item.output }],
      })
    case 'computer_call_output':
      return result({
        type: 'tool-result',
        callId: item.call_id,
        parts: [{ type: 'media', kind: 'image', source: { type: 'url', url: 'a screenshot' } }],
      })
    case 'tool_search_output': {
      const found: ToolResultPart = { type: 'tool-result', callId: item.call_id ?? '', parts: [] }
      return { ...result(found), changes: { addTools: readTools(item.tools) } }
    }
    case 'additional_tools':
      return { author: 'instruction', authority: 'developer', parts: [], changes: { addTools: readTools(item.tools) } }
    case 'web_search_call':
      return hosted(item.id, 'web-search')
    case 'image_generation_call':
      return hosted(item.id, 'image-generation')
    case 'mcp_approval_response':
      return {
        author: 'user',
        parts: [{ type: 'approval', requestId: item.approval_request_id, direction: 'response', approve: item.approve }],
      }
    case 'configuration_update':
    case 'compaction_trigger':
    case 'program_output':
      return { author: 'instruction', authority: 'developer', parts: [] }
    default:
      return { author: 'assistant', parts: [{ type: 'opaque', format: 'responses', wire: { type: item.type } }] }
  }
}

function readMessage(item: Extract<WireItem, { type: 'message' }>): Turn {
  switch (item.role) {
    case 'user':
      return { author: 'user', parts: readContent(item.content) }
    case 'system':
    case 'developer':
      return { author: 'instruction', authority: item.role, parts: readContent(item.content) }
    case 'assistant':
      return {
        author: 'assistant',
        parts:
          typeof item.content === 'string'
            ? [{ type: 'text', text: item.content }]
            : item.content.map((part) =>
                part.type === 'refusal' ? { type: 'refusal', text: part.refusal } : { type: 'text', text: part.text },
              ),
      }
  }
}

function call(callId: string, name: string, kind: 'function' | 'custom' | 'builtin', args: string, namespace?: string): Turn {
  const part: Part = { type: 'tool-call', callId, name, kind, arguments: args, ...(namespace !== undefined && { namespace }) }
  return { author: 'assistant', parts: [part] }
}

function hosted(callId: string, family: string): Turn {
  return { author: 'assistant', parts: [{ type: 'hosted-call', callId, family, arguments: '{}' }] }
}

function result(part: ToolResultPart): Turn {
  return { author: 'user', parts: [part] }
}

function textOfOutput(output: { readonly stdout?: unknown; readonly stderr?: unknown }): Part {
  return { type: 'text', text: `${String(output.stdout ?? '')}${String(output.stderr ?? '')}` }
}
