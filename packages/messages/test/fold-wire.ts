import { createStreamParser } from '../src/index.ts'
import { createTestContext } from '@interlingua/testkit'
import type { Json } from '@interlingua/core'

type Bag = Record<string, Json>

/**
 * The document that the text of a stream stands for, folded as the official SDK does it, but blindly: whatever keys there are. Only the
 * first answer counts: some recordings hold several in one file. `undefined`: the stream has no end.
 */
export function foldWire(text: string): Json | undefined {
  const parser = createStreamParser(createTestContext().context)
  let message: Bag | undefined
  const inputs = new Map<number, string>()
  const blocks: Bag[] = []
  for (const frame of [...parser.push(text), ...parser.end()]) {
    if (frame.type !== 'event') continue
    const event = JSON.parse(JSON.stringify(frame.wire)) as Bag // a copy of JSON is JSON
    const index = event['index'] as number // block events have one
    const delta = event['delta'] as Bag // delta events have one
    switch (event['type']) {
      case 'message_start':
        message ??= event['message'] as Bag // message_start has one
        break
      case 'content_block_start':
        blocks[index] = event['content_block'] as Bag // content_block_start has one
        break
      case 'content_block_delta':
        applyDelta(blocks[index] ?? {}, delta, (json) => inputs.set(index, (inputs.get(index) ?? '') + json))
        break
      case 'message_delta': {
        if (message === undefined) return undefined
        const { type: _, delta: __, usage, ...rest } = event
        Object.assign(message, delta, rest)
        const counts = (message['usage'] ??= {}) as Bag // usage is an object
        for (const [key, value] of Object.entries((usage ?? {}) as Bag)) if (value !== null) counts[key] = value // usage is an object
        break
      }
      case 'message_stop':
        if (message === undefined) return undefined
        for (const [at, json] of inputs) {
          const block = blocks[at]
          if (block && json !== '') block['input'] = JSON.parse(json) as Json // JSON.parse gives JSON
        }
        message['content'] = blocks
        return message
      default:
        break
    }
  }
  return undefined
}

function applyDelta(block: Bag, delta: Bag, onJson: (json: string) => void): void {
  switch (delta['type']) {
    case 'text_delta':
      block['text'] = `${String(block['text'])}${String(delta['text'])}`
      break
    case 'thinking_delta':
      block['thinking'] = `${String(block['thinking'])}${String(delta['thinking'])}`
      break
    case 'signature_delta':
      block['signature'] = delta['signature'] ?? null
      break
    case 'citations_delta':
      block['citations'] = [...((block['citations'] ?? []) as Json[]), delta['citation'] ?? null] // citations are a list
      break
    case 'input_json_delta':
      onJson(String(delta['partial_json']))
      break
    default:
      Object.assign(block, { ...delta, type: block['type'] })
  }
}
