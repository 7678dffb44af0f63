/** A reply with its JSON body. */
export interface JsonReply {
  readonly status: number
  readonly body: unknown
}

/** Posts JSON or another body to the demo by plain `fetch`. */
export async function postJson(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<JsonReply> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer demo', ...headers },
    body: JSON.stringify(body),
  })
  return { status: reply.status, body: await reply.json() }
}
