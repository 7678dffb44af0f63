import { WireError, type Context, type WireMessage } from '@interlingua/core'
import { checkLimits } from '@interlingua/core/adapter'
import { check, modelOfPath } from '@interlingua/adapter-kit'
import { readDialect } from './dialect.ts'
import { format } from './format.ts'
import { requestSchema, type WireVertexEmbedRequest } from './wire.ts'

/** Checks a request; throws a `WireError` that names the field, or a `LimitError`. Returns its input. */
export function parseRequest(message: WireMessage<unknown>, context: Context): WireMessage<WireVertexEmbedRequest> {
  checkLimits(format, message.body, context.limits)
  if (modelOfPath(message.path) === undefined) throw new WireError(format, '', 'the path must name the model')
  check(format, requestSchema, message.body)
  const { instances } = message.body as WireVertexEmbedRequest // just checked
  const { batch } = readDialect(context.dialect)
  if (instances.length > batch) throw new WireError(format, '/instances', `must not hold more than ${batch} instances`)
  return message as WireMessage<WireVertexEmbedRequest> // checked above
}
