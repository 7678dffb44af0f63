// Adapter with the functions that only this format has: `defineAdapter` makes the parsers, the framing and the failures from `wire` and
// `errors`. A real format has a file for each step, as ARCHITECTURE.md names them.
import { defineAdapter } from '@interlingua/adapter-kit'
import { UnsupportedError, pointer, type Context, type JsonObject, type Part, type Pointer, type Turn } from '@interlingua/core'
import { decodeStream } from './decode-stream.ts'
import { encodeStream } from './encode-stream.ts'
import { extensionsOf, ownExtension } from './extension.ts'
import { errors } from './failure.ts'
import { walker } from './fates.ts'
import { decodeFinish, encodeFinish } from './finish.ts'
import { notice } from './notices.ts'
import { decodeTokens, encodeTokens } from './tokens.ts'
import { format, wire, type WireRequest } from './wire.ts'

const authors: Readonly<Record<string, Turn['author']>> = { rule: 'instruction', caller: 'user', parley: 'assistant' }
const speakers = { instruction: 'rule', user: 'caller', assistant: 'parley' } as const satisfies Record<Turn['author'], string>
const fields = { 'output.maxTokens': '/most', 'sampling.temperature': '/heat', stream: '/live', turns: '/lines' } as const

export const parley = defineAdapter({
  format,
  http: { path: () => '/parley', statuses: { overloaded: 529 } },
  wire,
  errors,
  framing: 'sse',

  decodeRequest({ body }) {
    const { model, lines, most, heat, live, ...rest } = body
    return {
      at: '',
      fields,
      model,
      turns: lines.map(decodeLine),
      ...(most !== undefined && { output: { maxTokens: most } }),
      ...(heat !== undefined && { sampling: { temperature: heat } }),
      ...(live !== undefined && { stream: live }),
      ...extensionsOf(rest),
    }
  },
  lowerRequest(request, context) {
    const turns = request.turns.flatMap((turn, index) => lowerTurn(turn, turn.at ?? pointer('/turns', index), context))
    if (turns.length === 0) throw new UnsupportedError(format, '', 'no text is left to send')
    walker.request({ ...request, turns }, context)
    const { model, output, sampling, stream, extensions, at } = request
    return {
      request: {
        ...(at !== undefined && { at }),
        model,
        turns,
        ...(output?.maxTokens !== undefined && { output: { maxTokens: output.maxTokens } }),
        ...(sampling?.temperature !== undefined && { sampling: { temperature: sampling.temperature } }),
        ...(stream !== undefined && { stream }),
        ...ownExtension(extensions),
      },
      reversals: { toolNames: new Map(), callIds: new Map(), wrappedTools: new Set() },
    }
  },
  encodeRequest({ model, turns, output, sampling, stream, extensions }) {
    const body = {
      model,
      lines: turns.map((turn) => {
        const [part] = turn.parts
        if (part?.type === 'opaque') return part.wire as WireRequest['lines'][number] // decodeLine took it from `lines`
        return { by: speakers[turn.author], say: textOf(turn.parts), ...turn.extensions?.[format]?.rest }
      }),
      ...(output?.maxTokens !== undefined && { most: output.maxTokens }),
      ...(sampling?.temperature !== undefined && { heat: sampling.temperature }),
      ...(stream !== undefined && { live: stream }),
      ...extensions?.[format]?.rest,
    }
    return { path: '/parley', query: {}, headers: { 'content-type': 'application/json' }, body }
  },

  decodeResponse({ body }) {
    const { ticket, model, say, why, tokens, ...rest } = body
    const finish = decodeFinish(why)
    return {
      at: '',
      id: ticket,
      model,
      status: finish.unified === 'stop' ? 'completed' : 'incomplete',
      candidates: [{ index: 0, parts: say === '' ? [] : [{ type: 'text', text: say, at: '/say' }], finish }],
      ...(tokens && { usage: decodeTokens(tokens) }),
      ...extensionsOf(rest),
    }
  },
  encodeResponse(response, context) {
    walker.response(response, context)
    for (const { index } of response.candidates.slice(1)) context.onNotice(notice('candidates', pointer('/candidates', index)))
    const [candidate] = response.candidates
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: {
        ticket: response.id,
        model: response.model,
        say: textOf(candidate?.parts ?? []),
        why: encodeFinish(candidate?.finish, context),
        ...(response.usage && { tokens: encodeTokens(response.usage) }),
        ...response.extensions?.[format]?.rest,
      },
    }
  },

  createStreamDecoder: decodeStream,
  createStreamEncoder: encodeStream,
})

function decodeLine(line: WireRequest['lines'][number], index: number): Turn {
  const at = pointer('/lines', index)
  const author = Object.hasOwn(authors, line.by) ? authors[line.by] : undefined
  // A speaker of a later version: carried word for word to a Parley upstream, reported elsewhere.
  if (author === undefined) return { at, author: 'user', parts: [{ type: 'opaque', format, wire: line as JsonObject, at }] }
  const { by: _, say, ...rest } = line
  const parts: readonly Part[] = [{ type: 'text', text: say, at: pointer(at, 'say') }]
  return { at, author, ...(author === 'instruction' && { authority: 'system' }), parts, ...extensionsOf(rest) }
}

function lowerTurn(turn: Turn, at: Pointer, context: Context): readonly Turn[] {
  const kept: Part[] = []
  for (const [index, part] of turn.parts.entries()) {
    if (part.type === 'text' || (part.type === 'opaque' && part.format === format && turn.parts.length === 1)) kept.push(part)
    else context.onNotice(notice('part', part.at ?? pointer(at, 'parts', index)))
  }
  if (turn.authority === 'developer') context.onNotice(notice('developer', at))
  if (kept.length > 1) context.onNotice(notice('joined', at))
  if (kept.length === 0) return []
  const [first, ...more] = kept
  const parts = first?.type === 'text' && more.length > 0 ? [{ ...first, text: textOf(kept) }] : kept.slice(0, 1)
  return [{ ...turn, parts, ...(turn.authority && { authority: 'system' }) }]
}

function textOf(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}
