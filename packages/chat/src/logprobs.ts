import type { Json, JsonObject, TokenLogprob } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import type { Draft } from './extension.ts'

/** Decodes token logprobs; `undefined` if an entry has other keys than OpenAI's four, and stays as it is. */
export function decodeLogprobs(wire: Json | undefined): TokenLogprob[] | undefined {
  if (!Array.isArray(wire)) return undefined
  const tokens: TokenLogprob[] = []
  for (const entry of wire) {
    const token = isJsonObject(entry) ? decodeToken(entry, true) : undefined
    if (token === undefined) return undefined
    tokens.push(token)
  }
  return tokens
}

function decodeToken(wire: JsonObject, outer: boolean): TokenLogprob | undefined {
  const { token, logprob, bytes, top_logprobs: top } = wire
  if (typeof token !== 'string' || typeof logprob !== 'number' || Object.keys(wire).length !== (outer ? 4 : 3)) return undefined
  const decoded: Draft<TokenLogprob> = { token, logprob }
  if (Array.isArray(bytes)) decoded.bytes = bytes as readonly number[] // the wire's own list, not looked into
  else if (bytes !== null) return undefined
  if (!outer) return decoded
  if (!Array.isArray(top)) return undefined
  const list: TokenLogprob[] = []
  for (const entry of top) {
    const inner = isJsonObject(entry) ? decodeToken(entry, false) : undefined
    if (inner === undefined) return undefined
    list.push(inner)
  }
  decoded.top = list
  return decoded
}

export function encodeLogprobs(tokens: readonly TokenLogprob[]): JsonObject[] {
  return tokens.map((token) => ({
    token: token.token,
    logprob: token.logprob,
    bytes: token.bytes ?? null,
    top_logprobs: (token.top ?? []).map((top) => ({ token: top.token, logprob: top.logprob, bytes: top.bytes ?? null })),
  }))
}
