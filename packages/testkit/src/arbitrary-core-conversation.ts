import type { GenerateRequest, Turn } from '@interlingua/core'
import fc from 'fast-check'
import { arbitraryName, arbitraryObject, arbitraryWords } from './arbitrary-leaves.ts'

const words = arbitraryWords.map((text) => text.trim())

/** Tool loop: a question, 1 to 4 parallel calls, their results in order, an answer. */
const loop: fc.Arbitrary<readonly Turn[]> = fc
  .tuple(words, fc.option(words, { nil: undefined }), fc.array(fc.tuple(arbitraryObject, words), { minLength: 1, maxLength: 4 }), words)
  .map(([question, lead, calls, answer]): readonly Turn[] => [
    { author: 'user', parts: [{ type: 'text', text: question }] },
    {
      author: 'assistant',
      parts: [
        ...(lead === undefined ? [] : [{ type: 'text' as const, text: lead }]),
        ...calls.map(([input], i) => ({
          type: 'tool-call' as const,
          callId: `call_${i}`,
          name: 'lookup',
          kind: 'function' as const,
          arguments: JSON.stringify(input),
        })),
      ],
    },
    { author: 'user', parts: calls.map(([, text], i) => ({ type: 'tool-result', callId: `call_${i}`, parts: [{ type: 'text', text }] })) },
    { author: 'assistant', parts: [{ type: 'text', text: answer }] },
  ])

/**
 * Requests that every text format can express: instructions, text, function tools with parallel calls and results, an output schema, a cap
 * and a temperature. No target may report anything about them.
 */
export const arbitraryCoreConversation: fc.Arbitrary<GenerateRequest> = fc
  .tuple(
    fc.option(words, { nil: undefined }),
    fc.array(loop, { maxLength: 2 }),
    words,
    fc.boolean(),
    fc.integer({ min: 16, max: 4096 }),
    arbitraryName,
  )
  .map(([instruction, loops, last, structured, maxTokens, property]) => ({
    model: 'demo',
    turns: [
      ...(instruction === undefined
        ? []
        : [{ author: 'instruction' as const, authority: 'system' as const, parts: [{ type: 'text' as const, text: instruction }] }]),
      ...loops.flatMap((turns, round) => turns.map((turn) => inRound(turn, round))),
      { author: 'user', parts: [{ type: 'text', text: last }] },
    ],
    tools: [
      {
        type: 'function',
        name: 'lookup',
        description: 'Looks a thing up.',
        schema: { type: 'object', properties: { [property]: { type: 'string' } }, required: [property], additionalProperties: false },
      },
    ],
    output: {
      maxTokens,
      ...(structured && {
        format: {
          type: 'json-schema',
          schema: { type: 'object', properties: { [property]: { type: 'string' } }, required: [property], additionalProperties: false },
        } as const,
      }),
    },
    sampling: { temperature: 0.5 },
  }))

/** Call ids are unique in the whole conversation. */
function inRound(turn: Turn, round: number): Turn {
  return {
    ...turn,
    parts: turn.parts.map((part) =>
      part.type === 'tool-call' || part.type === 'tool-result' ? { ...part, callId: `${part.callId}_${round}` } : part,
    ),
  }
}
