import { isText, object, objects } from './loose.ts'
import type { Loose } from './loose.ts'
import { parsedFrames } from './parsed-frames.ts'
import { setPartialArgument } from './set-partial-argument.ts'

interface Candidate {
  readonly wire: { [key: string]: unknown }
  readonly parts: { [key: string]: unknown }[]
  /** The call whose arguments are still coming (Vertex, `streamFunctionCallArguments`). */
  open: { [key: string]: unknown } | undefined
  /** Nothing joins the last part: its signature came behind it. */
  closed: boolean
}

/** Told once for the whole stream. */
const constant = new Set(['responseId', 'modelVersion', 'createTime'])

/**
 * The answer that the text of a generateContent stream stands for, as SSE or as one JSON array, put together from the wire's own rules and
 * nothing of ours; undefined where the stream fails, is cut, or a candidate has no finish reason. Plain text joins plain text and a thought
 * joins a thought; words with a signature are words of their text, whose signature it is; an empty text is none, and its signature is that
 * of the text before it, which it ends. https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent
 */
export function accumulateContentsStream(text: string): unknown {
  const frames = parsedFrames(text)
  if (frames === undefined || frames.length === 0) return undefined
  const answer: { [key: string]: unknown } = {}
  const candidates = new Map<number, Candidate>()
  for (const frame of frames) {
    if (frame['error'] !== undefined) return undefined
    const { candidates: wires, usageMetadata, ...rest } = frame
    for (const [key, value] of Object.entries(rest)) if (!constant.has(key) || answer[key] === undefined) answer[key] = value
    if (usageMetadata !== undefined) answer['usageMetadata'] = usageMetadata // each is a snapshot
    for (const wire of objects(wires)) addCandidate(candidates, wire)
  }
  const done = [...candidates.entries()].sort(([a], [b]) => a - b).map(([, candidate]) => candidate)
  const blocked = object(answer['promptFeedback'])['blockReason'] !== undefined
  if (done.length === 0) return blocked ? answer : undefined
  if (!blocked && done.some(({ wire }) => !isText(wire['finishReason']))) return undefined
  return { ...answer, candidates: done.map(finish) }
}

function addCandidate(candidates: Map<number, Candidate>, wire: Loose): void {
  const index = Number(wire['index'] ?? 0)
  const candidate = candidates.get(index) ?? { wire: {}, parts: [], open: undefined, closed: false }
  candidates.set(index, candidate)
  const { content, logprobsResult, ...rest } = wire
  // A later empty box says nothing against an earlier full one.
  for (const [key, value] of Object.entries(rest)) if (!isEmpty(value) || candidate.wire[key] === undefined) candidate.wire[key] = value
  if (logprobsResult !== undefined)
    candidate.wire['logprobsResult'] = joined(object(candidate.wire['logprobsResult']), object(logprobsResult))
  if (content === undefined) return
  const { parts, ...about } = object(content)
  candidate.wire['content'] = { ...object(candidate.wire['content']), ...about }
  for (const part of objects(parts)) addPart(candidate, part)
}

function addPart(candidate: Candidate, part: Loose): void {
  const { parts } = candidate
  const last = parts.at(-1)
  if (isText(part['text'])) {
    if (part['text'] === '' && isPlain(part)) return
    const signed = last !== undefined && last['thoughtSignature'] !== undefined
    const sameKind =
      last !== undefined &&
      !candidate.closed &&
      isPlain(last, 'thoughtSignature') &&
      !(signed && last['text'] === '') &&
      (last['thought'] === true) === (part['thought'] === true)
    if (sameKind && isPlain(part)) {
      last['text'] = `${String(last['text'])}${part['text']}`
      return
    }
    // A signature that comes late, on nothing, is that of the text before it; that of a thought comes with its last piece.
    if (sameKind && !signed && isPlain(part, 'thoughtSignature')) {
      candidate.closed = part['text'] === '' || part['thought'] === true
      last['text'] = `${String(last['text'])}${part['text']}`
      last['thoughtSignature'] = part['thoughtSignature']
      return
    }
  }
  candidate.closed = part['thought'] === true && part['thoughtSignature'] !== undefined
  const call = part['functionCall'] === undefined ? undefined : object(part['functionCall'])
  if (candidate.open !== undefined && call !== undefined && call['name'] === undefined) return addArguments(candidate, part, call)
  if (call === undefined) {
    parts.push({ ...part })
    return
  }
  const { willContinue, partialArgs, ...whole } = call
  const opened: { [key: string]: unknown } = { ...whole }
  for (const edit of objects(partialArgs)) opened['args'] = setPartialArgument(opened['args'] ?? {}, edit)
  parts.push({ ...part, functionCall: opened })
  candidate.open = willContinue === true ? opened : undefined
}

function addArguments(candidate: Candidate, part: Loose, call: Loose): void {
  const { open } = candidate
  if (open === undefined) return
  for (const edit of objects(call['partialArgs'])) open['args'] = setPartialArgument(open['args'] ?? {}, edit)
  if (part['thoughtSignature'] !== undefined) {
    const last = candidate.parts.findLast(({ functionCall }) => functionCall === open)
    if (last !== undefined) last['thoughtSignature'] ??= part['thoughtSignature']
  }
  if (call['willContinue'] !== true) candidate.open = undefined
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

/** A part that is text and nothing else: `thought` aside, whatever stands beside the text belongs to this text. */
function isPlain(part: Loose, ...also: readonly string[]): boolean {
  return isText(part['text']) && Object.keys(part).every((key) => key === 'text' || key === 'thought' || also.includes(key))
}

function joined(old: Loose, next: Loose): Loose {
  const both: { [key: string]: unknown } = { ...old, ...next }
  for (const key of ['chosenCandidates', 'topCandidates']) {
    const list = [...objects(old[key]), ...objects(next[key])]
    if (list.length > 0) both[key] = list
  }
  return both
}

function finish({ wire, parts }: Candidate): Loose {
  if (parts.length === 0) return wire
  return { ...wire, content: { ...object(wire['content']), parts } }
}
