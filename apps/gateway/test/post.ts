export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: () => unknown
}

const key = { 'x-api-key': 'any', authorization: 'Bearer any', 'anthropic-version': '2023-06-01', 'content-type': 'application/json' }

/** A request by hand, with a key and a version unless `headers` takes one away by an empty value. */
export async function post(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const sent = Object.fromEntries(Object.entries({ ...key, ...headers }).filter(([, value]) => value !== ''))
  const raw = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  // Bytes of a Node buffer are an ArrayBuffer's, never shared.
  const response = await fetch(url, { method: 'POST', headers: sent, body: raw as BodyInit })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) as unknown }
}
