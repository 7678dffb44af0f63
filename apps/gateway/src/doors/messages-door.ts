import { isJsonObject, type JsonObject } from '@interlingua/core'
import { messages, modelProfiles } from '@interlingua/messages'
import type { Door } from '../door.ts'
import type { Sighting } from '../stream-marks.ts'
import { checkMessagesRules } from './check-messages-rules.ts'

/** Anthropic Messages. https://docs.claude.com/en/api/messages */
export const messagesDoor: Door = {
  adapter: messages,
  profiles: modelProfiles,
  requestIdHeader: 'request-id',
  answerKey: 'content',
  forwarded: ['anthropic-version', 'anthropic-beta', 'anthropic-user-profile-id', 'idempotency-key', 'x-client-request-id'],
  upstreamHeaders: (key, version) => ({ 'anthropic-version': version, ...(key !== undefined && { 'x-api-key': key }) }),
  checkRules: checkMessagesRules,
  marks: {
    keys: [],
    words: ['message_start', 'message_delta', 'message_stop', '"error"'].map((word) => Buffer.from(word)),
    createReader: () => read,
    liveness: 'event: ping\ndata: {"type":"ping"}\n\n',
    livenessAfterStart: true,
  },
}

function read(wire: JsonObject | '[DONE]', sighting: Sighting): void {
  if (wire === '[DONE]') return
  switch (wire['type']) {
    case 'message_start':
      sighting.started = true
      if (isJsonObject(wire['message'])) readUsage(wire['message']['usage'], sighting)
      return
    case 'message_delta':
      return readUsage(wire['usage'], sighting)
    case 'message_stop':
      sighting.phase = 'ended'
      return
    case 'error':
      sighting.phase = 'failed'
  }
}

function readUsage(usage: unknown, sighting: Sighting): void {
  if (!isJsonObject(usage)) return
  const { input_tokens: input, output_tokens: output } = usage
  if (typeof input === 'number') sighting.usage.input = input
  if (typeof output === 'number') sighting.usage.output = output
}
