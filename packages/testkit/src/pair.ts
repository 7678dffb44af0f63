import { isInterlinguaError, translateResponse, UnsupportedError } from '@interlingua/core'
import type { EncodeState, Context, GenerateAdapter, Json, Notice, DecodeState, Contexts, WireMessage } from '@interlingua/core'
import { createTestContext } from './create-test-context.ts'

/**
 * Two formats, named by the source of a document: a request goes from a client of `source` to an upstream of `target`, a response from an
 * upstream of `source` to a client of `target`.
 */
export interface Pair {
  readonly source: GenerateAdapter
  readonly target: GenerateAdapter
  /** Overrides of `createTestContext` for both sides. Absent: none. */
  readonly sourceContext?: Partial<Omit<Context, 'onNotice'>>
  readonly targetContext?: Partial<Omit<Context, 'onNotice'>>
  readonly state?: EncodeState & DecodeState
}

/** A translated document as JSON with its notices, or the library error that refused it. */
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

/** Request for the upstream, regardless of the policy: the laws judge the translations that a policy would refuse, too. */
export function sendableRequest(
  { source, target }: Pair,
  message: WireMessage<unknown>,
  { client, upstream }: Contexts,
): WireMessage<unknown> {
  const request = source.decodeRequest(source.parseRequest(message, client), client)
  const own = source.format === target.format ? undefined : source.refuseElsewhere?.(request)
  if (own !== undefined) throw new UnsupportedError(target.format, own.path ?? '', own.message)
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
    return { type: 'done', output: JSON.parse(JSON.stringify(output)) as Json, notices } // the printed form is compared
  } catch (error) {
    if (isInterlinguaError(error)) return { type: 'refused', message: error.message, path: error.path }
    throw error
  }
}
