import type { JsonObject } from '@interlingua/core'
import { crossRequest } from './cross.ts'
import type { CrossSettings } from './cross.ts'
import type { FormatId } from './format-id.ts'
import { requestsOf } from './growing-session.ts'
import type { Session } from './growing-session.ts'

/** Upstreams of each format that print prompts differently. */
export const prefixUpstreams: readonly (readonly [string, FormatId, NonNullable<CrossSettings['targetContext']>])[] = [
  ['messages', 'messages', {}],
  [
    'messages with instructions in front alone',
    'messages',
    { model: { format: 'messages', pattern: '*', asOf: '2026-11-23', instructionTurns: false } },
  ],
  ['responses', 'responses', {}],
  ['responses that takes marks', 'responses', { model: { format: 'responses', pattern: '*', asOf: '2026-11-23', cacheMarks: true } }],
  ['chat', 'chat', {}],
  ['chat that takes marks', 'chat', { model: { format: 'chat', pattern: '*', asOf: '2026-11-23', cacheMarks: true } }],
  ['chat of a router', 'chat', { dialect: { cacheMarks: 'cache_control' } }],
  ['contents', 'contents', {}],
  [
    'contents without ids',
    'contents',
    { model: { format: 'contents', pattern: '*', asOf: '2026-11-23', callIds: false, needsSeal: false } },
  ],
]

/** Requests that an upstream gets of a session. A text in its own format keeps its client's shape, so the client has to keep one shape. */
export function sentBy(client: FormatId, target: FormatId, session: Session, settings: CrossSettings): readonly JsonObject[] {
  return requestsOf(client, session, client === target).map((body) => crossRequest(client, target, body, settings).body)
}
