import { at, text } from '../../json/access.ts'
import { formatJson } from '../../json/format-json.ts'
import type { Json, Writable } from '../../json/json.ts'
import { tryJson } from '../../json/parse-json.ts'
import type { PieceReader, PieceWriter } from '../format.ts'
import type { Piece, Usage } from '../gist.ts'
import { readReason, readUsage, writeReason, writeUsage } from './answer.ts'
import { readFailure, writeFailure } from './failure.ts'

/** Reads the events of a streamed message. */
export function createReader(): PieceReader {
  let usage: { readonly [key: string]: Json } = {}
  return {
    push({ event, data }) {
      const frame = tryJson(data)
      if (frame === undefined) return [{ kind: 'other', type: `unreadable ${event}` }]
      const type = text(at(frame, 'type')) ?? event
      if (type === 'message_start' || type === 'message_delta') {
        const given = at(frame, ...(type === 'message_start' ? ['message', 'usage'] : ['usage']))
        // Counts are cumulative: what a later event leaves out stays as it was.
        usage = { ...usage, ...Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== null)) }
        const counted = readUsage(usage)
        const reason = text(at(frame, 'delta', 'stop_reason'))
        return [
          ...(counted === undefined ? [] : [{ kind: 'usage' as const, usage: counted }]),
          ...(reason === undefined ? [] : [{ kind: 'finish' as const, finish: readReason(reason) }]),
        ]
      }
      if (type === 'content_block_start') return readStart(at(frame, 'content_block'))
      if (type === 'content_block_delta') return readDelta(at(frame, 'delta'))
      if (type === 'content_block_stop') return [{ kind: 'end' }]
      if (type === 'message_stop') return [{ kind: 'terminal' }]
      if (type === 'error') {
        const failure = readFailure(frame, 0)
        return failure === undefined ? [{ kind: 'other', type: 'error' }] : [{ kind: 'failure', failure }]
      }
      return type === 'ping' ? [] : [{ kind: 'other', type }]
    },
  }
}

function readStart(block: Json | undefined): readonly Piece[] {
  const type = text(at(block, 'type')) ?? ''
  if (type === 'text') return [{ kind: 'text', text: text(at(block, 'text')) ?? '' }]
  if (type === 'thinking') return [{ kind: 'think', text: text(at(block, 'thinking')) ?? '' }]
  if (type === 'redacted_thinking') return [{ kind: 'redacted', seal: text(at(block, 'data')) ?? '' }]
  if (type === 'tool_use') {
    const input = formatJson(at(block, 'input'))
    const call: Piece = { kind: 'call', id: text(at(block, 'id')) ?? '', name: text(at(block, 'name')) ?? '' }
    return input === '{}' || input === 'null' ? [call] : [call, { kind: 'args', text: input }]
  }
  return [{ kind: 'other', type }]
}

function readDelta(delta: Json | undefined): readonly Piece[] {
  switch (text(at(delta, 'type'))) {
    case 'text_delta':
      return [{ kind: 'text', text: text(at(delta, 'text')) ?? '' }]
    case 'thinking_delta':
      return [{ kind: 'think', text: text(at(delta, 'thinking')) ?? '' }]
    case 'signature_delta':
      return [{ kind: 'seal', seal: text(at(delta, 'signature')) ?? '' }]
    case 'input_json_delta':
      return [{ kind: 'args', text: text(at(delta, 'partial_json')) ?? '' }]
    default:
      return []
  }
}

/** Writes a streamed message: one open block at a time, usage with the reason of its end. */
export function createWriter(model: string): PieceWriter {
  let started = false
  let index = -1
  let open: string | undefined
  let usage: Usage = { input: 1, output: 1 }
  const frames: string[] = []
  const emit = (event: string, data: { readonly [key: string]: Writable }): void => {
    frames.push(`event: ${event}\ndata: ${formatJson({ type: event, ...data })}\n\n`)
  }
  const start = (): void => {
    if (started) return
    started = true
    emit('message_start', {
      message: {
        id: 'msg_tongues',
        type: 'message',
        role: 'assistant',
        model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { ...writeUsage(usage), output_tokens: 1 },
      },
    })
  }
  const close = (): void => {
    if (open === undefined) return
    emit('content_block_stop', { index })
    open = undefined
  }
  const block = (kind: string, content: Writable): void => {
    close()
    index++
    open = kind
    emit('content_block_start', { index, content_block: content })
  }
  const delta = (content: Writable): void => emit('content_block_delta', { index, delta: content })
  return {
    push(piece) {
      frames.length = 0
      if (piece.kind === 'usage') usage = { ...usage, ...piece.usage }
      else if (piece.kind !== 'failure') start()
      switch (piece.kind) {
        case 'text':
        case 'refusal':
          if (piece.text === '') break
          if (open !== 'text') block('text', { type: 'text', text: '' })
          delta({ type: 'text_delta', text: piece.text })
          break
        case 'think':
          if (piece.text === '') break
          if (open !== 'think') block('think', { type: 'thinking', thinking: '', signature: '' })
          delta({ type: 'thinking_delta', thinking: piece.text })
          break
        case 'seal':
          if (open !== 'think') block('think', { type: 'thinking', thinking: '', signature: '' })
          delta({ type: 'signature_delta', signature: piece.seal })
          break
        case 'redacted':
          block('redacted', { type: 'redacted_thinking', data: piece.seal })
          break
        case 'call':
          if (piece.seal !== undefined) {
            if (open !== 'think') block('think', { type: 'thinking', thinking: '', signature: '' })
            delta({ type: 'signature_delta', signature: piece.seal })
          }
          block('call', { type: 'tool_use', id: piece.id ?? 'toolu_tongues', name: piece.name, input: {} })
          break
        case 'args':
          delta({ type: 'input_json_delta', partial_json: piece.text })
          break
        case 'end':
          close()
          break
        case 'finish':
          close()
          emit('message_delta', { delta: { stop_reason: writeReason(piece.finish), stop_sequence: null }, usage: writeUsage(usage) })
          break
        case 'terminal':
          emit('message_stop', {})
          break
        case 'failure':
          frames.push(`event: error\ndata: ${writeFailure(piece.failure).body}\n\n`)
          break
        default:
          break
      }
      return [...frames]
    },
  }
}
