import { checkContentsParts } from './check-contents-parts.ts'
import { isText, object, objects } from './loose.ts'
import type { Loose } from './loose.ts'

const counts = ['promptTokenCount', 'candidatesTokenCount', 'thoughtsTokenCount', 'toolUsePromptTokenCount', 'totalTokenCount']

/**
 * Breaches of the promises to clients of generateContent that the response's schema does not state.
 * https://ai.google.dev/api/generate-content#generatecontentresponse
 */
export function checkContentsResponse(body: unknown): readonly string[] {
  const answer = object(body)
  const breaches: string[] = []
  const candidates = objects(answer['candidates'])
  const feedback = object(answer['promptFeedback'])
  if (candidates.length === 0 && !isText(feedback['blockReason'])) breaches.push('neither a candidate nor a block reason')
  const indexes = candidates.map(({ index }) => index ?? 0)
  if (new Set(indexes).size !== indexes.length) breaches.push('two candidates have the same index')
  for (const candidate of candidates) {
    if (!isText(candidate['finishReason'])) breaches.push('a candidate without a finishReason')
    checkContentsParts(candidate, breaches)
  }
  checkUsage(object(answer['usageMetadata']), breaches)
  return breaches
}

/** The documented total is the sum of all input and output. https://ai.google.dev/api/generate-content#UsageMetadata */
function checkUsage(usage: Loose, breaches: string[]): void {
  for (const key of counts) if (usage[key] !== undefined && !Number.isInteger(usage[key])) breaches.push(`${key} is no whole number`)
  if (usage['totalTokenCount'] === undefined) return
  const sum = ['promptTokenCount', 'candidatesTokenCount', 'thoughtsTokenCount', 'toolUsePromptTokenCount']
    .map((key) => Number(usage[key] ?? 0))
    .reduce((a, b) => a + b, 0)
  if (usage['totalTokenCount'] !== sum) breaches.push('totalTokenCount is not the sum')
}
