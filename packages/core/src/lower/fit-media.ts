import type { ModelProfile } from '../model-profile.ts'
import type { DocumentPart, MediaPart, Part, TextPart } from '../part.ts'
import type { Pointer } from '../pointer.ts'
import type { Policy } from '../policy.ts'
import type { GenerateRequest, Turn } from '../request.ts'
import type { MediaPlace } from '../visit-media.ts'
import { holdsMedia, visitMedia } from '../visit-media.ts'
import { correctType } from './correct-type.ts'
import { createImageLimits } from './image-limits.ts'
import type { ImageLimits } from './image-limits.ts'
import { wordsFor, type MediaIssueCode } from './left-out-words.ts'

/** Notices that `fitMedia` gives under such rules; an adapter declares those that its rules can give. */
export type FitCode<MediaIssue extends MediaIssueCode = MediaIssueCode> =
  | MediaIssue
  | 'media-left-out'
  | 'media-limit'
  | 'media-size'
  | 'media-type-corrected'

export interface MediaRules<MediaIssue extends MediaIssueCode = MediaIssueCode> {
  /**
   * Reason why the target does not take this part where it stands; `undefined`: it does. Parts that are sent otherwise (as a transcript, as
   * text) fit.
   */
  readonly issue: (part: MediaPart | DocumentPart, author: Turn['author']) => MediaIssue | undefined
  /** True for a part in the target's own format, whose types and sizes the server judges itself. */
  readonly isOwn: (part: MediaPart | DocumentPart) => boolean
  readonly limit: ModelProfile['imageLimit']
  readonly policy: Policy
  readonly report: (code: FitCode<MediaIssue>, at: Pointer) => void
}

/**
 * Fits the media of a request to the target: corrects image types by the first bytes, refuses unfit media in the user's last turn by a
 * severe notice, and replaces it elsewhere (and wherever the policy says so) by a text. Where images are too many, or too many are large,
 * the oldest are replaced; the result is the same on every turn as long as the conversation only grows.
 */
export function fitMedia<MediaIssue extends MediaIssueCode>(request: GenerateRequest, rules: MediaRules<MediaIssue>): GenerateRequest {
  if (!holdsMedia(request)) return request
  const latest = latestWords(request.turns)
  const limits = createImageLimits(rules.limit)
  const leaveOut = (part: MediaPart | DocumentPart, code: MediaIssue | 'media-size', at: Pointer, place: MediaPlace): TextPart => {
    rules.report(isRefused(place, latest, rules.policy) ? code : 'media-left-out', at)
    return standIn(part, wordsFor(part, code, rules.limit), at)
  }
  const fitted = visitMedia(request, (given, at, place) => {
    if (place.within === 'hosted-result') return given
    const own = rules.isOwn(given)
    const part = own ? given : correctType(given, at, rules.report)
    const issue = rules.issue(part, place.turn.author)
    if (issue !== undefined) return leaveOut(part, issue, at, place)
    if (part.type !== 'media' || part.kind !== 'image') return part
    if (!own && limits?.isTooLarge(part)) return leaveOut(part, 'media-size', at, place)
    limits?.count(part)
    return part
  })
  return limits === undefined ? fitted : withoutOldest(fitted, limits, rules, latest)
}

function withoutOldest<MediaIssue extends MediaIssueCode>(
  request: GenerateRequest,
  limits: ImageLimits,
  rules: MediaRules<MediaIssue>,
  latest: number,
): GenerateRequest {
  const given = limits.tooMany()
  if (given.size === 0) return request
  return visitMedia(request, (part, at, place) => {
    if (part.type !== 'media' || !given.has(part)) return part
    rules.report(isRefused(place, latest, rules.policy) ? 'media-size' : 'media-limit', at)
    return standIn(part, '[image left out: there are too many images, or too many large ones]', at)
  })
}

/** Index of the last turn in which the user says something; a turn of results alone does not count. */
function latestWords(turns: readonly Turn[]): number {
  return turns.findLastIndex(hasWords)
}

function hasWords({ author, parts }: Turn): boolean {
  return author === 'user' && parts.some(isNoResult)
}

function isNoResult({ type }: Part): boolean {
  return type !== 'tool-result'
}

function isRefused({ turn, index, within }: MediaPlace, latest: number, { unfitMedia = 'reject-last' }: Policy): boolean {
  if (turn.author !== 'user' || within !== 'turn' || unfitMedia === 'replace') return false
  return unfitMedia === 'reject' || index === latest
}

/** Text in place of a part, with the part's cache mark. */
function standIn({ cache, fields }: Part, text: string, at: Pointer): TextPart {
  if (cache === undefined) return { type: 'text', text, at }
  const marked: TextPart = { type: 'text', text, at, cache }
  return fields?.cache === undefined ? marked : { ...marked, fields: { cache: fields.cache } }
}
