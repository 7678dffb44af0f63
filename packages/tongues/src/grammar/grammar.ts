import type { FormatId } from '../formats/gist.ts'
import { tryJson } from '../json/parse-json.ts'
import { createEventReader } from '../sse/read-events.ts'
import * as chat from './chat.ts'
import * as contents from './contents.ts'
import type { Frame } from './frame.ts'
import * as messages from './messages.ts'
import * as responses from './responses.ts'

const grammars = { M: messages, R: responses, C: chat, G: contents }

/** Faults of an answer by the grammar of its format, each as a sentence: members that its type requires, and the order of a stream. */
export function faultsOf(format: FormatId, body: string, contentType: string, stream: boolean): readonly string[] {
  const wanted = stream ? 'text/event-stream' : 'application/json'
  if (!contentType.includes(wanted)) return [`the content-type is ${contentType || 'absent'}, and must be ${wanted}`]
  if (format === 'I' || format === 'B') return []
  const { documentFaults, streamFaults } = grammars[format]
  if (!stream) return documentFaults(tryJson(body) ?? null)
  const frames = createEventReader()
    .push(body)
    .map(({ event, data }): Frame => ({ event, data: tryJson(data) ?? data }))
  return streamFaults(frames)
}
