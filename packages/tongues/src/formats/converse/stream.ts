import { writeAwsMessage } from '../../framing/aws-events.ts'
import { at, number, text } from '../../json/access.ts'
import { formatJson } from '../../json/format-json.ts'
import type { Json, Writable } from '../../json/json.ts'
import { tryJson } from '../../json/parse-json.ts'
import { createBlocks, withStart } from '../blocks.ts'
import type { PieceReader, PieceWriter } from '../format.ts'
import type { Piece, Usage } from '../gist.ts'
import { classOfException, exceptionOf, readFinish, readUsage, writeFinish, writeUsage } from './answer.ts'

/** Reads the events of ConverseStream; messages with a wrong checksum are failures, as they are to Amazon's SDKs. */
export function createReader(): PieceReader {
  const calls = new Set<number | undefined>()
  let begun = false
  return {
    push({ event, data }) {
      const frame = tryJson(data) ?? null
      if (event === 'malformed') return [{ kind: 'failure', failure: { class: 'server', message: `a message with wrong ${data}` } }]
      if (event === 'exception') {
        const name = text(at(frame, 'type')) ?? ''
        const payload = text(at(frame, 'payload')) ?? ''
        const message = text(at(tryJson(payload) ?? null, 'message')) ?? payload
        return [{ kind: 'failure', failure: { class: classOfException(name) ?? 'server', message } }]
      }
      const index = number(at(frame, 'contentBlockIndex'))
      const use = at(frame, 'start', 'toolUse')
      if (event === 'contentBlockStart' && use !== undefined) {
        calls.add(index)
        begun = false
        return [{ kind: 'call', id: text(at(use, 'toolUseId')) ?? '', name: text(at(use, 'name')) ?? '' }]
      }
      if (event === 'contentBlockDelta') {
        const pieces = readDelta(at(frame, 'delta'))
        begun ||= pieces.length > 0
        return pieces
      }
      if (event === 'contentBlockStop') {
        const isBare = calls.has(index) && !begun
        begun = false
        return isBare ? [{ kind: 'args', text: '{}' }, { kind: 'end' }] : [{ kind: 'end' }]
      }
      if (event === 'messageStop') return [{ kind: 'finish', finish: readFinish(text(at(frame, 'stopReason'))) ?? 'other' }]
      if (event !== 'metadata') return []
      const usage = readUsage(at(frame, 'usage'))
      return [...(usage === undefined ? [] : [{ kind: 'usage', usage } as const]), { kind: 'terminal' }]
    },
  }
}

function readDelta(delta: Json | undefined): readonly Piece[] {
  const said = text(at(delta, 'text'))
  if (said !== undefined) return said === '' ? [] : [{ kind: 'text', text: said }]
  const input = text(at(delta, 'toolUse', 'input'))
  if (input !== undefined) return input === '' ? [] : [{ kind: 'args', text: input }]
  const reasoning = at(delta, 'reasoningContent')
  const thought = text(at(reasoning, 'text'))
  if (thought !== undefined) return [{ kind: 'think', text: thought }]
  const seal = text(at(reasoning, 'signature'))
  if (seal !== undefined) return [{ kind: 'seal', seal }]
  const redacted = text(at(reasoning, 'redactedContent'))
  return redacted === undefined ? [] : [{ kind: 'redacted', seal: redacted }]
}

/** Writes ConverseStream: blocks by index, a start for calls only, and usage behind the end. */
export function createWriter(): PieceWriter {
  let usage: Usage = {}
  const message = (event: string, payload: { readonly [key: string]: Writable }): string =>
    writeAwsMessage({
      headers: { ':event-type': event, ':content-type': 'application/json', ':message-type': 'event' },
      payload: formatJson({ ...payload, p: 'abcdefgh' }),
    })
  const blocks = createBlocks((index) => message('contentBlockStop', { contentBlockIndex: index }))
  const delta = (kind: string, given: Writable): readonly string[] => {
    const closed = blocks.isOpen(kind) ? [] : blocks.begin(kind)
    return [...closed, message('contentBlockDelta', { contentBlockIndex: blocks.index, delta: given })]
  }
  const made = (piece: Piece): readonly string[] => {
    switch (piece.kind) {
      case 'text':
      case 'refusal':
        return delta('text', { text: piece.text })
      case 'think':
        return delta('think', { reasoningContent: { text: piece.text } })
      case 'seal':
        return delta('think', { reasoningContent: { signature: piece.seal } })
      case 'redacted':
        return delta('redacted', { reasoningContent: { redactedContent: piece.seal } })
      case 'call': {
        const closed = blocks.begin('call')
        const start = { toolUse: { toolUseId: piece.id ?? `tooluse_${blocks.index}`, name: piece.name } }
        return [...closed, message('contentBlockStart', { contentBlockIndex: blocks.index, start })]
      }
      case 'args':
        return delta('call', { toolUse: { input: piece.text } })
      case 'end':
        return blocks.close()
      case 'usage':
        usage = piece.usage
        return []
      case 'finish':
        return [...blocks.close(), message('messageStop', { stopReason: writeFinish(piece.finish) })]
      case 'terminal':
        return [message('metadata', { usage: writeUsage(usage), metrics: { latencyMs: 1 } })]
      case 'failure': {
        const headers = {
          ':exception-type': exceptionOf(piece.failure.class),
          ':content-type': 'application/json',
          ':message-type': 'exception',
        }
        return [writeAwsMessage({ headers, payload: formatJson({ message: piece.failure.message }) })]
      }
      default:
        return []
    }
  }
  return withStart(made, () => [message('messageStart', { role: 'assistant' })])
}
