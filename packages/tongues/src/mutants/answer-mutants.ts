import type { Piece, Usage } from '../formats/gist.ts'
import type { Mutant } from './mutant.ts'

type Change = NonNullable<Mutant['piece']>

const usage =
  (change: (given: Usage) => Usage): Change =>
  (piece) => [piece.kind === 'usage' ? { ...piece, usage: change(piece.usage) } : piece]
const drop =
  (...kinds: readonly Piece['kind'][]): Change =>
  (piece) =>
    kinds.includes(piece.kind) ? [] : [piece]
const finish =
  (change: (given: Extract<Piece, { kind: 'finish' }>['finish']) => Extract<Piece, { kind: 'finish' }>['finish']): Change =>
  (piece) => [piece.kind === 'finish' ? { ...piece, finish: change(piece.finish) } : piece]

/** Mutants of what the client gets. */
export const answerMutants: readonly Mutant[] = [
  {
    name: 'frame-unknown-keys',
    breaks: 'leaves unknown keys of frames out',
    out: (text) => text.replaceAll(/,"(zz_[a-z]+|extra_content)":(\{.*?\}\}|\{.*?\}|"[^"]*"|\d+)/g, ''),
  },
  {
    name: 'answer-unknown-keys',
    breaks: 'leaves unknown keys of answers out',
    out: (text) => text.replaceAll(/,"zz_answer":"[^"]*"/g, ''),
  },
  {
    name: 'answer-doubles',
    breaks: 'reads numbers of answers as doubles',
    out: (text) => text.replaceAll('1234567890123456789', '1234567890123456800'),
  },
  {
    name: 'answer-headers-dropped',
    breaks: 'leaves headers of the vendor out',
    outHeaders: (headers) => Object.fromEntries(Object.entries(headers).filter(([name]) => !/request-id|ratelimit|retry-after/.test(name))),
  },
  {
    name: 'error-body-own',
    breaks: 'writes an error document of its own',
    out: (text) => (text.includes('"error"') ? '{"error":{"message":"upstream error","type":"api_error","code":500}}' : text),
  },
  { name: 'status-500', breaks: 'answers every failure by 500', status: (status) => (status >= 400 ? 500 : status) },
  { name: 'status-200', breaks: 'answers failures by 200', status: () => 200 },
  { name: 'text-dropped', breaks: 'loses the text of answers', piece: drop('text') },
  { name: 'text-twice', breaks: 'sends texts twice', piece: (piece) => (piece.kind === 'text' ? [piece, piece] : [piece]) },
  { name: 'calls-dropped', breaks: 'loses calls of answers', piece: drop('call', 'args') },
  { name: 'args-dropped', breaks: 'loses arguments', piece: drop('args') },
  {
    name: 'args-truncated',
    breaks: 'loses the end of arguments',
    piece: (piece) => [piece.kind === 'args' ? { ...piece, text: piece.text.slice(0, -1) } : piece],
  },
  {
    name: 'id-dropped',
    breaks: 'gives all calls one id',
    piece: (piece) => [piece.kind === 'call' ? { ...piece, id: 'call_same' } : piece],
  },
  {
    name: 'names-not-mapped-back',
    breaks: 'tells names of tools as the target has them',
    piece: (piece) => [piece.kind === 'call' ? { ...piece, name: piece.name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) } : piece],
  },
  { name: 'thinking-dropped', breaks: 'loses reasoning', piece: drop('think', 'seal') },
  {
    name: 'thinking-as-text',
    breaks: 'sends reasoning as text',
    piece: (piece) => [piece.kind === 'think' ? { ...piece, kind: 'text' } : piece],
  },
  {
    name: 'refusal-to-stop',
    breaks: 'tells a refusal as a plain end',
    piece: (piece) => [
      piece.kind === 'finish' && piece.finish === 'refusal'
        ? { ...piece, finish: 'stop' }
        : piece.kind === 'refusal'
          ? { ...piece, kind: 'text' }
          : piece,
    ],
    out: (text) => text.replaceAll('"refusal"', '"end_turn"').replaceAll('SAFETY', 'STOP'),
  },
  { name: 'finish-always-stop', breaks: 'ends everything by stop', piece: finish(() => 'stop') },
  { name: 'length-to-stop', breaks: 'tells a cut answer as whole', piece: finish((given) => (given === 'length' ? 'stop' : given)) },
  {
    name: 'filter-to-stop',
    breaks: 'tells a filtered answer as whole',
    piece: finish((given) => (given === 'filter' || given === 'refusal' || given === 'other' ? 'stop' : given)),
    out: (text) => text,
  },
  {
    name: 'calls-to-stop',
    breaks: 'ends by stop where calls wait',
    piece: finish((given) => (given === 'calls' ? 'stop' : given)),
    out: (text) => text.replaceAll('"finish_reason":"tool_calls"', '"finish_reason":"length"'),
  },
  {
    name: 'pause-to-failure',
    breaks: 'tells a pause as a failure',
    piece: (piece) =>
      piece.kind === 'finish' && piece.finish === 'pause'
        ? [{ kind: 'failure', failure: { class: 'server', message: 'paused' } }]
        : [piece],
  },
  {
    name: 'outputs-as-text',
    breaks: 'sends outputs of hosted tools as text',
    piece: (piece) => [piece.kind === 'other' ? { kind: 'text', text: `[${piece.type}]` } : piece],
  },
  {
    name: 'input-without-cache',
    breaks: 'counts input without what the cache read',
    piece: usage((given) => ({ ...given, input: (given.input ?? 0) - (given.cacheRead ?? 0), cacheRead: 0 })),
  },
  {
    name: 'output-without-reasoning',
    breaks: 'counts output without reasoning',
    piece: usage((given) => ({ ...given, output: (given.output ?? 0) - (given.reasoning ?? 0) })),
  },
  { name: 'reasoning-dropped', breaks: 'tells no reasoning tokens', piece: usage(({ reasoning: _, ...given }) => given) },
  {
    name: 'add-cumulative',
    breaks: 'adds counts that are cumulative',
    piece: usage((given) => ({ ...given, output: (given.output ?? 0) * 2 })),
  },
  { name: 'usage-dropped', breaks: 'tells no usage', piece: drop('usage') },
  { name: 'usage-zero', breaks: 'tells no tokens', piece: usage(() => ({ input: 0, output: 0 })) },
  { name: 'drop-cache-read', breaks: 'tells no reads of the cache', piece: usage(({ cacheRead: _, ...given }) => given) },
  { name: 'terminal-dropped', breaks: 'ends streams without the event that ends them', piece: drop('terminal') },
  {
    name: 'finish-dropped',
    breaks: 'tells no reason of the end',
    piece: drop('finish'),
    out: (text) => text.replaceAll(/"(finishReason|finish_reason|stop_reason)":"\w+"/g, '"$1":null'),
  },
  { name: 'frames-unnamed', breaks: 'sends events without their names', out: (text) => text.replace(/^event: .*\n/, '') },
  {
    name: 'frame-ids-change',
    breaks: 'gives each frame an id of its own',
    out: (text) => text.replaceAll(/"id":"chatcmpl-/g, () => `"id":"chatcmpl-${Math.random()}-`),
  },
  {
    name: 'total-wrong',
    breaks: 'tells totals that are not the sum',
    out: (text) => text.replaceAll(/"(total_tokens|totalTokenCount)":\d+/g, '"$1":1'),
  },
  { name: 'finish-on-cut', breaks: 'ends a cut stream by a finish', cut: 'finish' },
  { name: 'close-politely', breaks: 'closes a cut stream without a word', cut: 'polite' },
  { name: 'error-to-finish', breaks: 'tells an error in the stream as a finish', failure: 'finish' },
  { name: 'done-after-error', breaks: 'sends a finish behind an error', failure: 'finish after' },
  { name: 'error-twice', breaks: 'tells an error twice', failure: 'twice' },
  { name: 'error-swallowed', breaks: 'closes the stream where an error came', failure: 'swallow' },
  {
    name: 'seal-in-thinking-delta',
    breaks: 'sends a signature as text of the reasoning',
    piece: (piece) => [
      piece.kind === 'seal'
        ? { kind: 'think', text: piece.seal }
        : piece.kind === 'call'
          ? { kind: 'call', name: piece.name, ...(piece.id !== undefined && { id: piece.id }) }
          : piece,
    ],
  },
  {
    name: 'required-members-dropped',
    breaks: 'leaves required members of a response out',
    out: (text) =>
      text.replaceAll(/"output_tokens_details":\{"reasoning_tokens":\d+\},/g, '').replaceAll('"parallel_tool_calls":true,', ''),
  },
]
