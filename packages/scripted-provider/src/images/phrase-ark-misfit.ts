import type { Failure } from '@interlingua/core'
import type { Misfit } from '../shape/misfit.ts'
import { refuseArk } from './refuse-ark.ts'

/** What does not fit the schema, in Ark's words. */
export function phraseArkMisfit({ place, flaw }: Misfit): Failure {
  const param = place.map((key, i) => (typeof key === 'number' ? `[${key}]` : i === 0 ? key : `.${key}`)).join('')
  const invalid = (why: string): Failure => refuseArk(`The parameter \`${param}\` specified in the request is not valid: ${why}.`, param)
  switch (flaw.type) {
    case 'missing':
      return refuseArk(`The request failed because it is missing \`${param}\` parameter.`, param, 'MissingParameter')
    case 'unknown':
      return refuseArk(`The parameter \`${param}\` specified in the request is not supported.`, param, 'InvalidParameter')
    case 'kind':
      return invalid(`expected ${flaw.expected}, got ${flaw.found}`)
    case 'value':
      return invalid(`'${flaw.found}' is none of ${flaw.allowed.join(', ')}`)
    case 'below':
    case 'above':
      return invalid(`must be ${flaw.type === 'below' ? 'at least' : 'at most'} ${flaw.limit}, got ${flaw.found}`)
    case 'long':
      return invalid(`longer than ${flaw.limit}`)
    case 'custom':
      return invalid(flaw.message)
  }
}
