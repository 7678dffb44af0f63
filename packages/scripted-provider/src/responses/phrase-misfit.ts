import type { Failure } from '@interlingua/core'
import type { Misfit } from '../shape/misfit.ts'
import { refuseResponses } from './refuse-responses.ts'

/** What does not fit the schema, in this vendor's words. */
export function phraseMisfit({ place, flaw }: Misfit): Failure {
  const param = place.map((key, i) => (typeof key === 'number' ? `[${key}]` : i === 0 ? key : `.${key}`)).join('')
  switch (flaw.type) {
    case 'missing':
      return refuseResponses(`Missing required parameter: '${param}'.`, param, 'missing_required_parameter')
    case 'unknown':
      return refuseResponses(`Unknown parameter: '${param}'.`, param, 'unknown_parameter')
    case 'kind':
      return refuseResponses(
        `Invalid type for '${param}': expected ${named(flaw.expected)}, but got ${named(flaw.found)} instead.`,
        param,
        'invalid_type',
      )
    case 'value':
      return refuseResponses(`Invalid value: '${flaw.found}'. Supported values are: ${listed(flaw.allowed)}.`, param, 'invalid_value')
    case 'below':
    case 'above': {
      const kind = flaw.whole ? 'integer' : 'decimal'
      const [word, sign, code] = flaw.type === 'below' ? ['below minimum', '>=', 'below_min'] : ['above maximum', '<=', 'above_max']
      return refuseResponses(
        `Invalid '${param}': ${kind} ${word} value. Expected a value ${sign} ${flaw.limit}, but got ${flaw.found} instead.`,
        param,
        `${kind}_${code}_value`,
      )
    }
    case 'long':
      return refuseResponses(
        `Invalid '${param}': string too long. Expected a string with maximum length ${flaw.limit}, but got a string with length ${flaw.found} instead.`,
        param,
        'string_above_max_length',
      )
    case 'custom':
      return refuseResponses(`Invalid '${param}': ${flaw.message}`, param, flaw.code)
  }
}

function named(kind: string): string {
  switch (kind) {
    case 'null':
      return 'null'
    case 'number':
      return 'a decimal'
    default:
      return /^[aeio]/.test(kind) ? `an ${kind}` : `a ${kind}`
  }
}

/** `'a', 'b', and 'c'`. */
function listed(words: readonly string[]): string {
  const quoted = words.map((word) => `'${word}'`)
  if (quoted.length < 3) return quoted.join(' and ')
  return `${quoted.slice(0, -1).join(', ')}, and ${quoted.at(-1) ?? ''}`
}
