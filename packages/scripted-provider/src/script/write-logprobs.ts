import type { TokenLogprob } from '@interlingua/core'
import { splitTokens } from '../split-tokens.ts'

const alternatives = [
  ' or',
  ' and',
  ' but',
  ' so',
  ' yet',
  ' nor',
  ' for',
  ' the',
  ' a',
  ' an',
  ' in',
  ' on',
  ' at',
  ' by',
  ' to',
  ' of',
  ' as',
  ' if',
  ' up',
  ' off',
]

/** Makes up a probability for each token of a text, with `top` alternatives of which the token itself is the first. */
export function writeLogprobs(text: string, top: number): readonly TokenLogprob[] {
  return splitTokens(text).map((token, i) => {
    const own = { token, logprob: -0.01 * (1 + (i % 7)), bytes: utf8(token) }
    if (top === 0) return own
    const others = alternatives.filter((other) => other !== token).slice(0, top - 1)
    return { ...own, top: [own, ...others.map((other, rank) => ({ token: other, logprob: -2 - rank, bytes: utf8(other) }))] }
  })
}

function utf8(text: string): readonly number[] {
  const bytes: number[] = []
  const escaped = encodeURIComponent(text.toWellFormed())
  for (let i = 0; i < escaped.length; i++) {
    if (escaped.charAt(i) === '%') {
      bytes.push(Number.parseInt(escaped.slice(i + 1, i + 3), 16))
      i += 2
    } else bytes.push(escaped.charCodeAt(i))
  }
  return bytes
}
