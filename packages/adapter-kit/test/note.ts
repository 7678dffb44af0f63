// A format of turns with text and tools, written with the parts for such formats: only its own spelling stands here.
import {
  basicFates,
  basicNotices,
  createBasicLowering,
  createBasicStreamDecoder,
  createBasicStreamEncoder,
  createFinishWords,
  defineAdapter,
  defineEdge,
  dropAbsent,
  failureOfDocument,
  openaiErrorWords,
  encodeErrorWord,
  readBodyHead,
  restoreCall,
  takeCandidate,
  type ErrorDefinition,
} from '@interlingua/adapter-kit'
import { isJsonObject, pointer } from '@interlingua/core'
import { createExtension, createFateWalker, declareNotices, hasKeys, objectArguments, statusFromFinishes } from '@interlingua/core/adapter'
import type { JsonObject, Part, Pointer, Tool, ToolResultPart, Turn } from '@interlingua/core'
import * as z from 'zod'

const format = 'note'
const { keep, restore } = createExtension(format)

const piece = z.looseObject({
  text: z.string().optional(),
  call: z.string().optional(),
  name: z.string().optional(),
  input: z.string().optional(),
  result: z.string().optional(),
  failed: z.boolean().optional(),
})
const tool = z.looseObject({ name: z.string(), about: z.string().optional(), schema: z.custom<JsonObject>(isJsonObject) })
const usage = z.looseObject({ in: z.int(), out: z.int() })

export const wire = {
  request: z.looseObject({
    model: z.string(),
    rule: z.string().optional(),
    notes: z.array(z.looseObject({ by: z.enum(['user', 'model']), pieces: z.array(piece) })),
    tools: z.array(tool).optional(),
    most: z.int().optional(),
    stream: z.boolean().optional(),
  }),
  response: z.looseObject({ id: z.string(), model: z.string(), pieces: z.array(piece), why: z.string(), usage: usage.optional() }),
  event: z.looseObject({
    id: z.string().optional(),
    model: z.string().optional(),
    at: z.int().optional(),
    piece: piece.optional(),
    why: z.string().optional(),
    usage: usage.optional(),
    error: z.string().optional(),
    message: z.string().optional(),
  }),
  failure: z.looseObject({ error: z.string(), message: z.string().optional() }),
}
type WirePiece = z.infer<typeof piece>
type WireEvent = z.infer<typeof wire.event>
type WireFailure = z.infer<typeof wire.failure>

export const notice = declareNotices(format, basicNotices, {})

/** Notes have no stop sequences, no sampling, no strict tools, no choice among tools, no structured results. */
const walker = createFateWalker(format, notice, 'foreign-field', {
  ...basicFates,
  output: { ...basicFates.output, stop: 'verbosity' },
  sampling: { ...basicFates.sampling, temperature: 'temperature', topP: 'top-k' },
  toolChoice: { ...basicFates.toolChoice, mode: 'tool-choice-missing', only: 'tool-choice-missing' },
  tools: { ...basicFates.tools, function: { ...basicFates.tools.function, strict: 'tool-strict' } },
})
const lower = createBasicLowering({
  format,
  notice,
  walker,
  toolNames: { illegal: /[^a-z0-9_]/g, limit: 20 },
  callIds: { characters: 'word', min: 1, max: 40 },
})

const { decodeFinish, encodeFinish } = createFinishWords(
  format,
  notice,
  { said: 'stop', asks: 'tool-calls', full: 'length' },
  { other: 'full' },
)

const errors: ErrorDefinition<WireFailure> = {
  words: openaiErrorWords,
  read: ({ error, message }, headers) => ({ code: headers['note-error'] ?? error, message }),
  write: ({ code, message }) => ({ error: encodeErrorWord(openaiErrorWords, code) ?? 'server_error', message }),
  headers: (_failure, { error }) => ({ 'note-error': error }),
}

const none: ReadonlySet<string> = new Set()
const keys = { text: new Set(['text']), call: new Set(['call', 'name', 'input']), result: new Set(['result', 'text', 'failed']) }

function decodePiece(wirePiece: WirePiece, at: Pointer): Part {
  const { text = '', call, name = '', input = '', result, failed } = wirePiece
  if (call !== undefined)
    return keep({ type: 'tool-call', kind: 'function', callId: call, name, arguments: input, at }, wirePiece, keys.call)
  if (result === undefined) return keep({ type: 'text', text, at }, wirePiece, keys.text)
  const parts: readonly Part[] = text === '' ? [] : [{ type: 'text', text, at }]
  return keep({ type: 'tool-result', callId: result, parts, ...dropAbsent({ isError: failed }), at }, wirePiece, keys.result)
}

function encodePiece(part: Part): readonly WirePiece[] {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return [restore({ text: part.text }, part)]
    case 'tool-call':
      return [restore({ call: part.callId, name: part.name, input: objectArguments(part, () => undefined).text }, part)]
    case 'tool-result':
      return [restore({ result: part.callId, text: textOf(part), ...dropAbsent({ failed: part.isError }) }, part)]
    default:
      return []
  }
}

function textOf({ structured, parts }: ToolResultPart): string {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  return structured === undefined ? texts.join('\n') : JSON.stringify(structured)
}

export const note = defineAdapter({
  format,
  http: { path: () => '/note' },
  wire,
  errors,
  framing: 'sse',
  decodeRequest({ body }) {
    const { model, rule, notes, tools, most, stream, ...rest } = body
    const lead: readonly Turn[] =
      rule === undefined
        ? []
        : [{ author: 'instruction', authority: 'system', at: '/rule', parts: [{ type: 'text', text: rule, at: '/rule' }] }]
    const said = notes.map(({ by, pieces, ...more }, index): Turn => {
      const at = pointer('/notes', index)
      const parts = pieces.map((one, n) => decodePiece(one, pointer(at, 'pieces', n)))
      return keep({ author: by === 'user' ? 'user' : 'assistant', at, parts }, more, none)
    })
    const declared = tools?.map(({ name, about, schema, ...more }, index): Tool => {
      const at = pointer('/tools', index)
      return keep({ type: 'function', name, schema, ...dropAbsent({ description: about }), at }, more, none)
    })
    const output = dropAbsent({ maxTokens: most })
    const request = { at: '', model, turns: [...lead, ...said], ...dropAbsent({ tools: declared, stream }) } as const
    return keep({ ...request, ...(hasKeys(output) && { output }) }, rest, none)
  },
  lowerRequest(given, context) {
    const { request, reversals } = lower(given, context)
    const { toolChoice: _, sampling: __, output, ...rest } = request
    const most = output?.maxTokens === undefined ? {} : { output: { maxTokens: output.maxTokens } }
    return { request: { ...rest, ...most }, reversals }
  },
  encodeRequest(request) {
    const { model, turns, tools, output, stream } = request
    const [first] = turns
    const rule = first?.author === 'instruction' ? first.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])) : undefined
    const notes = turns.slice(rule ? 1 : 0).map((turn) => {
      const by: 'user' | 'model' = turn.author === 'user' ? 'user' : 'model'
      return restore({ by, pieces: turn.parts.flatMap(encodePiece) }, turn)
    })
    const declared = tools?.flatMap((one) =>
      one.type === 'function'
        ? [restore({ name: one.name, schema: one.schema ?? {}, ...dropAbsent({ about: one.description }) }, one)]
        : [],
    )
    const body = { model, ...dropAbsent({ rule: rule?.join('\n'), tools: declared, most: output?.maxTokens, stream }), notes }
    return { path: '/note', query: {}, headers: {}, body: restore(body, request) }
  },
  decodeResponse({ body }, _context, sent) {
    const { id, model, pieces, why, usage: counts, ...rest } = body
    const parts = pieces.map((one, index) => {
      const part = decodePiece(one, pointer('/pieces', index))
      return part.type === 'tool-call' ? restoreCall(part, sent) : part
    })
    const calls = parts.some(({ type }) => type === 'tool-call')
    const finish = decodeFinish(why, calls)
    const cost = counts && { usage: { input: { total: counts.in }, output: { total: counts.out } } }
    const answer = { at: '', id, model, status: statusFromFinishes([finish]), candidates: [{ index: 0, parts, finish }], ...cost } as const
    return keep(answer, rest, none)
  },
  encodeResponse(response, context) {
    const candidate = takeCandidate(response, { notice, walker }, context)
    const why = encodeFinish(candidate?.finish, context)
    const body = { id: response.id, model: response.model, pieces: candidate?.parts.flatMap(encodePiece) ?? [], why }
    const cost = response.usage && { usage: countsOf(response.usage) }
    return { status: 200, headers: {}, body: restore({ ...body, ...cost }, response) }
  },
  createStreamDecoder: createBasicStreamDecoder<WireEvent>(format, 'why', (event, answer) => {
    const { id, model, at = 0, piece: said, why, usage: counts, error, ...rest } = event
    if (error !== undefined) return answer.fail(failureOfDocument(format, errors, { ...event, error }))
    if (id !== undefined) answer.begin(keep({ id, model: model ?? '' }, rest, none))
    if (said?.call !== undefined) {
      answer.call(at, { type: 'tool-call', kind: 'function', callId: said.call, name: said.name ?? '', arguments: said.input ?? '' })
    } else if (said?.input !== undefined) answer.arguments(at, said.input)
    else if (said?.text !== undefined) answer.text(at, said.text)
    else if (said) answer.close(at)
    if (counts) answer.usage({ input: { total: counts.in }, output: { total: counts.out } })
    if (why !== undefined) answer.finish(decodeFinish(why, answer.calls))
  }),
  createStreamEncoder: createBasicStreamEncoder<WireEvent>({
    format,
    notice,
    walker,
    done: true,
    begin: (head) => [restore({ id: head.id, model: head.model }, head)],
    open: (at, block) => (block.type === 'tool-call' ? [{ at, piece: { call: block.callId, name: block.name } }] : []),
    say: (at, text, { type }) => [{ at, piece: type === 'tool-call' ? { input: text } : { text } }],
    close: (at) => [{ at, piece: {} }],
    end: ({ finish, usage: cost }, context) => [{ ...(cost && { usage: countsOf(cost) }), why: encodeFinish(finish, context) }],
    fail: (failure) => [errors.write(failure)],
  }),
})

function countsOf({ input, output }: { input: { total?: number }; output: { total?: number } }): z.infer<typeof usage> {
  return { in: input.total ?? 0, out: output.total ?? 0 }
}

export const edge = defineEdge({
  adapter: note,
  title: 'Note',
  vendor: 'note',
  notice,
  wire,
  client: {
    routes: [{ path: '/note', operation: 'generate', summary: 'Generate, as a note' }],
    readHead: ({ body }) => readBodyHead(body, 'notes'),
  },
  upstream: { answerKeys: { generate: ['pieces'] } },
})
