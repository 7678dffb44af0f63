import type { Part } from '@interlingua/core'
import { isHostedHere } from '../answer-hosted.ts'
import { isOutputItem } from '../parts/hosted.ts'
import { isContent } from '../parts/index.ts'
import { callTypeOf } from '../parts/tool-call.ts'
import type { WriterContext } from './writer-context.ts'
import type { Way } from './open-part.ts'

/** Way in which a part is written. */
export function wayOf(value: Part, { own, scope }: WriterContext): Way {
  switch (value.type) {
    case 'text':
    case 'refusal':
      return 'content'
    case 'reasoning':
      // Redacted reasoning has only its seal, which comes last.
      return value.redacted === true && !own ? 'whole' : 'reasoning'
    case 'tool-call': {
      const type = callTypeOf(own || value.kind !== 'builtin' ? value : { ...value, kind: 'function' }, scope)
      return type === 'function_call' || type === 'custom_tool_call' ? 'call' : 'whole'
    }
    case 'hosted-call':
      return isHostedHere(value) ? 'hosted' : 'whole'
    case 'hosted-result':
      return isOutputItem(value) ? 'whole' : 'result'
    case 'media':
      // Audio is written as its transcript.
      return own || (value.kind === 'image' && value.source.type === 'inline') ? 'whole' : 'content'
    default:
      return isContent(value) && own ? 'content' : 'whole'
  }
}

/** Part at the beginning of its item: message content is text, and calls of other formats' vendor-defined tools are function calls. */
export function startOf(value: Part, way: Way): Part {
  if (value.type === 'media' && way === 'content')
    return value.at === undefined ? { type: 'text', text: '' } : { type: 'text', text: '', at: value.at }
  if (value.type === 'tool-call' && way === 'call' && value.kind === 'builtin') return { ...value, kind: 'function' }
  return value
}
