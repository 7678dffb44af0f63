import { at, items, text } from '../../json/access.ts'
import { formatJson } from '../../json/format-json.ts'
import type { Writable } from '../../json/json.ts'
import { tryJson } from '../../json/parse-json.ts'
import type { PieceReader, PieceWriter } from '../format.ts'
import type { Piece, Usage } from '../gist.ts'
import { callPart, readReason, readUsage, responseOf, writeReason } from './answer.ts'
import { readFailure, writeFailure } from './failure.ts'
import { readPart } from './read-request.ts'

/** Reads the chunks of a streamed answer. The stream's end is the chunk with the reason of its finish. */
export function createReader(): PieceReader {
  let calls = 0
  return {
    push({ data }) {
      if (data === '[DONE]') return []
      const frame = tryJson(data)
      if (frame === undefined) return [{ kind: 'other', type: 'unreadable' }]
      const failure = readFailure(frame, 500)
      if (failure !== undefined) return [{ kind: 'failure', failure }]
      const candidate = at(frame, 'candidates', 0)
      const pieces: Piece[] = []
      for (const part of items(at(candidate, 'content', 'parts')))
        for (const item of readPart(part, 'assistant')) {
          if (item.kind === 'think') {
            pieces.push({ kind: 'think', text: item.text })
            if (item.seal !== undefined) pieces.push({ kind: 'seal', seal: item.seal })
          } else if (item.kind === 'assistant') pieces.push({ kind: 'text', text: item.text })
          else if (item.kind === 'call') {
            calls++
            const { id, name, seal, args } = item
            pieces.push({ kind: 'call', name, ...(id !== undefined && { id }), ...(seal !== undefined && { seal }) })
            pieces.push({ kind: 'args', text: args }, { kind: 'end' })
          } else if (item.kind === 'other') pieces.push({ kind: 'other', type: item.type })
        }
      const blocked = text(at(frame, 'promptFeedback', 'blockReason'))
      const reason = text(at(candidate, 'finishReason'))
      const usage = readUsage(at(frame, 'usageMetadata'))
      // A snapshot is the whole truth: what it leaves out is not there.
      if (usage !== undefined) pieces.push({ kind: 'usage', usage: { ...usage } })
      if (blocked !== undefined || reason !== undefined)
        pieces.push({ kind: 'finish', finish: reason === undefined ? 'filter' : readReason(reason, calls > 0) }, { kind: 'terminal' })
      return pieces
    },
  }
}

/** Writes a streamed answer: CRLF, no `[DONE]`, calls whole, the reason in the last chunk. */
export function createWriter(model: string): PieceWriter {
  let usage: Usage = { input: 1, output: 1 }
  let call:
    | { readonly kind: 'call'; readonly id?: string; readonly name: string; readonly seal?: string; readonly args: string }
    | undefined
  let waiting: string | undefined
  const frame = (data: Writable): string => `data: ${formatJson(data)}\r\n\r\n`
  const parts = (...list: readonly Writable[]): string => frame(responseOf(model, list))
  const flush = (): readonly string[] => {
    const made = call === undefined ? [] : [parts(callPart(call))]
    call = undefined
    return made
  }
  /** A seal goes to the part behind it. */
  const seal = (): string | undefined => {
    const given = waiting
    waiting = undefined
    return given
  }
  return {
    push(piece) {
      switch (piece.kind) {
        case 'text':
        case 'refusal':
          return piece.text === '' ? [] : [...flush(), parts({ text: piece.text, thoughtSignature: seal() })]
        case 'think':
          return piece.text === '' ? [] : [...flush(), parts({ text: piece.text, thought: true })]
        case 'seal':
        case 'redacted':
          waiting = piece.seal
          return []
        case 'call': {
          const made = flush()
          const sealed = piece.seal ?? seal()
          call = {
            kind: 'call',
            name: piece.name,
            args: '',
            ...(piece.id !== undefined && { id: piece.id }),
            ...(sealed !== undefined && { seal: sealed }),
          }
          return made
        }
        case 'args':
          if (call !== undefined) call = { ...call, args: call.args + piece.text }
          return []
        case 'end':
          return flush()
        case 'usage':
          usage = { ...piece.usage }
          return []
        case 'finish': {
          const late = seal()
          const last = late === undefined ? { text: '' } : { text: '', thoughtSignature: late }
          return [...flush(), frame(responseOf(model, [last], writeReason(piece.finish), usage))]
        }
        case 'failure':
          return [frame(tryJson(writeFailure(piece.failure).body) ?? null)]
        default:
          return []
      }
    },
  }
}
