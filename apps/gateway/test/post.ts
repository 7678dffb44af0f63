export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The connection ended without the end of the body. */
  readonly broken: boolean
  readonly json: () => unknown
}

const key = { 'x-api-key': 'any', authorization: 'Bearer any', 'anthropic-version': '2023-06-01', 'content-type': 'application/json' }

/** A request by hand, with a key and a version unless `headers` takes one away by an empty value. */
export async function post(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const sent = Object.fromEntries(Object.entries({ ...key, ...headers }).filter(([, value]) => value !== ''))
  const raw = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  // Bytes of a Node buffer are an ArrayBuffer's, never shared.
  const response = await fetch(url, { method: 'POST', headers: sent, body: raw as BodyInit })
  const { text, broken } = await readAll(response)
  return { status: response.status, headers: response.headers, text, broken, json: () => JSON.parse(text) as unknown }
}

/** Text of a body, also of one that was cut off. */
export async function readAll(response: Response): Promise<{ readonly text: string; readonly broken: boolean }> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    // A body of the platform is a stream of bytes; its type says no more than `any` of its chunks.
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) text += decoder.decode(chunk, { stream: true })
    return { text: text + decoder.decode(), broken: false }
  } catch {
    return { text: text + decoder.decode(), broken: true }
  }
}
