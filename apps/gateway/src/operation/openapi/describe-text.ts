import type { Endpoint } from '../../endpoint.ts'
import { componentOf } from './component-of.ts'
import type { Description } from './description.ts'

/** A path of a text format of which nothing more is known than its edge says; `undefined` for what is none. */
export function describeText({ edge, summary, operation, stream }: Endpoint): Description | undefined {
  if (edge === undefined || summary === undefined) return undefined
  const schemas = edge.describe.schemas?.()
  const body = (kind: 'request' | 'response' | 'countRequest' | 'count'): string => (schemas?.[kind] ? componentOf(edge, kind) : 'Anything')
  if (operation === 'count') return { summary, tag: 'tokens', body: body('countRequest'), answer: body('count') }
  return { summary, tag: 'text', body: body('request'), answer: body('response'), ...(stream !== false && { stream: 'events' }) }
}
