import { checkResponsesItems } from './check-responses-items.ts'
import { isText, object, shown } from './loose.ts'
import type { Loose } from './loose.ts'

const statuses = new Set(['completed', 'failed', 'in_progress', 'cancelled', 'queued', 'incomplete'])
/** Members that the vendor's SDK types as required, nullable or not, and that a server must echo. */
const echoed = [
  'parallel_tool_calls',
  'temperature',
  'top_p',
  'tools',
  'tool_choice',
  'instructions',
  'metadata',
  'error',
  'incomplete_details',
]

/**
 * Breaches of the promises to clients of Responses that the response's schema does not state.
 * https://platform.openai.com/docs/api-reference/responses/object
 */
export function checkResponsesResponse(body: unknown): readonly string[] {
  const response = object(body)
  const breaches: string[] = []
  if (response['object'] !== 'response') breaches.push('no response')
  if (!isText(response['id']) || response['id'] === '' || !isText(response['model'])) breaches.push('no id or model')
  if (typeof response['created_at'] !== 'number') breaches.push('no created_at')
  if (!statuses.has(shown(response['status']))) breaches.push(`status ${shown(response['status'])}`)
  for (const key of echoed) if (!(key in response)) breaches.push(`${key} is not echoed`)
  checkEnd(response, breaches)
  checkResponsesItems(response['output'], breaches)
  checkUsage(response, breaches)
  return breaches
}

function checkEnd(response: Loose, breaches: string[]): void {
  const { status, error } = response
  const reason = object(response['incomplete_details'])['reason']
  if ((status === 'incomplete') !== isText(reason)) breaches.push(`incomplete_details of a ${shown(status)} response`)
  if (status === 'failed' && (!isText(object(error)['code']) || !isText(object(error)['message']))) breaches.push('failed without an error')
  if (status !== 'failed' && error !== null && error !== undefined) breaches.push(`an error in a ${shown(status)} response`)
}

function checkUsage(response: Loose, breaches: string[]): void {
  if (response['usage'] === undefined || response['usage'] === null) return
  const usage = object(response['usage'])
  const input = usage['input_tokens']
  const output = usage['output_tokens']
  if (typeof input !== 'number' || typeof output !== 'number') breaches.push('usage without input_tokens or output_tokens')
  else if (usage['total_tokens'] !== input + output) breaches.push('total_tokens is not the sum')
}
