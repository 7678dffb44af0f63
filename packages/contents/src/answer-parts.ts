import { attachSeals, wrapSeal } from '@interlingua/core/adapter'
import type { Candidate, Context, Part, Pointer, TextPart } from '@interlingua/core'
import type { BundledThought } from '@interlingua/core/adapter'
import { canCarry, carrierSeal, reference, rider, ridesAlong } from './carried-seals.ts'
import type { InputMemory } from './create-input-memory.ts'
import { format, hintOf, withHint } from './extension.ts'
import { answerFates } from './fates.ts'
import { reportPart } from './report-answer.ts'
import { notice } from './notices.ts'

/**
 * Parts of a candidate as this format shows them: output of hosted tools stands by itself, and neighbours that a stream could not tell
 * apart are joined. Parts of this format's own documents stay as they were.
 */
export function answerParts(candidate: Candidate, context: Context): readonly Part[] {
  if (isPlain(candidate.parts)) return candidate.parts
  const parts: Part[] = []
  /** Thoughts whose seals wait for a part that carries them. */
  let waiting: BundledThought[] = []
  let calls = false
  let said = false
  /** True if the latest words came while thoughts waited: in a stream they wait as well. */
  let held = false
  const apart = hintOf(candidate).parts === 'apart'
  const base: Pointer = candidate.at ?? `/candidates/${candidate.index}`
  const runs = codeRuns(candidate.parts)
  const lifted = candidate.parts.flatMap((part, position) => liftResult(part, part.at ?? `${base}/parts/${position}`, runs, context))
  attachSeals(lifted.map(wrapOrphan), format).forEach((shown, position) => {
    const at: Pointer = shown.at ?? `${base}/parts/${position}`
    if (!reportPart(shown, at, context)) return
    if (context.policy.carryForeignSeals && ridesAlong(shown)) {
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
    if (!context.policy.carryForeignSeals || !canCarry(shown)) {
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

  /** Adds a part, which may be joined with the one before. */
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

/** Puts waiting seals on the last text if there was no call or medium; without a text, on an empty one behind the thought. */
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

/** Parts that show one part: itself, its content, or none, which is reported. `runs`: ids of calls that run code. */
export function shownParts(
  part: Part,
  at: Pointer,
  runs: ReadonlySet<string>,
  context: Context,
  read: InputMemory['read'],
): readonly Part[] {
  return liftResult(part, at, runs, context).filter((shown) => reportPart(shown, shown.at ?? at, context, read))
}

/**
 * Takes the output out of another format's hosted result: media stand by themselves, and the output of code is printed as this format's is.
 */
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
  // Another format's error code is none of the outcomes here.
  const said: readonly TextPart[] = texts.length === 0 && errorCode !== undefined ? [{ type: 'text', text: errorCode }] : texts
  const output: Part = { ...result, parts: said.length < 2 ? said : [joinTexts(said)] }
  return [{ ...output, extensions: withHint(part, { type: 'codeExecutionResult', id: part.callId }) }, ...media]
}

/** True for a lone plain text, as most responses are, which needs no change and no report. */
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
  const sealed = part.seal !== undefined && (part.seal.format === format || context.policy.carryForeignSeals)
  if (sealed || part.extensions?.contents !== undefined) return false
  if (part.type === 'text' || part.type === 'refusal') return part.text === ''
  return part.type === 'reasoning' && part.segments.every(({ text }) => text === '')
}

/** Joins two adjacent texts, or thoughts, if the first has no seal: a seal of the second comes last in a stream, and covers both. */
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

/** Text of a text or a refusal, which is text here. */
function textOf(part: Part): TextPart | undefined {
  if (part.type === 'text') return part
  return part.type === 'refusal' ? { ...part, type: 'text' } : undefined
}

/** Keeps the owner of a seal whose part is gone, in its envelope. */
function wrapOrphan(part: Part, _position: number, parts: readonly Part[]): Part {
  const { seal } = part
  if (part.type !== 'reasoning' || seal?.format !== format || seal.attachTo === undefined) return part
  const owned = parts.some(
    (other) => ('callId' in other && other.callId === seal.attachTo) || (other.type === seal.attachTo && other.seal === undefined),
  )
  return owned ? part : { ...part, seal: { format, data: wrapSeal(seal) } }
}
