import type { Failure } from '@interlingua/core'
import type { ValidationError } from '../shape/validation-error.ts'
import { refuseArk } from './refuse-ark.ts'

/** Writes a schema violation in Ark's wording. */
export function formatArkValidationError({ place, issue }: ValidationError): Failure {
  const param = place.map((key, i) => (typeof key === 'number' ? `[${key}]` : i === 0 ? key : `.${key}`)).join('')
  const invalid = (why: string): Failure => refuseArk(`The parameter \`${param}\` specified in the request is not valid: ${why}.`, param)
  switch (issue.type) {
    case 'missing':
      return refuseArk(`The request failed because it is missing \`${param}\` parameter.`, param, 'MissingParameter')
    case 'unknown':
      return refuseArk(`The parameter \`${param}\` specified in the request is not supported.`, param, 'InvalidParameter')
    case 'kind':
      return invalid(`expected ${issue.expected}, got ${issue.found}`)
    case 'value':
      return invalid(`'${issue.found}' is not one of ${issue.allowed.join(', ')}`)
    case 'below':
    case 'above':
      return invalid(`must be ${issue.type === 'below' ? 'at least' : 'at most'} ${issue.limit}, got ${issue.found}`)
    case 'long':
      return invalid(`longer than ${issue.limit}`)
    case 'custom':
      return invalid(issue.message)
  }
}
