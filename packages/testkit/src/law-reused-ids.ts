import type { GenerateAdapter, GenerateRequest, Json, Part, Turn } from '@interlingua/core'
import fc from 'fast-check'
import { attempt } from './attempt.ts'
import { createTestContext } from './create-test-context.ts'
import type { Violation } from './violation.ts'

/** A step of a tool loop: the ids of its parallel calls, and the order in which the client answers them. */
export interface LoopStep {
  readonly ids: readonly string[]
  readonly order: readonly number[]
}

/**
 * Ways in which servers reuse call ids: one id for ever (llama.cpp), the same ids in each turn (Kimi), or one id for all parallel calls of
 * a turn.
 */
const spellings: readonly ((step: number, n: number) => string)[] = [
  () => 'call_0',
  (_, n) => `look:${n}`,
  (step) => `turn_${step}`,
  (step, n) => `call_${(step + n) % 3}`,
]

/**
 * Tool loops of one to six steps with reused ids. Results of parallel calls are permuted; results of one id keep the order of their calls.
 */
export const arbitraryReusedIds: fc.Arbitrary<readonly LoopStep[]> = fc.constantFrom(...spellings).chain((idOf) =>
  fc
    .array(
      fc.integer({ min: 1, max: 3 }).chain((calls) =>
        fc.shuffledSubarray(
          Array.from({ length: calls }, (_, n) => n),
          { minLength: calls },
        ),
      ),
      { minLength: 1, maxLength: 6 },
    )
    .map((steps) =>
      steps.map((order, step): LoopStep => {
        const ids = order.map((_, n) => idOf(step, n))
        const lines = new Map<string, number[]>()
        ids.forEach((id, n) => lines.set(id, [...(lines.get(id) ?? []), n]))
        return { ids, order: order.map((n) => lines.get(ids[n] ?? '')?.shift() ?? n) }
      }),
    ),
)

/** Reader of a request body as a server of the format reads it, without code of the adapter. */
export interface LoopReader {
  /** The number in the arguments of each call, in their order, and the text of its result. */
  readonly pairs: (body: Json) => readonly (readonly [unknown, string | undefined])[]
  /** The messages of the conversation. */
  readonly messages: (body: Json) => readonly Json[]
}

/**
 * Law "reused ids": every call of a loop with reused ids keeps its own result, and the next step repeats unchanged what an earlier one
 * sent.
 */
export function lawReusedIds(adapter: GenerateAdapter, steps: readonly LoopStep[], reader: LoopReader): readonly Violation[] {
  return attempt('reused ids', (say) => {
    const turns: Turn[] = [{ author: 'user', parts: [{ type: 'text', text: 'Look.' }] }]
    const expected: (readonly [number, string])[] = []
    let before: readonly Json[] = []
    for (const { ids, order } of steps) {
      const first = expected.length
      for (const n of ids.keys()) expected.push([first + n, `result ${first + n}`])
      turns.push({ author: 'assistant', parts: ids.map((callId, n) => call(callId, first + n)) })
      turns.push({ author: 'user', parts: order.map((n) => result(ids[n] ?? '', `result ${first + n}`)) })
      const body = send(adapter, { model: 'demo', turns: [...turns], output: { maxTokens: 100 } })
      const read = reader.pairs(body)
      if (JSON.stringify(read) !== JSON.stringify(expected)) say('', `calls and results are ${JSON.stringify(read)}`)
      const messages = reader.messages(body)
      if (JSON.stringify(messages.slice(0, before.length)) !== JSON.stringify(before)) say('', 'what was sent before is sent otherwise now')
      before = messages
    }
  })
}

function call(callId: string, n: number): Part {
  return { type: 'tool-call', callId, name: 'look', kind: 'function', arguments: `{"n":${n}}` }
}

function result(callId: string, text: string): Part {
  return { type: 'tool-result', callId, parts: [{ type: 'text', text }] }
}

function send(adapter: GenerateAdapter, request: GenerateRequest): Json {
  const { context } = createTestContext()
  return JSON.parse(JSON.stringify(adapter.encodeRequest(adapter.lowerRequest(request, context).request, context).body)) as Json // the printed body is compared
}
