import type { ServerResponse } from 'node:http'
import type { SeenRequest } from '../start-upstream.ts'

/** A JSON answer of an upstream. */
export function answerWith(
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): (response: ServerResponse) => void {
  return (response) => void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** Body of a JSON request. */
export function saidBy({ body }: SeenRequest): Record<string, unknown> {
  return JSON.parse(body.toString('utf8')) as Record<string, unknown>
}

export interface AskedImages {
  readonly status: number
  readonly headers: Headers
  readonly body: {
    readonly data?: readonly { readonly url?: string; readonly b64_json?: string; readonly revised_prompt?: string }[]
    readonly errors?: readonly { readonly index: number; readonly code: string; readonly message: string }[]
    readonly usage?: Readonly<Record<string, unknown>>
    readonly error?: { readonly message: string; readonly type: string; readonly param: string | null; readonly code: string | null }
  }
}

/** `POST /v1/images/generations`, or another path. */
export async function askImages(url: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<AskedImages> {
  const answer = await fetch(url.includes('/v1') ? url : `${url}/v1/images/generations`, {
    method: 'POST',
    headers: { authorization: 'Bearer any', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as AskedImages['body'] } // the tests check the shape
}
