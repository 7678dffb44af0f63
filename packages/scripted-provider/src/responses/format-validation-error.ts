import type { Failure } from '@interlingua/core'
import type { ValidationError } from '../shape/validation-error.ts'
import { refuseResponses } from './refuse-responses.ts'

/** Writes a schema violation in this vendor's wording. */
export function formatValidationError({ place, issue }: ValidationError): Failure {
  const param = place.map((key, i) => (typeof key === 'number' ? `[${key}]` : i === 0 ? key : `.${key}`)).join('')
  switch (issue.type) {
    case 'missing':
      return refuseResponses(`Missing required parameter: '${param}'.`, param, 'missing_required_parameter')
    case 'unknown':
      return refuseResponses(`Unknown parameter: '${param}'.`, param, 'unknown_parameter')
    case 'kind':
      return refuseResponses(
        `Invalid type for '${param}': expected ${named(issue.expected)}, but got ${named(issue.found)} instead.`,
        param,
        'invalid_type',
      )
    case 'value':
      return refuseResponses(`Invalid value: '${issue.found}'. Supported values are: ${listed(issue.allowed)}.`, param, 'invalid_value')
    case 'below':
    case 'above': {
      const kind = issue.whole ? 'integer' : 'decimal'
      const [word, sign, code] = issue.type === 'below' ? ['below minimum', '>=', 'below_min'] : ['above maximum', '<=', 'above_max']
      return refuseResponses(
        `Invalid '${param}': ${kind} ${word} value. Expected a value ${sign} ${issue.limit}, but got ${issue.found} instead.`,
        param,
        `${kind}_${code}_value`,
      )
    }
    case 'long':
      return refuseResponses(
        `Invalid '${param}': string too long. Expected a string with maximum length ${issue.limit}, but got a string with length ${issue.found} instead.`,
        param,
        'string_above_max_length',
      )
    case 'custom':
      return refuseResponses(`Invalid '${param}': ${issue.message}`, param, issue.code)
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

/** Joins words as `'a', 'b', and 'c'`. */
function listed(words: readonly string[]): string {
  const quoted = words.map((word) => `'${word}'`)
  if (quoted.length < 3) return quoted.join(' and ')
  return `${quoted.slice(0, -1).join(', ')}, and ${quoted.at(-1) ?? ''}`
}
