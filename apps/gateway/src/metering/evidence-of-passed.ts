import type { Json } from '@interlingua/core'
import { clientContext } from '../client-context.ts'
import { estimateTokens } from '../estimate-tokens.ts'
import type { Exchange } from '../exchange.ts'
import type { ParsedBody } from '../parse-body.ts'
import { readMessage } from '../read-message.ts'
import { countedLength } from './counted-length.ts'
import type { Evidence } from './evidence.ts'

/** Bytes of a request that may be held as long as its answer lasts. */
const held = 32_768
/** How files begin in the bodies of the four formats. */
const marks = ['base64', 'inlineData', 'inline_data', 'file_data'].map((mark) => Buffer.from(mark))
/** Bytes of JSON, and characters of text, for one token. */
const rate = 4
/** Characters without a space that are no text. */
const longestWord = 2000
const fileTokens = 1000

/** The evidence of a request that passed unread: it is read only if that must be. Of a long one there is only a rough measure. */
export function evidenceOfPassed(exchange: Exchange, model: string, { body, bytes }: ParsedBody): Evidence {
  if (bytes.length <= held) return { input: () => estimate(exchange, model, bytes) }
  const tokens = marks.some((mark) => bytes.includes(mark)) ? measure(body) : bytes.length / rate
  return { input: async () => Math.ceil(tokens) }
}

async function estimate(exchange: Exchange, model: string, bytes: Buffer): Promise<number> {
  const { adapter } = exchange.door
  // Nobody is told of what is found here.
  const context = { ...clientContext(exchange, model), onNotice: () => {} }
  const wire = adapter.parseRequest(readMessage(exchange, JSON.parse(bytes.toString('utf8'))), context)
  return estimateTokens(adapter.decodeRequest(wire, context), model, countedLength)
}

function measure(value: Json): number {
  if (typeof value === 'string') return isFile(value) ? fileTokens : value.length / rate
  if (typeof value !== 'object' || value === null) return 1
  let sum = 1
  for (const inner of Object.values(value)) if (inner !== undefined) sum += measure(inner)
  return sum
}

function isFile(text: string): boolean {
  return text.length > longestWord && !text.slice(0, longestWord).includes(' ')
}
