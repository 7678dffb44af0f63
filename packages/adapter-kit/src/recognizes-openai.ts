import type { EdgeHeaders } from '@interlingua/core/edge'

/** How sure it is that a request is of a client of OpenAI's formats: a bearer token is theirs, and so is what bears no sign of anybody's. */
export function recognizesOpenai(_url: string, headers: EdgeHeaders): number {
  return headers['authorization'] === undefined ? 0.5 : 2
}
