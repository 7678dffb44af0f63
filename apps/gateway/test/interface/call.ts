export interface Called {
  readonly status: number
  readonly headers: Headers
  /** `undefined` where the answer is no JSON. */
  readonly body: unknown
}

/** Sends a request with only the given headers, so that key and version may be missing. */
export async function call(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  body?: object | string,
  method: string = body === undefined ? 'GET' : 'POST',
): Promise<Called> {
  const sent = typeof body === 'object' ? JSON.stringify(body) : body
  const response = await fetch(url, { method, headers, ...(sent !== undefined && { body: sent }) })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text.startsWith('{') ? (JSON.parse(text) as unknown) : undefined }
}
