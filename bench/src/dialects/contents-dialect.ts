import type { JsonObject } from '@interlingua/core'
import { agentRemark, agentRounds, agentSystem, agentTask, agentTools, callsOf } from '../agent-conversation.ts'
import type { BenchDialect } from '../bench-dialect.ts'
import { question } from '../question.ts'
import type { StreamKind } from '../stream-kind.ts'

export const contentsDialect: BenchDialect = {
  letter: 'g',
  base: '',
  headers: (key) => ({ 'x-goog-api-key': key }),
  path: (model, stream) => `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  agentRequest,
  smallRequest: () => ({
    systemInstruction: { parts: [{ text: question.system }] },
    contents: [{ role: 'user', parts: [{ text: question.user }] }],
    generationConfig: { maxOutputTokens: 256 },
  }),
  smallAnswer: () => ({
    candidates: [{ content: { parts: [{ text: question.answer }], role: 'model' }, finishReason: 'STOP', index: 0 }],
    ...usage(24),
    modelVersion: 'g-doc',
    responseId: 'BenchBenchBenchBenchBench',
  }),
  stream,
  streamMarks: ['"finishReason"', '"text"'],
}

function agentRequest(): JsonObject {
  const contents: JsonObject[] = [{ role: 'user', parts: [{ text: agentTask }] }]
  for (let round = 0; round < agentRounds; round++) {
    const calls = callsOf(round)
    contents.push(
      {
        role: 'model',
        parts: [
          { text: agentRemark(round) },
          ...calls.map(({ id, name, input }) => ({ functionCall: { id: `call_${id}`, name, args: input } })),
        ],
      },
      {
        role: 'user',
        parts: calls.map(({ id, name, result }) => ({ functionResponse: { id: `call_${id}`, name, response: { output: result } } })),
      },
    )
  }
  return {
    systemInstruction: { parts: [{ text: agentSystem }] },
    contents,
    tools: [
      { functionDeclarations: agentTools().map(({ name, description, schema }) => ({ name, description, parametersJsonSchema: schema })) },
    ],
    generationConfig: { maxOutputTokens: 8192, temperature: 0.2 },
  }
}

/** Frames in Google's form. Calls come whole, so a stream of arguments is one call for each piece. */
function stream(kind: StreamKind, pieces: readonly string[]): readonly string[] {
  const frames = pieces.map((piece, index): JsonObject => {
    const last = index === pieces.length - 1
    const candidate = { content: { parts: [part(kind, piece, index)], role: 'model' }, ...(last && { finishReason: 'STOP' }), index: 0 }
    return { candidates: [candidate], ...usage(index + 1), modelVersion: 'g-doc', responseId: 'BenchBenchBenchBenchBench' }
  })
  return frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`)
}

function part(kind: StreamKind, piece: string, index: number): JsonObject {
  if (kind === 'text') return { text: piece }
  if (kind === 'reasoning') return { text: piece, thought: true }
  return { functionCall: { id: `call_${index}`, name: 'write_file', args: { text: piece } } }
}

function usage(output: number): JsonObject {
  return {
    usageMetadata: {
      promptTokenCount: 42,
      candidatesTokenCount: output,
      totalTokenCount: 42 + output,
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: 42 }],
    },
  }
}
