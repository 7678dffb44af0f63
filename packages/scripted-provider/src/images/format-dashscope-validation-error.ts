import type { Failure } from '@interlingua/core'
import type { ValidationError } from '../shape/validation-error.ts'
import { refuseDashscope } from './refuse-dashscope.ts'

/** Writes a schema violation in DashScope's wording. */
export function formatDashscopeValidationError({ place, issue }: ValidationError): Failure {
  const field = place.join('.')
  switch (issue.type) {
    case 'missing':
      return refuseDashscope(`Field required: ${field}`)
    case 'unknown':
      return refuseDashscope(`Extra inputs are not permitted: ${field}`)
    case 'kind':
      return refuseDashscope(`Input should be a valid ${issue.expected}: ${field}`)
    case 'value':
      return refuseDashscope(`Input should be ${issue.allowed.map((word) => `'${word}'`).join(' or ')}: ${field}`)
    case 'below':
    case 'above':
      return refuseDashscope(`Input should be ${issue.type === 'below' ? 'greater' : 'less'} than or equal to ${issue.limit}: ${field}`)
    case 'long':
      return refuseDashscope(`String should have at most ${issue.limit} characters: ${field}`)
    case 'custom':
      return refuseDashscope(`${issue.message}: ${field}`)
  }
}
