import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'
import type { FormatId } from './format-id.ts'

/** Object of a response, or of a frame, in which an unknown key may be lost. */
export interface SiblingExemption {
  readonly why: string
  /** True: only if the response goes to another format. */
  readonly abroad?: true
  readonly is: (at: SiblingPlace) => boolean
}

export interface SiblingPlace {
  /** Pointer of the object in its document or frame. */
  readonly path: string
  /** Frames of the object's stream, and the number of its own; a document has none. */
  readonly frames: readonly JsonObject[]
  readonly number: number
}

const typeOf = ({ frames, number }: SiblingPlace): Json | undefined => frames[number]?.['type']
const echo = /^(\/response)?\/(metadata|reasoning|text|text\/format|tool_choice|tools\/\d+)$/
const snapshot = /^(\/usageMetadata|\/candidates\/\d+\/groundingMetadata)(\/|$)/

export const siblingExemptions: Readonly<Record<FormatId, readonly SiblingExemption[]>> = {
  messages: [
    { why: 'what a model asks of a hosted tool is its own', abroad: true, is: ({ path }) => /^\/content\/\d+\/input$/.test(path) },
    { why: 'it says that the stream lives, and is written anew', is: (at) => typeOf(at) === 'ping' },
    {
      why: 'the input of a call stands in its deltas: that of its start is empty',
      is: (at) => typeOf(at) === 'content_block_start' && at.path === '/content_block/input',
    },
    {
      why: 'an event that nobody knows is named as a whole, and has no place in the answer',
      abroad: true,
      is: (at) => typeOf(at) === 'new_event',
    },
  ],
  chat: [],
  responses: [
    { why: 'what an answer repeats of its request, the client knows', abroad: true, is: ({ path }) => echo.test(path) },
    {
      why: 'the last snapshot repeats the request again',
      is: (at) => typeOf(at) === 'response.in_progress' && echo.test(at.path),
    },
    { why: 'after the error nothing is read', is: ({ frames, number }) => frames.slice(0, Math.max(0, number)).some(isError) },
  ],
  contents: [
    {
      why: 'a later frame has it anew, whole, and takes its place',
      is: ({ path, frames, number }) => {
        const place = snapshot.exec(path)?.[1]
        return place !== undefined && frames.slice(number + 1).some((frame) => has(frame, place.split('/').slice(1)))
      },
    },
  ],
}

function isError({ type }: JsonObject): boolean {
  return type === 'error'
}

function has(value: Json | undefined, [segment, ...more]: readonly string[]): boolean {
  if (segment === undefined) return value !== undefined
  if (Array.isArray(value)) return has((value as readonly Json[])[Number(segment)], more) // an array of JSON
  return isJsonObject(value) && has(value[segment], more)
}
