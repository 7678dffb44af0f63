import { isText } from './loose.ts'
import { readSse } from './read-sse.ts'

type Loose = { [key: string]: unknown }

/**
 * Answer that the text of a stream of Converse stands for, built from the wire's documented rules without the library's code: members of
 * events that no rule places go to their block, or to the answer. `undefined` if the stream fails or has no end.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html
 */
export function accumulateConverseStream(text: string): unknown {
  let message: Loose = {}
  let whole: Loose = {}
  let ended = false
  const content: Loose[] = []
  const open = new Map<unknown, Loose>()
  const blockAt = (index: unknown): Loose => {
    const known = open.get(index)
    if (known) return known
    const block: Loose = {}
    content.push(block)
    open.set(index, block)
    return block
  }
  for (const { event, data } of readSse(text)) {
    const { contentBlockIndex: index, ...value } = object(JSON.parse(data))
    if (event === 'exception') return undefined
    if (event === 'messageStart') message = { ...message, ...value }
    else if (event === 'contentBlockStart') {
      open.delete(index)
      const { start, ...more } = value
      Object.assign(blockAt(index), structuredClone(object(start)), more)
    } else if (event === 'contentBlockDelta') {
      const { delta, ...more } = value
      addDelta(blockAt(index), object(delta))
      Object.assign(blockAt(index), more)
    } else if (event === 'contentBlockStop') {
      Object.assign(open.get(index) ?? {}, value)
      open.delete(index)
    } else {
      whole = { ...whole, ...value }
      ended ||= event === 'messageStop'
    }
  }
  if (!ended) return undefined
  for (const block of content) endBlock(block)
  return { output: { message: { ...message, content } }, ...whole }
}

function addDelta(block: Loose, { text, citation, ...delta }: Loose): void {
  if (text !== undefined) block['text'] = `${isText(block['text']) ? block['text'] : ''}${String(text)}`
  if (citation !== undefined) block['citations'] = [...listOf(block['citations']), citation]
  for (const [key, value] of Object.entries(delta)) {
    const inner = (block[key] = { ...object(block[key]) })
    if (Array.isArray(value)) inner['content'] = [...listOf(inner['content']), ...(value as readonly unknown[])]
    else if (typeof value !== 'object' || value === null) block[key] = value
    else for (const [member, piece] of Object.entries(value)) inner[member] = joined(inner[member], piece)
  }
}

/** Pieces of texts are joined, also within objects. */
function joined(before: unknown, piece: unknown): unknown {
  if (isText(before) && isText(piece)) return before + piece
  if (typeof piece !== 'object' || piece === null || Array.isArray(piece)) return piece
  const inner = { ...object(before) }
  for (const [key, value] of Object.entries(piece)) inner[key] = joined(inner[key], value)
  return inner
}

/** Input comes as text; text with citations, and a thought, have blocks of their own. */
function endBlock(block: Loose): void {
  const { text, citations, reasoningContent, toolUse } = block
  if (citations !== undefined) {
    delete block['text']
    delete block['citations']
    block['citationsContent'] = { content: [{ text: text ?? '' }], citations }
  }
  const { redactedContent, ...thought } = object(reasoningContent)
  if (reasoningContent !== undefined && redactedContent === undefined) block['reasoningContent'] = { reasoningText: thought }
  const { input } = object(toolUse)
  if (isText(input)) block['toolUse'] = { ...object(toolUse), input: input === '' ? {} : (JSON.parse(input) as unknown) }
}

function object(value: unknown): Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {} // an object: checked
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : []
}
