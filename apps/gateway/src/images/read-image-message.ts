import type { WireMessage } from '@interlingua/core'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { parseBody } from '../requests/parse-body.ts'
import { readMessage } from '../requests/read-message.ts'
import { readForm } from './read-form.ts'

const formType = 'multipart/form-data'

/** A request of images as a message, from a body of JSON or, where the content type says so, from a form. */
export async function readImageMessage(exchange: Exchange, bytes: Buffer): Promise<WireMessage<unknown> | Fault> {
  const { headers } = exchange.request
  const isForm = headers['content-type']?.trimStart().toLowerCase().startsWith(formType) === true
  const read = isForm ? await readForm(headers, bytes) : parseBody(bytes, exchange.gateway.bodyLimits)
  if ('failure' in read) return read
  const message = readMessage(exchange, read.body)
  return isForm ? { ...message, headers: { ...message.headers, 'content-type': formType } } : message
}
