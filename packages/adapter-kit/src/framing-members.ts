import { isJsonObject, parseJson, type Frame, type GenerateAdapter, type JsonObject } from '@interlingua/core'
import {
  createJsonEventParser,
  createJsonLinesParser,
  createRepeatEncoder,
  serializeJsonEvent,
  serializeJsonLine,
  serializeSseComment,
  serializeSseEvent,
} from '@interlingua/framing'
import type { AdapterDefinition } from './adapter-definition.ts'
import type { Schema } from './schema.ts'

type Framing<E> = AdapterDefinition<unknown, unknown, E>['framing']
type FramingMembers<E> = Pick<GenerateAdapter<unknown, unknown, E>, 'createStreamParser' | 'createStreamSerializer'>

/** The two ends of a stream. */
export function createFramingMembers<E>(framing: Framing<E>, schema: Schema<E> | undefined): FramingMembers<E> {
  if (framing === 'sse') return sseMembers(schema)
  if (framing === 'json-lines') return lineMembers(schema)
  if (framing === 'aws-events') return awsMembers(schema)
  return { createStreamParser: framing.parser, createStreamSerializer: framing.serializer }
}

export function contentTypeOf(framing: Framing<unknown> | undefined): string {
  if (framing === 'json-lines') return 'application/x-ndjson'
  if (framing === 'aws-events') return 'application/vnd.amazon.eventstream'
  return typeof framing === 'object' ? framing.contentType : 'text/event-stream'
}

function sseMembers<E>(schema: Schema<E> | undefined): FramingMembers<E> {
  return {
    createStreamParser: (context) =>
      createJsonEventParser({ maxEventLength: context.limits.eventBytes }, (event): Frame<E> => {
        if (event.type === 'json') return frameOf(event.value, schema)
        if (event.type === 'event') return event.data.trim() === '[DONE]' ? { type: 'done' } : notAnObject
        return event.type === 'comment' ? { type: 'comment' } : { type: 'invalid', message: event.message }
      }),
    createStreamSerializer: () => ({
      push: (frame) => {
        if (frame.type === 'event') return [serializeSseEvent({ data: JSON.stringify(frame.wire) })]
        if (frame.type === 'done') return [serializeSseEvent({ data: '[DONE]' })]
        return frame.type === 'comment' ? [serializeSseComment('')] : []
      },
      end: () => [],
    }),
  }
}

function lineMembers<E>(schema: Schema<E> | undefined): FramingMembers<E> {
  return {
    createStreamParser(context) {
      const lines = createJsonLinesParser({ maxEventLength: context.limits.eventBytes })
      const read = (line: ReturnType<typeof lines.end>[number]): Frame<E> =>
        line.type === 'event' ? frameOf(parseJson(line.data), schema) : line
      return { push: (text) => lines.push(text).map(read), end: () => lines.end().map(read) }
    },
    createStreamSerializer: () => ({
      push: (frame) => (frame.type === 'event' ? [serializeJsonLine(JSON.stringify(frame.wire))] : []),
      end: () => [],
    }),
  }
}

/** The name of an AWS event, and what it says. */
export interface AwsEvent {
  readonly name: string
  readonly value: JsonObject
}

/** AWS events as text: the edge names the machines between that and the bytes of the wire. A message that cannot be read is called `invalid`. */
function awsMembers<E>(schema: Schema<E> | undefined): FramingMembers<E> {
  return {
    createStreamParser: ({ limits }) =>
      createJsonEventParser({ maxEventLength: limits.eventBytes }, (event): Frame<E> => {
        if (event.type === 'comment') return { type: 'comment' }
        if (event.type === 'invalid') return event
        if (event.type !== 'json' || event.event === undefined || !isJsonObject(event.value))
          return { type: 'invalid', message: 'an event is no JSON object with a name' }
        if (event.event === 'invalid') return { type: 'invalid', message: String(event.value['message']) }
        return frameOf({ name: event.event, value: event.value }, schema)
      }),
    createStreamSerializer() {
      const encode = createRepeatEncoder()
      return {
        push(frame) {
          if (frame.type === 'comment') return [serializeSseComment('')]
          if (frame.type !== 'event') return []
          const { name, value } = frame.wire as unknown as AwsEvent // the framing is chosen for such events
          return [serializeJsonEvent(encode(value), name)]
        },
        end: () => [],
      }
    },
  }
}

const notAnObject = { type: 'invalid', message: 'the data of an event is not a JSON object' } as const

function frameOf<E>(value: unknown, schema: Schema<E> | undefined): Frame<E> {
  if (!isJsonObject(value)) return notAnObject
  if (schema !== undefined && !schema.safeParse(value).success) return { type: 'invalid', message: 'an event does not fit its schema' }
  return { type: 'event', wire: value as E } // the schema took it; without one, E promises no key
}
