import { isJsonObject, parseDocument, type JsonObject } from '@interlingua/core'
import { failureOf, malformed, RequestFailure } from './request-failure.ts'

/** Reads a body of at most `most` bytes; throws a `RangeError` for a longer one. */
export async function readBytes(body: ReadableStream<Uint8Array> | null, most: number): Promise<Uint8Array> {
  if (body === null) return new Uint8Array()
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    size += step.value.length
    if (size > most) {
      await reader.cancel().catch(() => undefined) // the body is given up in any case
      throw new RangeError(`more than ${most} bytes`)
    }
    chunks.push(step.value)
  }
  return joinBytes(chunks)
}

/** Pieces one after the other. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((size, { length }) => size + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** Reads the document of a request. Throws the failure that answers it. */
export async function readRequest(request: Request, most: number): Promise<JsonObject> {
  const text = await readText(
    request.body,
    most,
    () => new RequestFailure(failureOf('too-large', `The body has more than ${most} bytes.`, 413)),
  )
  const body = parseDocument(text)
  if (!isJsonObject(body)) throw new RequestFailure(failureOf('invalid-request', 'The body is not a JSON object.', 400))
  return body
}

/** Reads the document of a good answer. Throws the failure that answers the request. */
export async function readAnswer(response: Response, most: number): Promise<JsonObject> {
  const type = response.headers.get('content-type')
  if (type !== null && !/^[^;]*json/i.test(type)) {
    await response.body?.cancel()
    throw malformed(`answered with ${/^[\w.+/-]+/.exec(type)?.[0] ?? 'something'} instead of JSON`)
  }
  const body = parseDocument(await readText(response.body, most, () => malformed(`sent an answer of more than ${most} bytes`)))
  if (!isJsonObject(body)) throw malformed('sent an answer that is not a JSON object')
  return body
}

async function readText(body: ReadableStream<Uint8Array> | null, most: number, over: () => RequestFailure): Promise<string> {
  try {
    return new TextDecoder().decode(await readBytes(body, most))
  } catch (error) {
    throw error instanceof RangeError ? over() : error
  }
}
