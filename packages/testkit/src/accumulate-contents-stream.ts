import { isText, object, objects } from './loose.ts'
import type { Loose } from './loose.ts'
import { parsedFrames } from './parsed-frames.ts'
import { setPartialArgument } from './set-partial-argument.ts'

interface Candidate {
  readonly wire: { [key: string]: unknown }
  readonly parts: { [key: string]: unknown }[]
  /** Call whose arguments are still arriving (Vertex, `streamFunctionCallArguments`). Undefined: none. */
  open: { [key: string]: unknown } | undefined
  /** True after a signature: no text joins the last part any more. */
  closed: boolean
}

/** Members with one value for the whole stream. */
const constant = new Set(['responseId', 'modelVersion', 'createTime'])

/**
 * Response that the text of a generateContent stream stands for (SSE or one JSON array), built from the wire's documented rules without the
 * library's code; `undefined` if the stream fails, is cut, or a candidate has no finish reason.
 * https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent
 * Plain text joins plain text and a thought joins a thought. A signature belongs to the text that carries it or, on an empty text, to the
 * text before, which it ends.
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
    if (usageMetadata !== undefined) answer['usageMetadata'] = usageMetadata // each usage is a snapshot
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
  // An empty object does not replace an earlier full one.
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
    // A late signature, on an empty text, belongs to the text before it; a thought has its signature on its last piece.
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

/** True for a part with text only, `thought` aside: any other member belongs to this very text. */
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
