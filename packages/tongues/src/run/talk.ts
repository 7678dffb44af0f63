import type { Answer, Ask, Failure, Finish, Item, Media } from '../formats/gist.ts'
import type { Reply, TalkGiven, TalkItem, TalkPart } from './case.ts'
import { toolsOf } from './variables.ts'

/** Items of a talk in the order of the file. Echoes are no items: the client puts them in. */
export function itemsOf(talk: readonly TalkItem[]): readonly Item[] {
  return talk.flatMap((item) => itemOf(item))
}

function itemOf(given: TalkItem): readonly Item[] {
  const mark = given.mark === true ? { mark: true } : {}
  if (given.system !== undefined) return [{ kind: 'system', text: given.system, ...mark }]
  if (typeof given.user === 'string') return [{ kind: 'user', text: given.user, ...mark }]
  if (given.user !== undefined)
    return given.user.map((part) =>
      part.text === undefined ? { kind: 'media', media: mediaOf(part) } : { kind: 'user', text: part.text, ...mark },
    )
  if (given.assistant !== undefined) return [{ kind: 'assistant', text: given.assistant }]
  if (given.refusal !== undefined) return [{ kind: 'refusal', text: given.refusal }]
  if (given.think !== undefined) return [{ kind: 'think', ...given.think }]
  if (given.call !== undefined) return [{ kind: 'call', ...given.call }]
  if (given.result !== undefined) {
    const { parts, text, ...result } = given.result
    const media = (parts ?? []).filter((part) => part.text === undefined).map((part) => mediaOf(part))
    const words = text ?? (parts ?? []).flatMap((part) => part.text ?? []).join('')
    return [{ kind: 'result', ...result, text: words, ...(media.length > 0 && { media }) }]
  }
  return []
}

function mediaOf({ image, file, audio }: TalkPart): Media {
  if (image !== undefined) return { kind: 'image', ...image }
  return file === undefined ? { kind: 'audio', ...audio } : { kind: 'file', ...file }
}

/** Request of a step in neutral words. */
export function askOf({ talk, tools, choice, format, options }: TalkGiven): Ask {
  return {
    items: itemsOf(talk),
    tools: toolsOf(tools),
    options: options ?? {},
    ...(choice !== undefined && { choice }),
    ...(format !== undefined && { format }),
  }
}

/** Answer of a reply in neutral words. */
export function answerOf(reply: Reply): Answer {
  const failure = reply.failure
  return {
    items: itemsOf(reply.talk ?? []),
    // Cases are validated, and their finishes and classes are of these.
    finish: (reply.finish ?? 'stop') as Finish,
    usage: reply.usage ?? { input: 11, output: 7 },
    ...(failure !== undefined && { failure: { class: failure.class as Failure['class'], message: failure.message } }),
  }
}
