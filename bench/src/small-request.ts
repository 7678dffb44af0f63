import type { JsonObject } from '@interlingua/core'
import type { Dialect } from './agent-request.ts'

/** One question with a short instruction: about 300 bytes. */
export function smallRequest(dialect: Dialect, model: string, stream: boolean): JsonObject {
  const system = 'You answer in one short sentence, in plain English, without any formatting.'
  const question = 'Which of the planets of our solar system has the shortest day, and how long is it?'
  return dialect === 'messages'
    ? { model, max_tokens: 256, system, messages: [{ role: 'user', content: question }], ...(stream && { stream }) }
    : {
        model,
        max_completion_tokens: 256,
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: question },
        ],
        ...(stream && { stream, stream_options: { include_usage: true } }),
      }
}
