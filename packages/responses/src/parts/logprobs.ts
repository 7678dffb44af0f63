import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject, TokenLogprob } from '@interlingua/core'
import type { Draft } from '../extension.ts'

/** Decodes token logprobs; `undefined` if an entry has other keys than the four, so that it stays as it is. */
export function decodeLogprobs(wire: Json): readonly TokenLogprob[] | undefined {
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
  if (typeof token !== 'string' || typeof logprob !== 'number' || !Array.isArray(bytes)) return undefined
  if (Object.keys(wire).length !== (outer ? 4 : 3)) return undefined
  const decoded: Draft<TokenLogprob> = { token, logprob, bytes: bytes as readonly number[] } // the wire's own list, not looked into
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
    bytes: token.bytes ?? [],
    logprob: token.logprob,
    top_logprobs: (token.top ?? []).map((top) => ({ token: top.token, bytes: top.bytes ?? [], logprob: top.logprob })),
  }))
}
