import { isInterlinguaError } from '@interlingua/core'
import type { GenerateAdapter } from '@interlingua/core'
import { createTestContext, type GrowthShape } from '@interlingua/testkit'
import type { FormatId } from '../format-id.ts'
import { formatIds, formats } from '../formats.ts'
import { chat } from './chat-bodies.ts'
import { contents } from './contents-bodies.ts'
import { messages } from './messages-bodies.ts'
import type { Bodies } from './pieces.ts'
import { responses } from './responses-bodies.ts'

const bodies: Readonly<Record<FormatId, Bodies>> = { chat, messages, responses, contents }
const paths: Readonly<Record<FormatId, string>> = {
  chat: '/v1/chat/completions',
  messages: '/v1/messages',
  responses: '/v1/responses',
  contents: '/v1beta/models/m:generateContent',
}

/** Requests of every format to every format. `only`: names of shapes; absent: all. */
export function requestShapes(
  only?: ReadonlySet<string>,
  adapterOf = (id: FormatId): GenerateAdapter => formats[id].adapter,
): readonly GrowthShape[] {
  const shapes: GrowthShape[] = []
  for (const from of formatIds)
    for (const [name, bodyOf] of Object.entries(bodies[from])) {
      if (only && !only.has(name)) continue
      for (const to of formatIds)
        shapes.push({
          name: `${from} to ${to}: ${name}`,
          prepare: (n) => {
            const message = { path: paths[from], query: {}, headers: {}, body: bodyOf(n) }
            return () => {
              try {
                const [source, target] = [adapterOf(from), adapterOf(to)]
                const [client, upstream] = [createTestContext().context, createTestContext().context]
                // `translateRequest` would not encode requests that its policy refuses.
                const request = source.decodeRequest(source.parseRequest(message, client), client)
                target.encodeRequest(target.lowerRequest(request, upstream).request, upstream)
              } catch (error) {
                // A refusal may cost no more than the translation.
                if (!isInterlinguaError(error)) throw error
              }
            }
          },
        })
    }
  return shapes
}
