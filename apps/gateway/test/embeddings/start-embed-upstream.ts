import type { ServerResponse } from 'node:http'
import { startUpstream, type RunningUpstream, type SeenRequest } from '../start-upstream.ts'

/** An upstream of embeddings that does as the test says. */
export interface EmbedUpstream extends RunningUpstream {
  /** The texts of each call, in the order in which the calls came. */
  readonly calls: () => readonly (readonly string[])[]
}

/** Gemini's shape, in and out. */
interface Batch {
  readonly requests: readonly { readonly content: { readonly parts: readonly { readonly text: string }[] } }[]
}

export async function startEmbedUpstream(): Promise<EmbedUpstream> {
  const upstream = await startUpstream()
  return Object.assign(upstream, { calls: () => upstream.seen.map(textsOf) })
}

export function textsOf({ body }: SeenRequest): readonly string[] {
  const { requests } = JSON.parse(body.toString()) as Batch // a channel of gemini-embeddings sends this
  return requests.map(({ content }) => content.parts.map(({ text }) => text).join(''))
}

/** A good answer of Gemini: the vector of `text 7` begins with 7; a token for each text. */
export function answerWell(response: ServerResponse, seen: SeenRequest): void {
  const texts = textsOf(seen)
  const embeddings = texts.map((text) => ({ values: [Number(/\d+/.exec(text)?.[0]), 0.5] }))
  sendJson(response, { embeddings, usageMetadata: { promptTokenCount: texts.length } })
}

/**
 * Fails a call once `others` calls have been answered well, and a moment later, in which the gateway reads their answers. Returns the handler that
 * answers the others.
 */
export function failLast(
  others: number,
  isLast: (seen: SeenRequest) => boolean,
  fail: (response: ServerResponse) => void,
): EmbedUpstream['answer'] {
  let answered = 0
  let last: ServerResponse | undefined
  const end = (): void => {
    const response = last
    if (response === undefined || answered < others) return
    last = undefined
    setTimeout(() => fail(response), 100)
  }
  return (response, seen) => {
    if (isLast(seen)) last = response
    else {
      response.on('finish', () => {
        answered++
        end()
      })
      answerWell(response, seen)
    }
    end()
  }
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** `text 0`, `text 1`, … */
export function numbered(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `text ${index}`)
}
