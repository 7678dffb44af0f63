import type {
  Candidate,
  Citation,
  Context,
  Extensions,
  Finish,
  GenerateResponse,
  Item,
  Part,
  Pointer,
  ReasoningPart,
  Usage,
} from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { citationDetails, createFateWalker, createOnce } from '@interlingua/core/adapter'
import { format, hintOf } from './extension.ts'
import { answerFates } from './fates.ts'
import { encodeFinish, spokenIn } from './finish-reason.ts'
import type { Spoken } from './finish-reason.ts'
import { notice } from './notices.ts'
import { isImageAnswer } from './parts/image-answer.ts'
import { placeOf } from './place-of.ts'

const walker = createFateWalker(format, notice, 'foreign-field', answerFates)
const shownModalities: ReadonlySet<string> = new Set(['audio', 'image', 'text', 'video'])

/** Reports everything in a response that a chat completion cannot show. */
export function reportResponse(response: GenerateResponse, context: Context): void {
  walker.response(response, context)
  if (response.usage) reportUsage(response.usage, context)
  for (const candidate of response.candidates) reportCandidate(candidate, context)
}

function reportCandidate(candidate: Candidate, context: Context): void {
  const at: Pointer = candidate.at ?? `/candidates/${candidate.index}`
  const spelled = hintOf(candidate)?.['message']
  const listed = isJsonObject(spelled) && spelled['content'] === 'parts'
  let texts = 0
  let firstText: Pointer = at
  let calls = 0
  candidate.parts.forEach((part, i) => {
    const place: Pointer = part.at ?? `${at}/parts/${i}`
    reportPart(part, place, context)
    if (part.type === 'reasoning' && isSilent(part)) context.onNotice(notice('empty-reasoning', place))
    if (part.type === 'tool-call') calls++
    if (part.type !== 'text') return
    if (texts++ === 0) firstText = place
    else if (!listed) {
      if (texts === 2) context.onNotice(notice('text-joined', firstText))
      context.onNotice(notice('text-joined', place))
    }
    if (calls > 0) context.onNotice(notice('text-order', place))
  })
  if (candidate.finish) reportFinish(candidate.finish, spokenIn(candidate.parts), `${at}/finish`, context)
}

/** True for reasoning of another format without visible text and without a seal to return. */
function isSilent(part: ReasoningPart): boolean {
  return part.seal === undefined && hintOf(part) === undefined && part.segments.every(({ text }) => text === '')
}

/** Reports losses that depend on values, which the table of fates cannot express. */
function reportPart(part: Part, at: Pointer, context: Context): void {
  switch (part.type) {
    case 'media':
      if (isImageAnswer(part)) return
      if (part.kind !== 'audio' || part.source.type !== 'inline') context.onNotice(notice('answer-part', at))
      else if (part.source.mime !== 'audio/*') context.onNotice(notice('audio-type', placeOf(part, 'source.mime', at)))
      return
    case 'opaque':
      if (part.format !== format) context.onNotice(notice('opaque', at))
      return
    case 'text':
      for (const [index, citation] of (part.citations ?? []).entries()) reportCitation(citation, `${at}/citations/${index}`, context)
      return
    case 'reasoning':
      if (part.seal && part.seal.format !== format && !context.policy.carryForeignSeals)
        context.onNotice(notice('foreign-seal', placeOf(part, 'seal', at)))
      return
    default:
  }
}

function reportCitation(citation: Citation, place: Pointer, context: Context): void {
  const at = citation.at ?? place
  if (citation.uri === undefined) {
    context.onNotice(notice('citation', at))
    return
  }
  for (const field of citationDetails(citation)) context.onNotice(notice('citation-detail', placeOf(citation, field, at)))
}

function reportFinish(finish: Finish, spoken: Spoken, at: Pointer, context: Context): void {
  const { exact, vague } = encodeFinish(finish, spoken)
  if (exact) return
  context.onNotice(
    notice(vague ? 'finish-incomplete' : 'finish-reason', `${finish.at ?? at}${finish.fields?.['unified'] ?? ''}` as Pointer),
  ) // two pointers, one after the other
}

/** A count of 0 is no loss. */
function reportUsage(usage: Usage, context: Context): void {
  const at = usage.at ?? '/usage'
  const say = (field: string): void => context.onNotice(notice('usage-detail', placeOf(usage, field, at)))
  if (countsAny(usage.requests)) say('requests')
  if (usage.extra && usage.extra.length > 0) say('extra')
  if (countsAny(usage.input.cacheWriteByTtl)) say('input.cacheWriteByTtl')
  if (usage.input.toolUse) say('input.toolUse')
  for (const group of [usage.input, usage.output]) {
    for (const modality in group.byModality)
      if (!shownModalities.has(modality)) context.onNotice(notice('usage-detail', usage.at ?? '/usage'))
  }
}

function countsAny(counts: Readonly<Partial<Record<string, number>>> | undefined): boolean {
  for (const key in counts) if (counts[key]) return true
  return false
}

/** Reports of the stream encoder; each (code, path) is given once. */
export interface StreamReporter {
  /** Context that gives each (code, path) once. */
  readonly context: Context
  part(part: Part): void
  /** Reports audio beside another audio. */
  secondAudio(part: Part): void
  /** Reports reasoning once it has ended. */
  reasoning(part: ReasoningPart): void
  item(item: Item): void
  joined(part: Part): void
  afterCall(part: Part): void
  seal(part: Part): void
  citation(citation: Citation, part: Part): void
  finish(finish: Finish, spoken: Spoken): void
  usage(usage: Usage): void
  extensions(extensions: Extensions | undefined, at?: Pointer): void
  opaque(keys: readonly Pointer[] | undefined): void
}

export function createStreamReporter(context: Context): StreamReporter {
  const once = createOnce(context)
  return {
    context: once,
    part(part) {
      walker.part(part, once)
      reportPart(part, part.at ?? '', once)
    },
    secondAudio: (part) => once.onNotice(notice('answer-part', part.at ?? '')),
    reasoning(part) {
      if (isSilent(part)) once.onNotice(notice('empty-reasoning', part.at ?? ''))
    },
    item(item) {
      if (item.phase !== undefined) once.onNotice(notice('item-phase', `${item.at ?? ''}/phase`))
      walker.extensions(item.extensions, item.at ?? '', once)
    },
    joined: (part) => once.onNotice(notice('text-joined', part.at ?? '')),
    afterCall: (part) => once.onNotice(notice('text-order', part.at ?? '')),
    seal: (part) => once.onNotice(notice('foreign-seal', placeOf(part, 'seal', part.at ?? ''))),
    citation(citation, part) {
      walker.part({ type: 'text', at: part.at ?? '', text: '', citations: [citation] }, once)
      reportCitation(citation, part.at ?? '', once)
    },
    finish(finish, spoken) {
      walker.finish(finish, '', once)
      reportFinish(finish, spoken, '', once)
    },
    usage(usage) {
      walker.usage(usage, '/usage', once)
      reportUsage(usage, once)
    },
    extensions: (extensions, at = '') => walker.extensions(extensions, at, once),
    opaque(keys) {
      if (keys === undefined) once.onNotice(notice('stream-event', ''))
      else for (const key of keys) once.onNotice(notice('foreign-field', key))
    },
  }
}
