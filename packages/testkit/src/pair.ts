import { isInterlinguaError, translateResponse } from '@interlingua/core'
import type { Asked, Context, GenerateAdapter, Json, Notice, Sent, Sides, WireMessage } from '@interlingua/core'
import { createTestContext } from './create-test-context.ts'

/**
 * Two formats, the source's document first: a request goes from a client of `source` to an upstream of `target`, an answer from an upstream
 * of `source` to a client of `target`.
 */
export interface Pair {
  readonly source: GenerateAdapter
  readonly target: GenerateAdapter
  /** What the contexts of both sides have otherwise than `createTestContext`. */
  readonly sourceContext?: Partial<Omit<Context, 'onNotice'>>
  readonly targetContext?: Partial<Omit<Context, 'onNotice'>>
  readonly state?: Asked & Sent
}

/** One document translated: what came out, as JSON, and what was reported; or that our own error refused it. */
export type Translated =
  | { readonly type: 'done'; readonly output: Json; readonly notices: readonly Notice[] }
  | { readonly type: 'refused'; readonly message: string; readonly path: string }

export type Translation = (document: unknown) => Translated

export function reversed(pair: Pair): Pair {
  const { source, target, sourceContext, targetContext } = pair
  return {
    source: target,
    target: source,
    ...(targetContext && { sourceContext: targetContext }),
    ...(sourceContext && { targetContext: sourceContext }),
  }
}

/** Request bodies of `source` as request bodies of `target`. */
export function requestTranslation(pair: Pair, headers: Readonly<Record<string, string>> = {}): Translation {
  return (body) =>
    attemptTranslation((onNotice) => {
      const sides = { client: contextOf(pair.sourceContext, onNotice), upstream: contextOf(pair.targetContext, onNotice) }
      return sendableRequest(pair, { path: '', query: {}, headers, body }, sides).body
    })
}

/** What would be sent, whatever the policy says of its notices: the laws judge the translations that a policy would refuse, too. */
export function sendableRequest(
  { source, target }: Pair,
  message: WireMessage<unknown>,
  { client, upstream }: Sides,
): WireMessage<unknown> {
  const request = source.decodeRequest(source.parseRequest(message, client), client)
  return target.encodeRequest(target.lowerRequest(request, upstream).request, upstream)
}

/** Answer bodies of `source` as answer bodies of `target`. */
export function answerTranslation(pair: Pair): Translation {
  return (body) =>
    attemptTranslation((onNotice) => {
      const sides = { client: contextOf(pair.targetContext, onNotice), upstream: contextOf(pair.sourceContext, onNotice) }
      return translateResponse(pair.target, pair.source, { status: 200, headers: {}, body }, sides, pair.state ?? {}).body
    })
}

function contextOf(overrides: Pair['sourceContext'], onNotice: Context['onNotice']): Context {
  return { ...createTestContext(overrides).context, onNotice }
}

function attemptTranslation(run: (onNotice: Context['onNotice']) => unknown): Translated {
  const notices: Notice[] = []
  try {
    const output = run((notice) => void notices.push(notice))
    return { type: 'done', output: JSON.parse(JSON.stringify(output)) as Json, notices } // what is printed is what counts
  } catch (error) {
    if (isInterlinguaError(error)) return { type: 'refused', message: error.message, path: error.path }
    throw error
  }
}
