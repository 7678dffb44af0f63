import type { Citation, Context, Finish, GenerateResponse, Part, Pointer, Usage } from '@interlingua/core'
import { isJsonObject, parseJson, pointer } from '@interlingua/core'
import { citationDetails, hasKeys, roundsIntegers } from '@interlingua/core/adapter'
import type { InputMemory } from './create-input-memory.ts'
import { isWeb } from './is-web.ts'
import { hintOf } from './extension.ts'
import { answerFates } from './fates.ts'
import { encodeFinish } from './finish-reason.ts'
import { notice } from './notices.ts'
import { encodePart } from './parts/index.ts'

/** Reports everything in the head of a response that this format cannot show; parts are reported one by one. */
export function reportAnswer(response: GenerateResponse, context: Context): void {
  answerFates.response(response, context)
  if (response.usage) reportUsage(response.usage, context)
  for (const { finish, at, fields, extensions } of response.candidates) {
    if (finish) reportFinish(finish, context)
    else if (extensions?.contents === undefined)
      context.onNotice(notice('finish-missing', `${at ?? ''}${fields?.finish ?? '/finish'}` as Pointer)) // two pointers
  }
}

/**
 * Reports losses that depend on values, which the table of fates cannot express. Returns false if the part is not shown at all; `read`
 * parses arguments, for a caller that remembers them.
 */
export function reportPart(part: Part, at: Pointer, context: Context, read: InputMemory['read'] = parseJson): boolean {
  const say = (code: Parameters<typeof notice>[0], field?: string): void =>
    context.onNotice(notice(code, `${at}${(field === undefined ? undefined : part.fields?.[field]) ?? ''}` as Pointer)) // two pointers, one after the other
  if (part.seal && part.seal.format !== 'contents' && !context.policy.carryForeignSeals) say('foreign-seal', 'seal')
  switch (part.type) {
    case 'refusal':
      say('refusal')
      return true
    case 'reasoning':
      if (part.segments.length > 1 || part.segments.some(({ type }) => type === 'full')) say('reasoning-kind', 'segments')
      return true
    case 'tool-call':
      if (part.namespace !== undefined) say('tool-name')
      if (part.kind === 'custom') say('tool-custom')
      else if (part.arguments !== '' && !isJsonObject(read(part.arguments))) say('arguments', 'arguments')
      else if (roundsIntegers(part.arguments)) say('argument-digits', 'arguments')
      return true
    case 'text':
      for (const [index, citation] of (part.citations ?? []).entries()) reportCitation(citation, `${at}/citations/${index}`, context)
      if (part.logprobs?.some(({ bytes, top }) => bytes !== undefined || top?.some((other) => other.bytes !== undefined)))
        say('logprob-bytes', 'logprobs')
      return true
    case 'opaque':
      if (part.format === 'contents') return true
      say('opaque')
      return false
    case 'hosted-call': {
      if (encodePart(part, { answer: true, envelopes: context.policy.carryForeignSeals }) !== undefined) return true
      const asked = part.family === 'image-generation' ? parseJson(part.arguments) : undefined
      // The output stands in the response by itself, so only the arguments are lost.
      if (!isJsonObject(asked) || !hasKeys(asked)) say('answer-part')
      else {
        // The type of the image repeats its format.
        for (const key in asked)
          if (key !== 'output_format' || part.status === 'failed')
            context.onNotice(notice('answer-part', pointer(placeOfArguments(part, at), key)))
        answerFates.extensions(part.extensions, at, context)
      }
      return false
    }
    case 'hosted-result':
    case 'document':
      if (encodePart(part, { answer: true, envelopes: context.policy.carryForeignSeals }) !== undefined) return true
      say('answer-part')
      return false
    case 'approval':
    case 'compaction':
    case 'search-result':
    case 'file-reference':
      say('answer-part')
      return false
    case 'media':
    case 'tool-result':
      return true
  }
}

function placeOfArguments({ fields }: Part, at: Pointer): Pointer {
  return `${at}${fields?.['arguments'] ?? '/arguments'}` as Pointer // two pointers
}

export function reportCitation(citation: Citation, place: Pointer, context: Context): void {
  const at = citation.at ?? place
  if (hintOf(citation).from !== undefined) return
  const say = (code: 'citation-source' | 'citation-detail' | 'citation-kind', field?: string): void =>
    context.onNotice(notice(code, `${at}${field === undefined ? '' : (citation.fields?.[field] ?? `/${field}`)}` as Pointer)) // two pointers
  if (citation.uri === undefined && citation.title === undefined) {
    say('citation-source')
    return
  }
  if (isWeb(citation) && citation.citedText !== undefined) say('citation-detail', 'citedText')
  if (citation.source !== 'url' && citation.source !== 'map' && citation.source !== 'file') say('citation-kind')
  for (const field of citationDetails(citation)) if (field !== 'citedText') say('citation-detail', field)
}

export function reportFinish(finish: Finish, context: Context): void {
  if (!encodeFinish(finish).exact) context.onNotice(notice('finish-reason', `${finish.at ?? ''}${finish.fields?.unified ?? ''}` as Pointer)) // two pointers
}

/** A count of 0 is no loss. */
export function reportUsage(usage: Usage, context: Context): void {
  const at = usage.at ?? '/usage'
  const say = (field: string): void => {
    const [group = ''] = field.split('.')
    const spelled = usage.fields?.[field] ?? usage.fields?.[group] ?? `/${field.replaceAll('.', '/')}`
    context.onNotice(notice('usage-detail', `${at}${spelled}` as Pointer)) // two pointers, one after the other
  }
  if (countsAny(usage.requests)) say('requests')
  if (usage.extra && usage.extra.length > 0) say('extra')
  const { total, cacheRead = 0, cacheWrite, toolUse = 0 } = usage.input
  // Tokens written to a cache stay in the prompt's total, without a count of their own.
  if (cacheWrite) for (const field of ['input.cacheWrite', 'input.fresh']) say(field)
  if (total !== undefined && cacheRead > total - toolUse) say('input.cacheRead')
  if (usage.output.total !== undefined && (usage.output.reasoning ?? 0) > usage.output.total) say('output.reasoning')
  if (countsAny(usage.input.cacheWriteByTtl)) say('input.cacheWriteByTtl')
  if (usage.output.prediction) say('output.prediction')
}

function countsAny(counts: Readonly<Partial<Record<string, number>>> | undefined): boolean {
  for (const key in counts) if (counts[key]) return true
  return false
}
