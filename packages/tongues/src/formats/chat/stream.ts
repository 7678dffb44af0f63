import { at, items, member, number, text } from '../../json/access.ts'
import { formatJson } from '../../json/format-json.ts'
import type { Json, Writable } from '../../json/json.ts'
import { tryJson } from '../../json/parse-json.ts'
import type { PieceReader, PieceWriter } from '../format.ts'
import type { Piece } from '../gist.ts'
import { openAiError, readFailure } from '../openai-failure.ts'
import { readReason, readUsage, writeReason, writeUsage } from './answer.ts'

/** Reads the chunks of a streamed completion; calls are told apart by their index, and one that has none is the last one. */
export function createReader(): PieceReader {
  let call: number | undefined
  let calls = 0
  let refused = false
  let sealed = 0
  return {
    push({ data }) {
      if (data === '[DONE]') return [{ kind: 'terminal' }]
      const frame = tryJson(data)
      if (frame === undefined) return [{ kind: 'other', type: 'unreadable' }]
      const failure = readFailure(frame, 500)
      if (failure !== undefined) return [{ kind: 'failure', failure }]
      const pieces: Piece[] = []
      const choice = items(at(frame, 'choices')).find((each) => (number(at(each, 'index')) ?? 0) === 0)
      const delta = at(choice, 'delta')
      const thinking = text(member(delta, 'reasoning_content', 'reasoning', 'reasoning_text'))
      if (thinking !== undefined) pieces.push({ kind: 'think', text: thinking })
      const details = items(at(delta, 'reasoning_details'))
      for (const detail of details.slice(Math.min(sealed, details.length - 1))) {
        const seal = text(member(detail, 'signature', 'data'))
        if (seal !== undefined) pieces.push({ kind: 'seal', seal })
      }
      sealed = Math.max(sealed, details.length)
      const said = text(at(delta, 'content'))
      if (said !== undefined) pieces.push({ kind: 'text', text: said })
      const refusal = text(at(delta, 'refusal'))
      if (refusal !== undefined) {
        refused = true
        pieces.push({ kind: 'refusal', text: refusal })
      }
      for (const each of items(at(delta, 'tool_calls'))) {
        const index = number(at(each, 'index')) ?? call ?? 0
        const name = text(at(each, 'function', 'name'))
        if (index !== call && name !== undefined) {
          if (call !== undefined) pieces.push({ kind: 'end' })
          call = index
          calls++
          const id = text(at(each, 'id'))
          pieces.push({ kind: 'call', name, ...(id !== undefined && { id }) })
        }
        const args = text(at(each, 'function', 'arguments'))
        if (args !== undefined) pieces.push({ kind: 'args', text: args })
      }
      const reason = text(at(choice, 'finish_reason'))
      if (reason !== undefined) {
        const finish = reason !== 'stop' ? readReason(reason) : refused ? 'refusal' : calls > 0 ? 'calls' : 'stop'
        pieces.push({ kind: 'end' }, { kind: 'finish', finish })
      }
      const usage = readUsage(at(frame, 'usage'))
      if (usage !== undefined) pieces.push({ kind: 'usage', usage })
      return pieces
    },
  }
}

/** Writes a streamed completion: usage in a chunk of its own, then `[DONE]`. */
export function createWriter(model: string): PieceWriter {
  let usage: Json | undefined | Writable
  let calls = -1
  let first = true
  let thinking = ''
  const seals: Writable[] = []
  const chunk = (choices: readonly Writable[], counted?: Writable): string =>
    `data: ${formatJson({ id: 'chatcmpl-tongues', object: 'chat.completion.chunk', created: 1, model, choices, usage: counted ?? null })}\n\n`
  const delta = (content: { readonly [key: string]: Writable }, reason?: string): string => {
    const role = first ? { role: 'assistant' } : {}
    first = false
    return chunk([{ index: 0, delta: { ...role, ...content }, logprobs: null, finish_reason: reason ?? null }])
  }
  const seal = (signature: string): string => {
    seals.push({ type: 'reasoning.text', text: thinking, signature, index: seals.length })
    thinking = ''
    return delta({ reasoning_details: [...seals] })
  }
  return {
    push(piece) {
      switch (piece.kind) {
        case 'text':
          return piece.text === '' ? [] : [delta({ content: piece.text })]
        case 'refusal':
          return piece.text === '' ? [] : [delta({ refusal: piece.text })]
        case 'think':
          thinking += piece.text
          return piece.text === '' ? [] : [delta({ reasoning_content: piece.text })]
        case 'seal':
        case 'redacted':
          return [seal(piece.seal)]
        case 'call': {
          calls++
          const call = { index: calls, id: piece.id ?? `call_${calls}`, type: 'function', function: { name: piece.name, arguments: '' } }
          return [...(piece.seal === undefined ? [] : [seal(piece.seal)]), delta({ tool_calls: [call] })]
        }
        case 'args':
          return [delta({ tool_calls: [{ index: calls, function: { arguments: piece.text } }] })]
        case 'usage':
          usage = writeUsage(piece.usage)
          return []
        case 'finish':
          return [delta({}, writeReason(piece.finish)), chunk([], usage ?? writeUsage({ input: 1, output: 1 }))]
        case 'terminal':
          return ['data: [DONE]\n\n']
        case 'failure':
          return [`data: ${formatJson({ error: openAiError(piece.failure) })}\n\n`]
        default:
          return []
      }
    },
  }
}
