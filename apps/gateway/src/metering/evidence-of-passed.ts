import { clientContext } from '../requests/client-context.ts'
import { estimateTokens } from '../counting/estimate-tokens.ts'
import type { Exchange } from '../exchange.ts'
import type { ParsedBody } from '../requests/parse-body.ts'
import { readMessage } from '../requests/read-message.ts'
import { countedLength } from './counted-length.ts'
import type { Evidence } from './evidence.ts'
import { heldRequest } from './held-request.ts'
import { measureTokens } from './measure-tokens.ts'
import { roughEvidence } from './rough-evidence.ts'

/** How files begin in the bodies of the four formats. */
const marks = ['base64', 'inlineData', 'inline_data', 'file_data'].map((mark) => Buffer.from(mark))
/** Bytes of JSON for one token. */
const rate = 4

/** The evidence of a request that passed unread: it is read only if that must be. Of a long one there is only a rough measure. */
export function evidenceOfPassed(exchange: Exchange, model: string, { body, bytes }: ParsedBody): Evidence {
  if (bytes.length <= heldRequest) return evidenceToRead(exchange, model, bytes)
  return roughEvidence(marks.some((mark) => bytes.includes(mark)) ? measureTokens(body) : bytes.length / rate)
}

/** Made apart from the other: what a function's closures share is held by all of them. */
function evidenceToRead(exchange: Exchange, model: string, bytes: Buffer): Evidence {
  return { input: () => estimate(exchange, model, bytes) }
}

async function estimate(exchange: Exchange, model: string, bytes: Buffer): Promise<number> {
  const { adapter } = exchange.edge
  // Nobody is told of what is found here.
  const context = { ...clientContext(exchange, model), onNotice: () => {} }
  const wire = adapter.parseRequest(readMessage(exchange, JSON.parse(bytes.toString('utf8'))), context)
  return estimateTokens(adapter.decodeRequest(wire, context), model, countedLength)
}
