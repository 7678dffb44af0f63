export interface Answered {
  readonly status: number
  readonly headers: Headers
  // the tests check the shape
  readonly body: any // oxlint-disable-line typescript/no-explicit-any
}

/** `POST /v1/video/generations`. */
export async function submitVideo(url: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Answered> {
  return ask(`${url}/v1/video/generations`, { method: 'POST', body: JSON.stringify(body), headers })
}

/** `GET /v1/video/generations/{id}`. */
export async function queryVideo(url: string, id: string, headers: Readonly<Record<string, string>> = {}): Promise<Answered> {
  return ask(`${url}/v1/video/generations/${id}`, { headers })
}

export async function ask(
  url: string,
  { headers, ...init }: { readonly method?: string; readonly body?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Answered> {
  const answer = await fetch(url, { ...init, headers: { authorization: 'Bearer any', 'content-type': 'application/json', ...headers } })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}
