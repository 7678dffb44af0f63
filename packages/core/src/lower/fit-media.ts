import type { ModelProfile } from '../model-profile.ts'
import type { DocumentPart, MediaPart, Part, TextPart } from '../part.ts'
import type { Pointer } from '../pointer.ts'
import type { Policy } from '../policy.ts'
import type { GenerateRequest, Turn } from '../request.ts'
import type { MediaPlace } from '../visit-media.ts'
import { visitMedia } from '../visit-media.ts'
import { correctType } from './correct-type.ts'
import { createImageLimits } from './image-limits.ts'
import type { ImageLimits } from './image-limits.ts'
import { wordsFor, type MisfitCode } from './left-out-words.ts'

/** Notices of `fitMedia` under such rules. An adapter declares those that its rules can give. */
export type FitCode<Misfit extends MisfitCode = MisfitCode> =
  | Misfit
  | 'media-left-out'
  | 'media-limit'
  | 'media-size'
  | 'media-type-corrected'

export interface MediaRules<Misfit extends MisfitCode = MisfitCode> {
  /** Why the target does not take this where it stands. What has another place to go (a transcript, a text) fits. */
  readonly misfit: (part: MediaPart | DocumentPart, author: Turn['author']) => Misfit | undefined
  /** Written in the target's own format: its types and sizes are the server's to judge. */
  readonly isOwn: (part: MediaPart | DocumentPart) => boolean
  readonly limit: ModelProfile['imageLimit']
  readonly policy: Policy
  readonly report: (code: FitCode<Misfit>, at: Pointer) => void
}

/**
 * The request with what media the target takes. The first bytes decide the declared type of an image. What is not taken is refused in the last
 * turn of the user, by a severe notice; everywhere else (and wherever the policy has it so) a text says that it was left out. Of too many
 * images, or too many large ones, the oldest give way. The same on every turn, as long as the conversation only grows.
 */
export function fitMedia<Misfit extends MisfitCode>(request: GenerateRequest, rules: MediaRules<Misfit>): GenerateRequest {
  const latest = latestWords(request.turns)
  const limits = createImageLimits(rules.limit)
  const leaveOut = (part: MediaPart | DocumentPart, code: Misfit | 'media-size', at: Pointer, place: MediaPlace): TextPart => {
    rules.report(isRefused(place, latest, rules.policy) ? code : 'media-left-out', at)
    return standIn(part, wordsFor(part, code, rules.limit), at)
  }
  const fitted = visitMedia(request, (given, at, place) => {
    if (place.within === 'hosted-result') return given
    const own = rules.isOwn(given)
    const part = own ? given : correctType(given, at, rules.report)
    const misfit = rules.misfit(part, place.turn.author)
    if (misfit !== undefined) return leaveOut(part, misfit, at, place)
    if (part.type !== 'media' || part.kind !== 'image') return part
    if (!own && limits?.isTooLarge(part)) return leaveOut(part, 'media-size', at, place)
    limits?.count(part)
    return part
  })
  return limits === undefined ? fitted : withoutOldest(fitted, limits, rules, latest)
}

function withoutOldest<Misfit extends MisfitCode>(
  request: GenerateRequest,
  limits: ImageLimits,
  rules: MediaRules<Misfit>,
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

/** The last turn in which the user says something. A turn of results alone says nothing of the user's own. */
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

/** A text in the place of a part, with its cache mark. */
function standIn({ cache, fields }: Part, text: string, at: Pointer): TextPart {
  if (cache === undefined) return { type: 'text', text, at }
  const marked: TextPart = { type: 'text', text, at, cache }
  return fields?.cache === undefined ? marked : { ...marked, fields: { cache: fields.cache } }
}
