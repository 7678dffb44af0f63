import type { Failure } from '@interlingua/core'
import type { Misfit } from '../shape/misfit.ts'
import { refuseDashscope } from './refuse-dashscope.ts'

/** What does not fit the schema, in DashScope's words. */
export function phraseDashscopeMisfit({ place, flaw }: Misfit): Failure {
  const field = place.join('.')
  switch (flaw.type) {
    case 'missing':
      return refuseDashscope(`Field required: ${field}`)
    case 'unknown':
      return refuseDashscope(`Extra inputs are not permitted: ${field}`)
    case 'kind':
      return refuseDashscope(`Input should be a valid ${flaw.expected}: ${field}`)
    case 'value':
      return refuseDashscope(`Input should be ${flaw.allowed.map((word) => `'${word}'`).join(' or ')}: ${field}`)
    case 'below':
    case 'above':
      return refuseDashscope(`Input should be ${flaw.type === 'below' ? 'greater' : 'less'} than or equal to ${flaw.limit}: ${field}`)
    case 'long':
      return refuseDashscope(`String should have at most ${flaw.limit} characters: ${field}`)
    case 'custom':
      return refuseDashscope(`${flaw.message}: ${field}`)
  }
}
