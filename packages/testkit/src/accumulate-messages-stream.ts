import { readSse } from './read-sse.ts'

type Loose = { [key: string]: unknown }

/**
 * Message that the text of a Messages stream stands for, built from the wire's documented rules without the library's code; `undefined` if
 * the stream fails or has no end. https://platform.claude.com/docs/en/build-with-claude/streaming
 */
export function accumulateMessagesStream(text: string): unknown {
  let message: Loose | undefined
  let stopped = false
  const blocks: Loose[] = []
  const inputs: (string | undefined)[] = []
  for (const { data } of readSse(text)) {
    if (stopped) break // recordings hold later traffic of the same socket
    const event = JSON.parse(data) as Loose // recorded or checked: each datum is a JSON object
    const index = Number(event['index'])
    switch (event['type']) {
      case 'message_start':
        message = structuredClone(event['message']) as Loose
        break
      case 'content_block_start':
        blocks[index] = structuredClone(event['content_block']) as Loose
        break
      case 'content_block_delta':
        addDelta(blocks, inputs, index, event['delta'] as Loose)
        break
      case 'content_block_stop': {
        const input = inputs[index]
        if (input) Object.assign(blocks[index] ?? {}, { input: JSON.parse(input) as unknown })
        break
      }
      case 'message_delta':
        if (message) addMessageDelta(message, event)
        break
      case 'message_stop':
        stopped = true
        break
      case 'error':
        return undefined
      default:
        break
    }
  }
  if (message === undefined || !stopped) return undefined
  return { ...message, content: blocks }
}

function addDelta(blocks: Loose[], inputs: (string | undefined)[], index: number, delta: Loose): void {
  const block = blocks[index]
  if (block === undefined) return
  switch (delta['type']) {
    case 'text_delta':
      block['text'] = `${String(block['text'])}${String(delta['text'])}`
      return
    case 'thinking_delta':
      block['thinking'] = `${String(block['thinking'])}${String(delta['thinking'])}`
      return
    case 'signature_delta':
      block['signature'] = delta['signature']
      return
    case 'input_json_delta':
      inputs[index] = `${inputs[index] ?? ''}${String(delta['partial_json'])}`
      return
    case 'citations_delta':
      block['citations'] = [...((block['citations'] as unknown[] | null | undefined) ?? []), delta['citation']]
      return
    case 'compaction_delta':
      for (const key of ['content', 'encrypted_content']) if (key in delta) block[key] = delta[key]
      return
    default:
      return
  }
}

/** Deltas are cumulative: a value that is not null replaces the earlier one. */
function addMessageDelta(message: Loose, event: Loose): void {
  const { type: _, delta, usage, ...rest } = event
  Object.assign(message, delta, rest)
  const counts = (message['usage'] ??= {}) as Loose
  for (const [key, value] of Object.entries((usage ?? {}) as Loose)) if (value !== null || !(key in counts)) counts[key] = value
}
