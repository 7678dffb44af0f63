import { createBasicStreamDecoder, createBasicStreamEncoder, failureOfDocument, type AnswerReader } from '@interlingua/adapter-kit'
import { isJsonObject, type JsonObject } from '@interlingua/core'
import { hasKeys } from '@interlingua/core/adapter'
import { argumentsOf, decodeBlock } from './blocks.ts'
import { notice, walker } from './lower.ts'
import { classOfFailure, decodeFinish, decodeUsage, encodeFinish, encodeUsage, errors } from './response.ts'
import { blocks, format, keep, nothing, restore, type WireEvent } from './wire.ts'

/** The answer ends with `messageStop`; what it cost comes after that, or not at all. Events of blocks that we do not model stay as they are. */
export const createStreamDecoder = createBasicStreamDecoder<WireEvent>(format, 'messageStop', (event, answer) => {
  if (!readEvent(event, answer)) answer.opaque({ ...event })
})

/** False: nothing is known of such an event. */
function readEvent({ name, value }: WireEvent, answer: AnswerReader): boolean {
  const { contentBlockIndex, start, delta, role: _, stopReason, usage, ...own } = value
  const index = Number(contentBlockIndex)
  switch (name) {
    case 'messageStart':
      answer.begin(keep({ id: '', model: '' }, own, nothing))
      return true
    case 'contentBlockStart': {
      if (!isJsonObject(start) || !hasKeys(start)) return true
      const { at: _at, ...call } = decodeBlock(isJsonObject(start['toolUse']) ? { toolUse: { input: {}, ...start['toolUse'] } } : start, '')
      if (call.type === 'tool-call') answer.call(index, { ...call, arguments: '' })
      return call.type === 'tool-call'
    }
    case 'contentBlockDelta': {
      const { text, toolUse } = isJsonObject(delta) ? delta : {}
      const input = isJsonObject(toolUse) ? toolUse['input'] : undefined
      if (typeof input === 'string') return answer.arguments(index, input)
      return typeof text === 'string' && answer.text(index, text)
    }
    case 'contentBlockStop':
      return answer.close(index)
    case 'messageStop':
      answer.finish(decodeFinish(String(stopReason), answer.calls))
      answer.keep(own)
      return true
    case 'metadata': {
      const known = blocks.usage.safeParse(usage).data
      if (known) answer.usage(decodeUsage(known))
      answer.keep(own)
      if (answer.finished) answer.end()
      return true
    }
    case 'exception':
      answer.fail(failureOfDocument(format, errors, { ...value, __type: String(value['type']) }))
      return true
    default:
      return false
  }
}

const event = (name: string, value: JsonObject): WireEvent => ({ name, value })

export const createStreamEncoder = createBasicStreamEncoder<WireEvent>({
  format,
  notice,
  walker,
  argumentsOf,
  begin: (head) => [event('messageStart', restore({ role: 'assistant' }, head))],
  open(contentBlockIndex, block) {
    if (block.type !== 'tool-call') return []
    const toolUse = restore({ toolUseId: block.callId, name: block.name }, block)
    return [event('contentBlockStart', { contentBlockIndex, start: { toolUse } })]
  },
  say: (contentBlockIndex, text, { type }) => [
    event('contentBlockDelta', { contentBlockIndex, delta: type === 'tool-call' ? { toolUse: { input: text } } : { text } }),
  ],
  close: (contentBlockIndex) => [event('contentBlockStop', { contentBlockIndex })],
  end({ finish, usage, ...answer }, context) {
    const { additionalModelResponseFields: fields, ...rest } = restore<Record<string, JsonObject[string]>>({}, answer)
    const stop = { stopReason: encodeFinish(finish, context), ...(fields !== undefined && { additionalModelResponseFields: fields }) }
    return [event('messageStop', stop), event('metadata', { ...(usage && { usage: encodeUsage(usage) }), ...rest })]
  },
  fail(failure) {
    const type = classOfFailure(failure)
    return [event('exception', { type: type.charAt(0).toLowerCase() + type.slice(1), message: failure.message })]
  },
  again(wire) {
    const { name, value } = wire as unknown as WireEvent // the decoder made it
    const index = value['contentBlockIndex']
    return { event: { name, value }, index: typeof index === 'number' ? index : undefined }
  },
})
