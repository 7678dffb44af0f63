import { object, shown } from './loose.ts'
import type { Loose } from './loose.ts'
import { readSse } from './read-sse.ts'

/** The deltas that each type of block may get; a type that is not here comes whole. */
const deltasOf: Readonly<Record<string, readonly string[]>> = {
  text: ['text_delta', 'citations_delta'],
  thinking: ['thinking_delta', 'signature_delta'],
  tool_use: ['input_json_delta'],
  server_tool_use: ['input_json_delta'],
  mcp_tool_use: ['input_json_delta'],
  compaction: ['compaction_delta'],
}

/** Breaches that would stop a strict reader of Messages streams. https://platform.claude.com/docs/en/build-with-claude/streaming */
export function checkMessagesStream(text: string): readonly string[] {
  const breaches: string[] = []
  let open: { readonly index: number; readonly type: string; last: string } | undefined
  let next = 0
  let phase = 'before' as 'before' | 'blocks' | 'ending' | 'stopped' | 'failed' // widened: closures would narrow it
  readSse(text).forEach(({ event, data }, number) => {
    const wire = parse(data)
    const say = (what: string): number => breaches.push(`frame ${number} (${event}): ${what}`)
    if (event === undefined) say('no event line: the SDK skips it')
    if (event !== wire['type']) say(`its data is of type ${shown(wire['type'])}`)
    if (phase === 'failed' || phase === 'stopped') return say(`comes after the stream has ${phase}`)
    switch (wire['type']) {
      case 'ping':
        return
      case 'error':
        phase = 'failed'
        if (typeof object(wire['error'])['message'] !== 'string') say('an error without a message')
        return
      case 'message_start':
        if (phase !== 'before') say('the second message_start')
        phase = 'blocks'
        if (typeof object(object(wire['message'])['usage'])['input_tokens'] !== 'number') say('no usage in message_start')
        return
      case 'content_block_start': {
        if (phase !== 'blocks') say('a block outside its place')
        if (open) say(`block ${open.index} is still open`)
        if (wire['index'] !== next) say(`index ${shown(wire['index'])} where ${next} is the next`)
        open = { index: next++, type: shown(object(wire['content_block'])['type']), last: '' }
        return
      }
      case 'content_block_delta': {
        const delta = object(wire['delta'])
        if (open === undefined || open.index !== wire['index']) return say(`block ${shown(wire['index'])} is not open`)
        if (deltasOf[open.type] && !deltasOf[open.type]?.includes(shown(delta['type'])))
          say(`a ${shown(delta['type'])} in a ${open.type} block`)
        if (open.last === 'signature_delta') say('a delta after the signature')
        open.last = shown(delta['type'])
        return
      }
      case 'content_block_stop':
        if (open === undefined || open.index !== wire['index']) say(`block ${shown(wire['index'])} is not open`)
        open = undefined
        return
      case 'message_delta':
        if (phase === 'before') say('comes before message_start')
        if (open) say(`block ${open.index} is still open`)
        phase = 'ending'
        if (typeof object(wire['usage'])['output_tokens'] !== 'number') say('no output_tokens in message_delta')
        return
      case 'message_stop':
        if (phase !== 'ending') say('comes without a message_delta')
        phase = 'stopped'
        return
      default:
        return
    }
  })
  if (phase !== 'stopped' && phase !== 'failed') breaches.push('the stream has no end')
  return breaches
}

function parse(data: string): Loose {
  try {
    return object(JSON.parse(data))
  } catch {
    return {}
  }
}
