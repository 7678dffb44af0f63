import type { Policy } from '@interlingua/core'
import type { IncomingHttpHeaders } from 'node:http'
import type { Fault } from '../faults/fault.ts'
import { invalidRequest } from './invalid-request.ts'

const levels = ['report', 'reject-dropped', 'reject-any'] as const satisfies readonly Policy['strictness'][]

/** The channel's policy, as strict as this request's header `interlingua-policy` wants it. */
export function readPolicy(headers: IncomingHttpHeaders, policy: Policy): { readonly policy: Policy } | Fault {
  const asked = headers['interlingua-policy']
  if (asked === undefined) return { policy }
  const strictness = levels.find((level) => level === asked)
  if (strictness === undefined) return invalidRequest(`interlingua-policy: header must be one of ${levels.join(', ')}`)
  return { policy: { ...policy, strictness } }
}
