import type { EmbedInput } from './embed-request.ts'

/** ASCII letters for one token: fewer than any vocabulary needs for usual text. */
const letters = 3

/** Estimated tokens of an input, rather too many than too few, since the estimate decides where a batch is split. */
export function estimateTokens({ tokens, parts = [] }: EmbedInput): number {
  if (tokens !== undefined) return tokens.length
  let sum = 0
  for (const part of parts) {
    if (part.type !== 'text') continue
    const { text } = part
    let wide = 0
    for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) wide++
    sum += (text.length - wide) / letters + wide
  }
  return Math.ceil(sum)
}
