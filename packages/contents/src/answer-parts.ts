import { attachSeals, wrapSeal } from '@interlingua/core'
import type { BundledThought, Candidate, Context, Part, Pointer, TextPart } from '@interlingua/core'
import { canCarry, carrierSeal, reference, rider, ridesAlong } from './carried-seals.ts'
import type { InputMemory } from './create-input-memory.ts'
import { format, hintOf, withHint } from './extension.ts'
import { answerFates } from './fates.ts'
import { reportPart } from './report-answer.ts'
import { notice } from './notices.ts'

/**
 * The parts of a candidate as this format shows them: what hosted tools made stands by itself, and neighbours that a stream could not
 * tell apart are one. Parts of our own documents stay as they were.
 */
export function answerParts(candidate: Candidate, context: Context): readonly Part[] {
  if (isPlain(candidate.parts)) return candidate.parts
  const parts: Part[] = []
  /** Thoughts whose seals wait for a part that carries them. */
  let waiting: BundledThought[] = []
  let calls = false
  let said = false
  /** What was said last was said while thoughts waited: in a stream it waits as well. */
  let held = false
  const apart = hintOf(candidate).parts === 'apart'
  const base: Pointer = candidate.at ?? `/candidates/${candidate.index}`
  const runs = codeRuns(candidate.parts)
  const lifted = candidate.parts.flatMap((part, position) => liftResult(part, part.at ?? `${base}/parts/${position}`, runs, context))
  attachSeals(lifted.map(wrapOrphan), format).forEach((shown, position) => {
    const at: Pointer = shown.at ?? `${base}/parts/${position}`
    if (!reportPart(shown, at, context)) return
    if (context.policy.envelopeSeals && ridesAlong(shown)) {
      const thought = rider(shown, !said)
      waiting.push(thought)
      if (thought.shown) add(withoutSeal(shown), at)
      else answerFates.part(shown, context)
      return
    }
    if (!apart && isEmpty(shown, context)) {
      context.onNotice(notice('empty-text', at))
      return
    }
    if (shown.type !== 'reasoning') {
      said = true
      held = waiting.length > 0
    }
    if (!context.policy.envelopeSeals || !canCarry(shown)) {
      add(shown, at)
      return
    }
    const call = shown.type === 'tool-call'
    if (waiting.length > 0) {
      parts.push({ ...shown, seal: carrierSeal(waiting, shown.seal) })
      waiting = []
      calls ||= call
    } else parts.push(call && calls && shown.seal === undefined ? { ...shown, seal: reference } : shown)
  })
  if (waiting.length > 0) carryLast(parts, waiting, held)
  return parts

  /** A part that may be one with the part before it. */
  function add(shown: Part, at: Pointer): void {
    const before = parts[parts.length - 1]
    const joined = apart || before === undefined ? undefined : joinParts(before, shown)
    if (joined === undefined) parts.push(shown)
    else {
      parts[parts.length - 1] = joined
      if (before?.at !== undefined) context.onNotice(notice('text-joined', before.at))
      context.onNotice(notice('text-joined', at))
      answerFates.extensions(shown.extensions, at, context)
    }
  }
}

/** Where no call or medium came, the text that is said last carries, else the thought itself, which is then all there is. */
function carryLast(parts: Part[], waiting: readonly BundledThought[], held: boolean): void {
  const index = parts.length - 1
  const carrier = parts[index]
  const own = carrier?.seal !== undefined && (carrier.type === 'reasoning' || !held)
  if (carrier === undefined || !speaks(carrier) || own) parts.push({ type: 'text', text: '', seal: carrierSeal(waiting) })
  else parts[index] = { ...carrier, seal: carrierSeal(waiting, carrier.seal) }
}

function speaks({ type }: Part): boolean {
  return type === 'text' || type === 'refusal' || type === 'reasoning'
}

function withoutSeal(part: Part): Part {
  const { seal: _, ...bare } = part
  return bare as Part // the same part without an optional field
}

/** What this format shows of one part: itself, what is in it, or nothing, which is reported. `runs` are the ids of calls that run code. */
export function shownParts(
  part: Part,
  at: Pointer,
  runs: ReadonlySet<string>,
  context: Context,
  read: InputMemory['read'],
): readonly Part[] {
  return liftResult(part, at, runs, context).filter((shown) => reportPart(shown, shown.at ?? at, context, read))
}

/** What another format's hosted tool made: media stand by themselves, and the output of code is printed as ours is. */
function liftResult(part: Part, at: Pointer, runs: ReadonlySet<string>, context: Context): readonly Part[] {
  if (part.type !== 'hosted-result' || part.extensions?.contents !== undefined) return [part]
  const media = part.parts.filter(isInlineMedia).map((inner) => ({ ...inner, at: inner.at ?? at }))
  const texts = part.parts.filter((inner) => inner.type === 'text')
  const others = part.parts.filter((inner) => inner.type !== 'text' && !isInlineMedia(inner))
  const isOutput = runs.has(part.callId) && (others.length === 0 || texts.length > 0)
  if (media.length === 0 && !isOutput) return [part]
  if (media.length > 0) context.onNotice(notice('answer-media', at))
  for (const inner of others) context.onNotice(notice('answer-part', inner.at ?? at))
  if (!isOutput || (texts.length === 0 && media.length > 0)) return media
  const { errorCode, ...result } = part
  // A word of another format for what went wrong is none of the outcomes here.
  const said: readonly TextPart[] = texts.length === 0 && errorCode !== undefined ? [{ type: 'text', text: errorCode }] : texts
  const output: Part = { ...result, parts: said.length < 2 ? said : [joinTexts(said)] }
  return [{ ...output, extensions: withHint(part, { type: 'codeExecutionResult', id: part.callId }) }, ...media]
}

/** One text and nothing else: that is most of what there is, and nothing of it is to be said or done. */
function isPlain(parts: readonly Part[]): boolean {
  const [part] = parts
  return (
    parts.length === 1 &&
    part?.type === 'text' &&
    part.text !== '' &&
    part.seal === undefined &&
    part.citations === undefined &&
    part.logprobs === undefined
  )
}

function joinTexts(texts: readonly TextPart[]): TextPart {
  return { type: 'text', text: texts.map(({ text }) => text).join('') }
}

function codeRuns(parts: readonly Part[]): ReadonlySet<string> {
  const runs = new Set<string>()
  for (const part of parts) if (part.type === 'hosted-call' && part.family === 'code-execution') runs.add(part.callId)
  return runs
}

function isInlineMedia(part: Part): boolean {
  return part.type === 'media' && part.source.type === 'inline'
}

function isEmpty(part: Part, context: Context): boolean {
  const sealed = part.seal !== undefined && (part.seal.format === format || context.policy.envelopeSeals)
  if (sealed || part.extensions?.contents !== undefined) return false
  if (part.type === 'text' || part.type === 'refusal') return part.text === ''
  return part.type === 'reasoning' && part.segments.every(({ text }) => text === '')
}

/** Two adjacent texts, or thoughts, as one, where the first has no seal: a seal of the second comes last in a stream, and is of all. */
function joinParts(before: Part, part: Part): Part | undefined {
  if (before.seal !== undefined) return undefined
  if (before.extensions?.contents !== undefined || part.extensions?.contents !== undefined) return undefined
  const { seal } = part
  if (before.type === 'reasoning' && part.type === 'reasoning')
    return part.redacted ? undefined : { ...before, segments: [...before.segments, ...part.segments], ...(seal && { seal }) }
  const first = textOf(before)
  const second = textOf(part)
  if (first === undefined || second === undefined) return undefined
  const { length } = first.text
  const shifted = (second.citations ?? []).map((citation) => ({
    ...citation,
    span: { start: length + (citation.span?.start ?? 0), end: length + (citation.span?.end ?? second.text.length) },
  }))
  const earlier = (first.citations ?? []).map((citation) => (citation.span ? citation : { ...citation, span: { start: 0, end: length } }))
  const citations = [...earlier, ...shifted]
  const logprobs = [...(first.logprobs ?? []), ...(second.logprobs ?? [])]
  return {
    ...first,
    text: first.text + second.text,
    ...(citations.length > 0 && { citations }),
    ...(logprobs.length > 0 && { logprobs }),
    ...(seal && { seal }),
  }
}

/** A refusal is text here. */
function textOf(part: Part): TextPart | undefined {
  if (part.type === 'text') return part
  return part.type === 'refusal' ? { ...part, type: 'text' } : undefined
}

/** A seal of ours whose part is gone keeps saying whose it was: in its envelope. */
function wrapOrphan(part: Part, _position: number, parts: readonly Part[]): Part {
  const { seal } = part
  if (part.type !== 'reasoning' || seal?.format !== format || seal.attachTo === undefined) return part
  const owned = parts.some(
    (other) => ('callId' in other && other.callId === seal.attachTo) || (other.type === seal.attachTo && other.seal === undefined),
  )
  return owned ? part : { ...part, seal: { format, data: wrapSeal(seal) } }
}
